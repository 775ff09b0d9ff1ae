import type { ListingRun, ListingSite } from '../../../../client/src/petstore.ts';
import type { ListingSiteName, WaitingReason } from '../../../../src/vocabulary/listing-sites.ts';
import type { Tone } from '../../design/data/badge.tsx';
import { numberText } from '../../design/text/number-text.ts';

interface SiteWords {
  /** Of its own accord a site says nothing: so much is known. */
  readonly visible: string;
  /** Where it tells what it could not read. */
  readonly errors: string;
  readonly username: string;
  /** What to do at the site before the first list, and what that list does. */
  readonly first: readonly string[];
}

const OLD_SYSTEM = 'Switch off the upload of your old system first: two lists replace each other.';

export const SITE_WORDS: Readonly<Record<ListingSiteName, SiteWords>> = {
  petfinder: {
    visible: 'Animals are usually visible at Petfinder one or two hours later.',
    errors: 'Petfinder does not report what it could not read: look there whether an animal is missing.',
    username: 'Your shelter’s ID at Petfinder, such as NJ94.',
    first: [
      'Your primary contact writes to help@petfinder.com: that Petstore will send a CSV file with the addresses of photos, and whether your present listings are to be overwritten or protected. Answers take one to three working days.',
      OLD_SYSTEM,
      'The list deletes every animal that an upload has put there and that it lacks.',
      'Animals that you have typed in at Petfinder stay there, and are then listed twice: remove them by hand.',
    ],
  },
  'adopt-a-pet': {
    visible: 'Animals are usually visible at Adopt-a-Pet two to four hours later.',
    errors: 'Adopt-a-Pet writes to your AutoUpload contact, at most every twelve hours, from au-admin@adoptapet.com.',
    username: 'From the page for uploads in your account at Adopt-a-Pet.',
    first: [
      'The first upload of a new system erases every animal of your account, adopted ones, adopters and microchips, too: export them there first.',
      `${OLD_SYSTEM} Adopt-a-Pet then gives you another password.`,
      'Mark one of your people as the AutoUpload contact: without one, Adopt-a-Pet reads no upload.',
      'Look into your account there for the two questions below, and let it accept good rows when others fail.',
    ],
  },
  rescuegroups: {
    visible: 'Animals are usually visible at RescueGroups within two hours.',
    errors: 'RescueGroups writes to the addresses in your Import Account.',
    username: 'Of the FTP account that you make there under Services.',
    first: [
      'Make an Import Account of the type CSV there. Its name of the file must be the one below, in the same case.',
      'Give it the addresses that are to learn of errors.',
      'The list deletes every animal of that Import Account that it lacks. Others stay.',
      `${OLD_SYSTEM} If RescueGroups exports to Petfinder or Adopt-a-Pet, do not send lists there from here as well.`,
    ],
  },
};

interface Shown {
  readonly title: string;
  readonly tone: Tone;
}

export const STATES: Readonly<Record<ListingSite['state'], Shown>> = {
  new: { title: 'Making the first list', tone: 'accent' },
  waiting: { title: 'Waits for your consent', tone: 'caution' },
  sent: { title: 'Sent', tone: 'positive' },
  failing: { title: 'Fails', tone: 'danger' },
  paused: { title: 'Paused', tone: 'neutral' },
};

export const OUTCOMES: Readonly<Record<NonNullable<ListingRun['outcome']>, Shown>> = {
  sent: { title: 'Sent', tone: 'positive' },
  unchanged: { title: 'Nothing new', tone: 'neutral' },
  waiting: { title: 'Waits for consent', tone: 'caution' },
  failed: { title: 'Failed', tone: 'danger' },
  interrupted: { title: 'Interrupted', tone: 'neutral' },
};

export const CAUSES: Readonly<Record<ListingRun['cause'], string>> = {
  schedule: 'On schedule',
  removal: 'After an adoption',
  retry: 'Another attempt',
  asked: 'Asked for',
};

/** Why a list waits, at the site of this name. */
export const REASONS: Readonly<Record<WaitingReason, (name: string) => string>> = {
  first: (name) => `It is the first list, and replaces what your account at ${name} holds.`,
  empty: (name) => `It has no animals: ${name} would list none of yours.`,
  shrunk: () => 'It has less than half of the available animals of the list before.',
};

export const animalsText = (count: number): string => `${numberText(count)} ${count === 1 ? 'animal' : 'animals'}`;
