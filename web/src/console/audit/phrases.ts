import type { ComponentChildren, JSX } from 'preact';
import type { Order } from '../../../../client/src/petstore.ts';
import type { KindAbout } from '../../../../src/vocabulary/event-kinds.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { around } from '../../design/text/around.tsx';
import { ADOPTION_STATES } from '../words.ts';

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

type Phrases = Readonly<Record<KindAbout<'order'>, (event: { readonly data: Order }) => JSX.Element>>;

const DID: Readonly<Record<KindAbout<'order'>, string>> = {
  ...(Object.fromEntries(ORDER_STATUSES.map((status) => [`order.${status}`, ADOPTION_STATES[status].did])) as Record<
    `order.${OrderStatus}`,
    string
  >),
  'order.paid': 'marked {} as paid',
  'order.unpaid': 'took back that {} is paid',
};

/** What somebody did with an adoption, after their name, for each kind of event. @param name shows the adoption */
export const orderPhrases = (name: (order: Order) => ComponentChildren): Phrases =>
  Object.fromEntries(
    Object.entries(DID).map(([kind, did]) => [kind, ({ data }: { readonly data: Order }) => around(did, name(data))]),
  ) as unknown as Phrases;
