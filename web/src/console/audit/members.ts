/** The names of changed members in words, such as `breed, good with and staff notes`. */
export const membersIn = (changed: readonly string[]): string => lists.format(changed.map(wordsOf));

// British English puts no comma before the last "and", as the rest of the site.
const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const OTHERS: Readonly<Record<string, string>> = {
  categoryId: 'category',
  'profile.staff.notes': 'staff notes',
};

/** Such as `good with` for `profile.goodWith`. */
const wordsOf = (member: string): string =>
  OTHERS[member] ??
  member.replace(/^profile\.(?:staff\.)?/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
