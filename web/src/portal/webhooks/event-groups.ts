import { type KindAbout, KINDS, kindsAbout, type Subject } from '../../../../src/vocabulary/event-kinds.ts';

/** `webhook.test` is sent on request only: nobody subscribes to it. */
type SubscribableSubject = Exclude<Subject, 'webhook'>;
export type SubscribableKind = KindAbout<SubscribableSubject>;

const TITLES: Readonly<Record<SubscribableSubject, string>> = {
  pet: 'Animals',
  order: 'Orders',
  message: 'Messages',
  category: 'Categories',
  api_key: 'API keys',
};

export interface EventGroup {
  readonly title: string;
  readonly kinds: readonly SubscribableKind[];
}

export const EVENT_GROUPS: readonly EventGroup[] = Object.entries(TITLES).map(([subject, title]) => ({
  title,
  kinds: kindsAbout(subject as SubscribableSubject),
}));

/** When an event of this kind is sent: `An animal was added`. */
export const whenText = (kind: SubscribableKind): string => {
  const { when } = KINDS[kind];
  return when.charAt(0).toUpperCase() + when.slice(1);
};
