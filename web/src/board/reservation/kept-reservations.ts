import { keep, kept } from '../../data/kept.ts';

/** The visitor's own reservations and applications, by animal. This browser alone keeps them: the token of a link is a secret of the adopter. */
interface KeptReservations {
  /** The token of the link; undefined without one, or if it has ended. */
  tokenOf(petId: number): string | undefined;
  keep(petId: number, token: string): void;
  forget(petId: number): void;
}

/** More than anybody may have open. The oldest are forgotten first. */
const most = 20;

/** @param origin of the service: a page that embeds the board may embed several */
export function keptReservations(origin: string): KeptReservations {
  const name = `petstore-reservations ${origin}`;
  const read = (): [string, string][] => {
    try {
      return JSON.parse(kept(name) ?? '[]') as [string, string][];
    } catch {
      // Something else wrote it.
      return [];
    }
  };
  /** Without storage, the link in the mail remains. */
  const write = (tokens: readonly [string, string][]): void => keep(name, JSON.stringify(tokens.slice(-most)));
  const without = (petId: number) => read().filter(([id]) => id !== String(petId));
  return {
    tokenOf: (petId) => read().find(([id]) => id === String(petId))?.[1],
    keep: (petId, token) => write([...without(petId), [String(petId), token]]),
    forget: (petId) => write(without(petId)),
  };
}

/** The token in a link, or in the fragment of the address; undefined if there is none. */
export const tokenIn = (url = ''): string | undefined => /#(p(?:rs|ap)_[\w-]+)$/.exec(url)?.[1];

/** What the link shows: by its token, an application or a reservation. */
export const isOfApplication = (token: string): boolean => token.startsWith('pap_');
