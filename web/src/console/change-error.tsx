import type { Action } from '../data/use-action.ts';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';

interface ChangeErrorProps {
  readonly onStale: () => void;
  readonly change: Pick<Action<[], unknown>, 'error' | 'clear'>;
}

/** Why nothing was changed. If somebody else has changed the resource, it can be read again. */
export const ChangeError = ({ change: { error, clear }, onStale }: ChangeErrorProps) => (
  <ErrorNotice
    error={error}
    {...(error?.code === 'precondition_failed' && {
      onRetry: () => {
        clear();
        onStale();
      },
    })}
  />
);
