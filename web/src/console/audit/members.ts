/** The names of changed members in words, such as `breed, house trained and staff notes`. */
export const membersIn = (changed: readonly string[]): string => lists.format(changed.map(wordsOf));

// British English puts no comma before the last "and", as the rest of the site.
const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' });

const OTHERS: Readonly<Record<string, string>> = {
  categoryId: 'category',
  visible: 'that visitors see it again',
  'profile.altered': 'spayed or neutered',
  'profile.description': 'story',
  'profile.goodWith': 'with whom it gets on',
  'profile.shotsCurrent': 'vaccinations up to date',
  'profile.summary': 'its one sentence',
  'profile.translations': 'its words in other languages',
  'profile.staff.notes': 'staff notes',
};

/** Such as `house trained` for `profile.houseTrained`. */
const wordsOf = (member: string): string =>
  OTHERS[member] ??
  member.replace(/^profile\.(?:staff\.)?/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
