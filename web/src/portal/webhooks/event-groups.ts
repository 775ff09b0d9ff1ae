import { KINDS, type Subject, WANTED_KINDS, type WantedKind } from '../../../../src/vocabulary/event-kinds.ts';

/** Nobody receives the events about people and about what only staff may know. */
const TITLES: Readonly<Record<Exclude<Subject, 'person' | 'pet_record'>, string>> = {
  pet: 'Animals',
  order: 'Orders',
  application: 'Applications',
  message: 'Messages',
  category: 'Categories',
  organization: 'Organizations',
  api_key: 'API keys',
  webhook: 'Webhooks',
  account: 'Account',
  clock: 'Clock, in staging',
};

export interface EventGroup {
  readonly subject: Subject;
  readonly title: string;
  readonly kinds: readonly WantedKind[];
}

export const EVENT_GROUPS: readonly EventGroup[] = Object.entries(TITLES).map(([subject, title]) => ({
  subject: subject as Subject,
  title,
  kinds: WANTED_KINDS.filter((kind) => kind.startsWith(`${subject}.`)),
}));

/** When an event of this kind is sent: `An animal was added`. */
export const whenText = (kind: WantedKind): string => {
  const { when } = KINDS[kind];
  return when.charAt(0).toUpperCase() + when.slice(1);
};
