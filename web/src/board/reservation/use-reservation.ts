import type { Message, Reservation } from '../../../../client/src/petstore.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import type { Query } from '../../data/use-query.ts';
import { useLink } from './use-link.ts';

export interface OwnReservation {
  readonly query: Query<Reservation>;
  readonly cancel: Action<[], void>;
  /** Writes to the organization. */
  readonly write: Action<[text: string], Message>;
  /** Ends the mails that ask how it goes. */
  readonly endMails: Action<[], void>;
}

/** The reservation behind a link, and what its visitor may do. */
export function useReservation(origin: string, token: string): OwnReservation {
  const { own, query } = useLink(origin, token, ({ reservations }, options) => reservations.get(options));
  const { reservations } = own;
  const cancel = useAction(async () => query.set(await reservations.cancel()));
  const write = useAction((message: string) => reservations.write({ message }));
  const endMails = useAction(async () => query.set(await reservations.endFollowUps()));
  return { query, cancel, write, endMails };
}
