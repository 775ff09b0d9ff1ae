import type {
  ListingAnimal,
  ListingRun,
  ListingSite,
  ListingSiteState,
  ListingSiteTest,
  WaitingList,
} from '../../../client/src/petstore.ts';
import { SITE_STATES, WAITING_REASONS, WHY_NOT_LISTED } from '../../vocabulary/listing-sites.ts';
import { printFacts } from '../rows.ts';
import type { Style } from '../terminal.ts';
import { minuteOf } from './print.ts';
import type { View } from './view.ts';

const STATE_STYLES: Readonly<Record<ListingSiteState, Style>> = {
  new: 'cyan',
  waiting: 'yellow',
  sent: 'green',
  failing: 'red',
  paused: 'dim',
};
const OUTCOME_STYLES: Readonly<Record<NonNullable<ListingRun['outcome']>, Style>> = {
  sent: 'green',
  unchanged: 'dim',
  waiting: 'yellow',
  failed: 'red',
  interrupted: 'dim',
};

const timeOf = (time: string | undefined) => time && minuteOf(time);
const sizeOf = ({ animals, available }: WaitingList): string =>
  `${animals} ${animals === 1 ? 'animal' : 'animals'}, ${available} available`;
const whatHappens = ({ running, error, waiting }: ListingSite): string | undefined => {
  if (running) return 'a run is under way';
  if (error !== undefined) return error.message;
  return waiting && `${sizeOf(waiting)}: ${WAITING_REASONS[waiting.reason]}`;
};

const siteView: View<ListingSite> = {
  columns: () => [
    { title: 'site', of: ({ site }) => site },
    { title: 'state', of: ({ state }) => state, style: ({ state }) => STATE_STYLES[state] },
    { title: 'animals', of: ({ animals }) => animals, right: true },
    { title: 'last taken', of: ({ lastSuccessAt }) => timeOf(lastSuccessAt) },
    { title: 'next run', of: ({ nextRunAt }) => timeOf(nextRunAt) },
    { title: 'what', of: whatHappens, shrinks: true },
  ],
  none: 'No listing site is set up.',
  show: (terminal, site) => {
    const { state, waiting, error, running } = site;
    printFacts(terminal, [
      ['Site', site.site],
      ['State', running ? 'a run is under way' : `${state}: ${SITE_STATES[state]}`, STATE_STYLES[state]],
      ['Error', error?.message, 'red'],
      ['Failing since', timeOf(error?.since)],
      ['List that waits', waiting?.list],
      ['Why it waits', waiting && WAITING_REASONS[waiting.reason]],
      ['In that list', waiting && sizeOf(waiting)],
      ['Before', waiting?.availableBefore === undefined ? undefined : `${waiting.availableBefore} available`],
      ['Agreed', waiting && (waiting.agreed ? 'yes: the next run sends it' : 'no')],
      ['Animals', site.animals],
      ['Last taken', timeOf(site.lastSuccessAt)],
      ['Last run', timeOf(site.lastAttemptAt)],
      ['Next run', timeOf(site.nextRunAt)],
      ['Server', `${site.host}:${site.port}${site.security === 'tls' ? ', encrypted' : ', not encrypted'}`],
      ['User', site.username],
      ['File', site.file],
      ['Photos from', site.photosFrom ?? 'nowhere: PUBLIC_URL is not set'],
    ]);
    if (state === 'waiting' && waiting?.agreed === false)
      terminal.note(`To send it: petstore listing-sites agree ${site.site} ${waiting.list}`, 'dim');
  },
};

const animalView: View<ListingAnimal> = {
  columns: () => [
    { title: 'animal', of: ({ petId }) => petId, right: true },
    { title: 'name', of: ({ name }) => name, shrinks: true },
    { title: 'status', of: ({ status }) => status },
    { title: 'listed since', of: ({ listedSince }) => timeOf(listedSince) },
    {
      title: 'next list',
      of: ({ reasons }) =>
        reasons.length === 0 ? 'has it' : reasons.map((reason) => WHY_NOT_LISTED[reason]).join('. '),
      style: ({ reasons }) => (reasons.length === 0 ? 'green' : 'yellow'),
      shrinks: true,
    },
  ],
  none: 'No animals.',
};

const runView: View<ListingRun> = {
  columns: () => [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'started', of: ({ startedAt }) => minuteOf(startedAt) },
    {
      title: 'outcome',
      of: ({ outcome }) => outcome ?? 'running',
      style: ({ outcome }) => (outcome === undefined ? 'cyan' : OUTCOME_STYLES[outcome]),
    },
    { title: 'cause', of: ({ cause }) => cause },
    { title: 'animals', of: ({ animals }) => animals, right: true },
    { title: 'not listed', of: ({ notListed }) => notListed, right: true },
    { title: 'last step', of: ({ error, steps }) => error ?? steps.at(-1)?.text, shrinks: true },
  ],
  none: 'Nothing was done yet.',
};

const testView: View<ListingSiteTest> = {
  show: (terminal, { succeeded, error, names = [], offersEncryption }) =>
    printFacts(terminal, [
      ['Sign-in', succeeded ? 'succeeded; nothing was sent' : 'failed', succeeded ? 'green' : 'red'],
      ['Error', error],
      ['Folder', succeeded ? (names.length === 0 ? 'empty' : names.join(', ')) : undefined],
      ['Encryption', offersEncryption === undefined ? undefined : offersEncryption ? 'offered' : 'not offered'],
    ]),
  isFailure: ({ succeeded }) => !succeeded,
};

/** The views of what listing sites have. */
export const LISTING_VIEWS: Readonly<Record<string, View>> = {
  ListingSite: siteView,
  ListingAnimal: animalView,
  ListingRun: runView,
  ListingSiteTest: testView,
};
