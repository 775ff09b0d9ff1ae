import { closedEmail } from '../vocabulary/text/address.ts';
import { folded } from '../vocabulary/text/folded.ts';
import { searchable } from '../vocabulary/text/searchable.ts';
import { type Address, normalized } from './address.ts';
import { jsonWith } from './json.ts';
import type { TextTable } from './text-tables.ts';

/** Stands for a text that was erased, and for the address in a longer text. */
export const ERASED = '[erased]';

/** The person's new data, as far as it changes. */
export interface Correction {
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

/** The columns of an order about its adopter. */
export const WITHOUT_ADOPTER = {
  adopter_name: null,
  adopter_email: null,
  adopter_phone: null,
  note: null,
  answers: null,
  visit_at: null,
  message_to_adopter: null,
  locale: null,
  // Anyone with the link sees the adoption.
  reservation_hash: null,
} as const;

/** The columns of an application about its applicant. */
export const WITHOUT_APPLICANT = {
  adopter_name: null,
  adopter_email: null,
  adopter_phone: null,
  note: null,
  answers: null,
  message_to_adopter: null,
  locale: null,
  staff_note: null,
  approved_until: null,
  // Anyone with the link sees what was sent.
  link_hash: null,
} as const;

/** What remains of a message. */
export const WITHOUT_SENDER = { message: ERASED, from_name: null, from_email: null, locale: null } as const;

export type Row = Readonly<Record<string, unknown>>;

/**
 * The columns of a row that change; undefined if the row says nothing about the person. `delete` removes the row, and `account` is for an
 * account of the person, which has more than its row.
 */
export type Change = Row | 'delete' | 'account' | undefined;
export type Rewrite = (source: TextTable, row: Row) => Change;

/**
 * Decides what remains of a row.
 *
 * - An order or an application without its adopter keeps nothing that was said about the adoption.
 * - A note or a message that contains the address is erased as a whole, because it says more about the person.
 * - A message of the person is erased as a whole, with its sender and its answers.
 * - In any other text the address alone is replaced.
 *
 * @param correction undefined erases the person
 * @param messages receives the ids of the messages erased as a whole: their copies, which do not name the sender, are erased too
 */
export function rewriting(
  address: Address,
  correction: Correction | undefined,
  nowMs: number,
  messages: Set<unknown>,
): Rewrite {
  const erases = correction === undefined;
  /** Nothing may be sent to the address any more. */
  const endsAddress = erases || (correction.email !== undefined && !address.is(correction.email));
  const inText = (text: string): string => {
    const by = erases ? ERASED : correction.email;
    return by === undefined ? text : address.replacedIn(text, by);
  };
  const whole = (text: string): string => (erases && address.isIn(text) ? ERASED : inText(text));
  /** A field that holds an address. */
  const field = (value: string): string | null => {
    if (!address.is(value)) return value;
    return erases ? null : (correction.email ?? value);
  };

  const json = jsonWith({
    text: (name, text) => (WHOLE_TEXTS.has(name) ? whole(text) : inText(text)),
    object(source) {
      let object = source;
      const { adopter } = object;
      if (isObject(adopter) && address.is(adopter['email'])) {
        object = erases ? withoutOrdersTexts(object) : { ...object, adopter: { ...adopter, ...known(correction) } };
      }
      const { from } = object;
      const isSender = isObject(from) && address.is(from['email']);
      if (erases && (isSender || messages.has(object['id']))) object = withoutMessagesTexts(object);
      else if (isSender) object = { ...object, from: { ...from, ...known(correction ?? {}) } };
      if (!address.is(object['email'])) return object;
      const { email: _, ...rest } = object;
      // The response about a member says less of the account.
      const isMember = 'role' in object && 'name' in object;
      const isAccount = 'plan' in object || isMember;
      if (!erases) return { ...object, ...known(isAccount ? correction : { email: correction.email }) };
      if (!isAccount) return rest;
      const { name: _name, ...account } = rest;
      return { ...account, email: closedEmail(idIn(object)) };
    },
  });

  const column = (name: string, value: string): string | null => {
    if (EMAILS.has(name)) return field(value);
    if (WHOLE_TEXTS.has(name)) return whole(value);
    return JSON_START.test(value) ? json(value) : inText(value);
  };

  const special: Partial<Record<TextTable['table'], (row: Row, change: Record<string, unknown>) => Change>> = {
    orders(row, change) {
      if (!address.is(row['adopter_email'])) return change;
      if (erases) return { ...change, ...WITHOUT_ADOPTER };
      return { ...change, adopter_name: correction.name ?? row['adopter_name'] };
    },
    applications(row, change) {
      if (!address.is(row['adopter_email'])) return change;
      if (erases) return { ...change, ...WITHOUT_APPLICANT };
      return { ...change, adopter_name: correction.name ?? row['adopter_name'] };
    },
    messages(row, change) {
      const isSender = address.is(row['from_email']);
      // Without its text nobody needs to answer it.
      if (erases && (isSender || change['message'] === ERASED)) {
        messages.add(row['id']);
        return { ...change, ...WITHOUT_SENDER };
      }
      return isSender ? { ...change, from_name: correction?.name ?? row['from_name'] } : change;
    },
    accounts(row, { email: _email, ...change }) {
      // A closed account keeps an address of its own.
      if (!address.is(row['email']) || row['email'] === closedEmail(Number(row['id']))) return change;
      const { email = address.text, name = row['name'] } = correction ?? {};
      const isSame = !erases && normalized(email) === row['email'] && name === row['name'];
      return isSame ? undefined : 'account';
    },
    // Nobody asked for mails to the right address.
    alerts: (row, change) => (endsAddress && address.is(row['email']) ? 'delete' : change),
    // Nobody was mailed, and what it says of the person is longer than the address.
    staged_mails: (_row, change) => (erases && Object.keys(change).length > 0 ? 'delete' : change),
    // It would confirm the old address.
    password_links: (row, change) => (endsAddress && address.is(row['email']) ? 'delete' : change),
    // Without its address anybody could accept it.
    invitations: (row, change) => (erases && address.is(row['email']) ? 'delete' : change),
    webhooks(row, { url, ...change }) {
      if (!erases || url === undefined) return change;
      const { origin } = new URL(String(row['url']));
      return { ...change, url: `${origin}/`, disabled_at: nowMs, disabled_reason: 'erased' };
    },
  };

  return (source, row) => {
    const change: Record<string, unknown> = {};
    for (const name of source.texts) {
      const value = row[name];
      if (typeof value !== 'string' || name === 'name_folded') continue;
      const changed = source.key.includes(name) ? value : column(name, value);
      if (changed !== value) change[name] = changed;
      // Clients choose these keys: a row without its own key says nothing.
      else if (erases && source.key.includes(name) && address.isIn(value)) return 'delete';
    }
    if (source.texts.includes('name_folded')) {
      const name = String(change['name'] ?? row['name']);
      // Folding makes an address of one that is spelled with full-width letters, or with an apostrophe.
      if (erases && (address.isIn(folded(name)) || address.isIn(searchable(name)))) change['name'] = ERASED;
      if ('name' in change) change['name_folded'] = searchable(String(change['name']));
    }
    const decided = (special[source.table] ?? unchanged)(row, change);
    if (typeof decided !== 'object') return decided;
    const isSame = Object.entries(decided).every(([name, value]) => row[name] === value);
    return isSame ? undefined : decided;
  };
}

const unchanged = (_row: Row, change: Change): Change => change;

function withoutOrdersTexts(order: Row): Record<string, unknown> {
  const { adopter: _, note: _note, answers: _answers, visitAt: _visit, messageToAdopter: _message, ...others } = order;
  const { locale: _locale, staffNote: _staff, approvedUntil: _approved, ...rest } = others;
  return rest;
}

function withoutMessagesTexts(message: Row): Record<string, unknown> {
  const { from: _, locale: _locale, ...rest } = message;
  return { ...rest, message: ERASED, ...('answers' in rest ? { answers: [] } : {}) };
}

const EMAILS: ReadonlySet<string> = new Set(['email', 'adopter_email', 'from_email']);
const WHOLE_TEXTS: ReadonlySet<string> = new Set([
  'note',
  'staff_note',
  'staffNote',
  'message',
  'answer',
  'message_to_adopter',
  'messageToAdopter',
  // What staff note about an animal.
  'notes',
  'behaviorNotes',
  'biteHistory',
  'reason',
]);
const JSON_START = /^[[{]/;

/** Numbers of parsed JSON are kept as text. */
const idIn = ({ id }: Row): number => Number(JSON.stringify(id));

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const known = ({ name, email }: Correction): Correction => ({
  ...(name === undefined ? {} : { name }),
  ...(email === undefined ? {} : { email }),
});
