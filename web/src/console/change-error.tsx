import type { Action } from '../data/calls.ts';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';

/** A part of a page that changes a resource, which it has by this name, and how it tells the page. */
export type Changing<Name extends string, Resource> = Readonly<Record<Name, Resource>> & {
  readonly onChanged: (resource: Resource) => void;
  /** Called when somebody else has changed it. What was typed stays. */
  readonly onStale: () => void;
};

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
