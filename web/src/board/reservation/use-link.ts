import { useMemo } from 'preact/hooks';
import { type CallOptions, Petstore } from '../../../../client/src/petstore.ts';
import { type Query, useQuery, useReloads } from '../../data/calls.ts';

/** How often what a link shows is read again, in milliseconds. */
const everyMs = 20_000;

interface Link<Shown> {
  /** The client of the owner of the link. */
  readonly own: Petstore;
  readonly query: Query<Shown>;
}

/** What is behind the secret link of a visitor, kept current while it is shown. */
export function useLink<Shown>(
  origin: string,
  token: string,
  read: (own: Petstore, options: CallOptions) => Promise<Shown>,
): Link<Shown> {
  const own = useMemo(
    () => new Petstore({ baseUrl: `${origin}/v1`, apiKey: token, timeoutMs: 15_000, deadlineMs: 20_000 }),
    [origin, token],
  );
  const query = useQuery((signal) => read(own, { signal }), [own]);
  useReloads(everyMs, query);
  return { own, query };
}
