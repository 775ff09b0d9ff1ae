import type { LoggedKey } from '../../../../client/src/petstore.ts';

export const nameOfKey = ({ name, prefix, lastFour }: LoggedKey): string => name ?? `${prefix}…${lastFour}`;
