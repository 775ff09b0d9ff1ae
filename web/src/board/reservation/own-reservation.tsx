import { useEffect } from 'preact/hooks';
import type { Reservation } from '../../../../client/src/petstore.ts';
import { Icon } from '../../design/data/icons.tsx';
import { speaks, words } from '../../words.ts';
import { useReservation } from './use-reservation.ts';
import { isAlive, wordsOf } from './words.tsx';

interface OwnReservationProps {
  readonly origin: string;
  readonly token: string;
  /** What is known already, such as right after reserving. */
  readonly first: Reservation | undefined;
  /** The link has ended, or the animal is no longer the visitor's. */
  readonly onEnded: () => void;
}

/** On the page of an animal: it is reserved by this browser's user. */
export function OwnReservation({ origin, token, first, onEnded }: OwnReservationProps) {
  const { query } = useReservation(origin, token);
  const reservation = query.data ?? first;
  const hasEnded = query.error?.code === 'reservation_not_found' || (query.data !== undefined && !isAlive(query.data));
  useEffect(() => {
    if (hasEnded) onEnded();
  }, [hasEnded]);
  if (reservation === undefined || hasEnded) return null;
  const { title, text } = wordsOf(reservation);
  return (
    <div class="pet-note stack tight" role="status">
      <Icon name="check" />
      <div>
        <p class="pet-note-title">{title}</p>
        <p>
          {text}{' '}
          <a href={`${origin}/reservation?lang=${speaks().language}#${token}`} rel="noreferrer">
            {words().reserving.seeYours}
          </a>
        </p>
      </div>
    </div>
  );
}
