import type { ComponentChildren, JSX } from 'preact';
import { Button } from '../design/controls/button.tsx';
import { Icon } from '../design/data/icons.tsx';

interface ConflictProps {
  /** Takes what somebody else has made of it. */
  readonly onTheirs: () => void;
  /** Saves what is typed here all the same. */
  readonly onMine: () => void;
  /** What it is by now. */
  readonly children: ComponentChildren;
}

/** Two people changed the same thing: the one who came second decides, and knows what about. */
export const Conflict = ({ onTheirs, onMine, children }: ConflictProps): JSX.Element => (
  <div class="conflict" role="alert">
    <Icon name="people" />
    <div class="stack">
      <div>
        <p class="conflict-title">Somebody else changed this while you were at it</p>
        <p>{children} Nothing of yours is saved yet.</p>
      </div>
      <div class="row">
        <Button size="s" onClick={onTheirs}>
          Keep theirs
        </Button>
        <Button size="s" onClick={onMine}>
          Save mine over it
        </Button>
      </div>
    </div>
  </div>
);
