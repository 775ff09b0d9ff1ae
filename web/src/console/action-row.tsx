import type { ComponentChildren, JSX } from 'preact';

interface ActionRowProps {
  readonly title: string;
  /** What the action does, or the current state. */
  readonly about: ComponentChildren;
  /** The button. */
  readonly children: ComponentChildren;
}

/** Something that can be done with what a page shows, with its consequences. */
export const ActionRow = ({ title, about, children }: ActionRowProps): JSX.Element => (
  <div class="row spread action-row">
    <div>
      <h3>{title}</h3>
      <p class="quiet small">{about}</p>
    </div>
    {children}
  </div>
);
