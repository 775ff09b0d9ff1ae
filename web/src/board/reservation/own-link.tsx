import { useEffect } from 'preact/hooks';
import type { PlacedOrder, SubmittedApplication } from '../../../../client/src/petstore.ts';
import { Icon } from '../../design/data/icons.tsx';
import { speaks, words } from '../../words.ts';
import { isOfApplication, tokenIn } from './kept-reservations.ts';
import { useLink } from './use-link.ts';
import { isAlive, type Linked, wordsOf } from './words.tsx';

interface OwnLinkProps {
  readonly origin: string;
  readonly token: string;
  /** What is known already, such as right after reserving. */
  readonly first: PlacedOrder | SubmittedApplication | undefined;
  /** Gets the token of the reservation that an application became; undefined if the link has ended, or the animal is no longer the visitor's. */
  readonly onToken: (token: string | undefined) => void;
}

/** On the page of an animal: this browser's user has reserved it, or applied for it. */
export function OwnLink({ origin, token, first, onToken }: OwnLinkProps) {
  const isApplication = isOfApplication(token);
  const { query } = useLink<Linked>(origin, token, ({ ownApplication, reservations }, options) =>
    isApplication ? ownApplication.get(options) : reservations.get(options),
  );
  const { data, error } = query;
  const hasEnded = error?.status === 404 || (data !== undefined && !isAlive(data));
  const next = data !== undefined && 'reservationUrl' in data ? tokenIn(data.reservationUrl) : undefined;
  useEffect(() => {
    if (hasEnded || next !== undefined) onToken(next);
  }, [hasEnded, next]);
  const shown = data ?? first;
  if (shown === undefined || hasEnded) return null;
  const { title, text } = wordsOf(shown);
  const page = isApplication ? 'application' : 'reservation';
  return (
    <div class="pet-note stack tight" role="status">
      <Icon name="check" />
      <div>
        <p class="pet-note-title">{title}</p>
        <p>
          {text}{' '}
          <a href={`${origin}/${page}?lang=${speaks().language}#${token}`} rel="noreferrer">
            {isApplication ? words().applying.seeYours : words().reserving.seeYours}
          </a>
        </p>
      </div>
    </div>
  );
}
