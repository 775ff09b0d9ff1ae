import type { ComponentChildren, ComponentProps } from 'preact';
import { Button } from '../design/controls/button.tsx';

interface ActionRowProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'busy' | 'disabled'> {
  readonly title: string;
  /** What the action does, or the current state. */
  readonly about: ComponentChildren;
  /** The label of the button. */
  readonly verb: string;
  readonly onAct: () => void;
  /** Such as a question. */
  readonly children?: ComponentChildren;
}

/** Something that can be done with what a page shows, with its consequences. */
export const ActionRow = ({ title, about, verb, onAct, children, ...button }: ActionRowProps) => (
  <div class="row spread action-row">
    <div>
      <h3>{title}</h3>
      <p class="quiet small">{about}</p>
    </div>
    <Button {...button} onClick={onAct}>
      {verb}
    </Button>
    {children}
  </div>
);
