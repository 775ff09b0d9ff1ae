import { useMemo } from 'preact/hooks';
import { type Message, Petstore, type Reservation } from '../../../../client/src/petstore.ts';
import { type Action, useAction } from '../../data/use-action.ts';
import { type Query, useQuery } from '../../data/use-query.ts';
import { useReloads } from '../../data/use-while-visible.ts';

/** How often a reservation is read again, in milliseconds. */
const everyMs = 20_000;

export interface OwnReservation {
  readonly query: Query<Reservation>;
  readonly cancel: Action<[], void>;
  /** Writes to the organization. */
  readonly write: Action<[text: string], Message>;
  /** Ends the mails that ask how it goes. */
  readonly endMails: Action<[], void>;
}

/** The reservation behind a link, kept current while it is shown. */
export function useReservation(origin: string, token: string): OwnReservation {
  const { reservations } = useMemo(
    () => new Petstore({ baseUrl: `${origin}/v1`, apiKey: token, timeoutMs: 15_000, deadlineMs: 20_000 }),
    [origin, token],
  );
  const query = useQuery((signal) => reservations.get({ signal }), [reservations]);
  useReloads(everyMs, query);
  const cancel = useAction(async () => query.set(await reservations.cancel()));
  const write = useAction((message: string) => reservations.write({ message }));
  const endMails = useAction(async () => query.set(await reservations.endFollowUps()));
  return { query, cancel, write, endMails };
}
