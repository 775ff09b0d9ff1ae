import './toast.css';
import { signal } from '@preact/signals';
import { words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { Icon } from '../data/icons.tsx';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'positive' | 'danger';
  readonly action?: ToastAction;
}

/** What can be done about it, while it is shown. */
interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Long enough to be read. */
const shownMs = 6_000;
const toasts = signal<readonly Toast[]>([]);
let lastId = 0;

/**
 * Shows a short confirmation or error for a few seconds. One with an action stays until somebody closes it, or three newer ones have come: nobody
 * needs to be quick. Anything important belongs on the page.
 */
export function tell(text: string, tone: Toast['tone'] = 'positive', action?: ToastAction): void {
  const id = (lastId += 1);
  toasts.value = [...toasts.value.slice(-2), { id, text, tone, ...(action && { action }) }];
  if (action === undefined) setTimeout(dismiss, shownMs, id);
}

function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Shows the toasts. Render it once per page. */
export const Toasts = () => (
  <div class="toasts" role="status" aria-live="polite">
    {toasts.value.map(({ id, text, tone, action }) => (
      <div key={id} class={`toast small toast-${tone}`}>
        <Icon name={tone === 'positive' ? 'check' : 'alert'} size={18} />
        <span class="user-text">{text}</span>
        {action !== undefined && (
          <Button
            size="s"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button kind="quiet" size="s" icon="close" label={words().kit.dismiss} onClick={() => dismiss(id)} />
      </div>
    ))}
  </div>
);
