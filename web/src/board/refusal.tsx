import type { PetstoreError } from '../../../client/src/petstore.ts';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { words } from '../words.ts';
import { ContactLinks } from './organization/contact-links.tsx';
import type { Offerer } from './organization/organizations.ts';

interface RefusalProps {
  readonly error: PetstoreError | undefined;
  readonly offerer: Offerer | undefined;
  readonly onRetry: () => void;
}

/** Why a question, a reservation or an application was not accepted, and how to reach the shelter without the board. */
export function Refusal({ error, offerer, onRetry }: RefusalProps) {
  if (error === undefined) return null;
  return (
    <div class="stack" ref={focus} tabIndex={-1}>
      <ErrorNotice error={error} onRetry={onRetry} />
      {offerer !== undefined && (offerer.phone ?? offerer.email) !== undefined && (
        <div class="small">
          <p>{words().reserving.reachDirectly}</p>
          <ContactLinks organization={offerer} />
        </div>
      )}
    </div>
  );
}

/** It may be below what is seen of a long form. */
export const focus = (element: HTMLElement | null): void => element?.focus();
