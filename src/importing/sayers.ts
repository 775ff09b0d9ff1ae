/**
 * Which columns have said a status or a hold. Several may, and a file need not have all of them: what one has said ends only if each that
 * said it is in the file and says it no more.
 */

/** What a column is about. `profile` is a column of the member itself. */
export type Subject =
  | ('status' | 'profile' | 'offer' | 'custody' | 'death' | 'adoption' | 'reservation' | 'quarantine' | 'hold')
  | ('outcome' | 'record' | 'movement' | 'trial' | 'cruelty');

/** The members that several columns may say. */
export const STATUS = 'status';
export const HOLD_TYPE = 'profile.staff.hold.type';
/** What the columns of a row are about that say them; empty if none does. */
export type Sayers = Readonly<Record<typeof STATUS | typeof HOLD_TYPE, readonly Subject[]>>;

export const isSaid = (member: string): member is keyof Sayers => member === STATUS || member === HOLD_TYPE;

/** They are kept beside the fingerprint of what they say, unless they are the status alone. */
const KEPT = { [STATUS]: 'status by', [HOLD_TYPE]: 'profile.staff.hold.type by' } as const;
const USUAL = 'status';
export const isOfSayers = (path: string): boolean => path === KEPT[STATUS] || path === KEPT[HOLD_TYPE];

export const sayersIn = (written: Readonly<Record<string, string>>, member: keyof Sayers): readonly Subject[] =>
  (written[KEPT[member]] ?? USUAL).split(' ') as Subject[];

export function noteSayers(written: Record<string, string>, member: keyof Sayers, sayers: readonly Subject[]): void {
  const text = [...new Set(sayers)].join(' ');
  if (text !== '' && text !== USUAL) written[KEPT[member]] = text;
  else delete written[KEPT[member]];
}
