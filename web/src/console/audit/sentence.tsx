import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type {
  AccountNotice,
  Actor,
  ApiKey,
  Application,
  ChangedPet,
  EventType,
  Order,
  PersonNotice,
  Pet,
  PetstoreEvent,
  Webhook,
} from '../../../../client/src/petstore.ts';
import { durationMs, durationWords } from '../../../../src/vocabulary/duration.ts';
import { hasConsole } from '../../../../src/vocabulary/organizations.ts';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { ownAccount } from '../../session.ts';
import { knownAnimal } from '../animals/known-animals.ts';
import { organizations } from '../organizations/organizations.tsx';
import { adoptionOf } from '../words.ts';
import { nameOf } from './people.ts';
import { membersIn, orderPhrases } from './phrases.ts';

/** An event as a sentence, such as `Ann Lee approved adoption 12 of Rex`. */
export const Sentence = ({ event }: { readonly event: PetstoreEvent }) => (
  <p class="audit-sentence">
    <Who event={event} /> {(PHRASES[event.type] as (event: PetstoreEvent) => ComponentChildren)(event)}.
  </p>
);

const order = ({ id, petId }: Order) => about(adoptionOf(id), `/console/orders/${id}`, petId);
const application = ({ id, petId }: Application) =>
  about(`application ${id}`, `/console/applications/${id}`, petId, 'for');

/** What somebody did, for each kind of event. */
const PHRASES: { readonly [Kind in EventType]: (event: PetstoreEvent<Kind>) => ComponentChildren } = {
  'pet.created': ({ data }) => <>added {animal(data)}</>,
  'pet.updated': ({ data }) => changes(data),
  'pet_record.updated': ({ data }) => changes(data),
  'pet.status_changed': ({ data }) =>
    around('changed the status of {} to {}', animal(data), <em>{statusTitles()[data.status]}</em>),
  'pet.deleted': ({ data }) => around(`removed {} (animal ${data.id})`, <UserText>{data.name}</UserText>),
  'pet.unlisted': ({ data }) => <>took {animal(data)} off the board with that</>,
  'category.created': ({ data }) => <>added the category {named(data)}</>,
  'category.updated': ({ data }) => <>changed the category {named(data)}</>,
  'category.deleted': ({ data }) => <>removed the category {named(data)}</>,
  'organization.created': ({ data }) => <>added {organization(data)}</>,
  'organization.updated': ({ data }) => <>changed the profile of {organization(data)}</>,
  'organization.listed': ({ data }) => <>listed {organization(data)}</>,
  'organization.unlisted': ({ data }) => <>unlisted {organization(data)}</>,
  'organization.animals_changed': ({ data }) => <>changed with that which animals of {organization(data)} are shown</>,
  ...orderPhrases(order),
  'application.submitted': ({ data }) => <>submitted {application(data)}</>,
  'application.updated': ({ data }) => <>changed {application(data)}</>,
  'application.in_review': ({ data }) => <>began to review {application(data)}</>,
  'application.accepted': ({ data }) => <>accepted {application(data)}</>,
  'application.declined': ({ data }) => <>declined {application(data)}</>,
  'application.withdrawn': ({ data }) => <>withdrew {application(data)}</>,
  'application.closed': ({ data }) => <>closed {application(data)}</>,
  'message.delivered': () => around('put a message into the {}', <Link href="/console/inbox">inbox</Link>),
  'message.failed': ({ data }) => <>could not deliver the message {data.id}</>,
  'account.created': ({ data, actor }) => (isBy(data, actor) ? 'signed up' : <>created {account(data)}</>),
  'account.updated': ({ data, actor }) => <>changed {isBy(data, actor) ? 'their own account' : account(data)}</>,
  'account.joined': ({ data, actor }) =>
    isBy(data, actor)
      ? around('joined {}', membership(data))
      : around('added {} to {}', account(data), membership(data)),
  'account.left': ({ data, actor }) =>
    isBy(data, actor) ? 'left the organization' : <>removed {account(data)} from the organization</>,
  'account.suspended': ({ data }) => <>suspended {account(data)}</>,
  'account.resumed': ({ data }) => <>ended the suspension of {account(data)}</>,
  'account.closed': ({ data, actor }) => <>closed {isBy(data, actor) ? 'their own account' : account(data)}</>,
  'api_key.created': ({ data }) => <>created the key {key(data)}</>,
  'api_key.rolled': ({ data }) => <>replaced a key by {key(data)}</>,
  'api_key.revoked': ({ data }) => <>revoked the key {key(data)}</>,
  'api_key.banned': ({ data }) => <>banned the key {key(data)}, which ignored 429 responses</>,
  'webhook.created': ({ data }) => <>added {webhook(data)}</>,
  'webhook.updated': ({ data, actor }) =>
    actor?.type === 'service' ? <>disabled {webhook(data)}, which failed</> : <>changed {webhook(data)}</>,
  'webhook.failing': ({ data }) => <>noticed that {webhook(data)} fails</>,
  'webhook.recovered': ({ data }) => <>noticed that {webhook(data)} works again</>,
  'webhook.disabling': ({ data }) => <>will disable {webhook(data)} in a day</>,
  'webhook.secret_rolled': ({ data }) => <>replaced the secret of {webhook(data)}</>,
  'webhook.deleted': ({ data }) => <>removed {webhook(data)}</>,
  'person.erased': ({ data }) =>
    data.reason === 'retention' ? <>erased old personal data: {rows(data)}</> : <>erased a person: {rows(data)}</>,
  'person.corrected': ({ data }) => <>corrected a person: {rows(data)}</>,
  'clock.advanced': ({ data }) => <>advanced the clock by {durationWords(durationMs(data.by) ?? 0)}</>,
  'webhook.test': ({ data }) => <>tested webhook {data.webhookId}</>,
};

const changes = (data: ChangedPet) => (
  <>
    changed {animal(data)}
    {data.changed !== undefined && `: ${membersIn(data.changed)}`}
  </>
);

/** Every event of the audit has an actor. */
export function Who({ event: { actor } }: { readonly event: PetstoreEvent }) {
  if (actor === undefined) return null;
  if (actor.type !== 'account') return <>{UNNAMED[actor.type]}</>;
  return (
    <span class="audit-who">
      {account({ id: actor.accountId ?? 0 })}
      {actor.keyId !== undefined && <span class="quiet small"> with key {actor.keyId}</span>}
    </span>
  );
}

const UNNAMED: Readonly<Record<Exclude<Actor['type'], 'account'>, string>> = {
  visitor: 'A visitor',
  command_line: 'Somebody at the command line',
  service: 'The service',
};

const isBy = ({ id }: { readonly id: number }, actor: PetstoreEvent['actor']): boolean => actor?.accountId === id;

/** Only operators have pages of accounts. */
function account({ id }: { readonly id: number }) {
  const name = <UserText>{nameOf(id)}</UserText>;
  return ownAccount.value?.role === 'operator' ? <Link href={`/console/accounts/${id}`}>{name}</Link> : name;
}

const animal = ({ id, name }: Pet) => (
  <a href={`/pets/${id}`}>
    <UserText>{name}</UserText>
  </a>
);

/** An adoption or an application, with its animal. Accounts without a console have no pages of them. */
function about(name: string, href: string, petId: number, joint = 'of') {
  const pet = knownAnimal(petId);
  const account = ownAccount.value;
  return (
    <>
      {account && hasConsole(account) ? <Link href={href}>{name}</Link> : name} {joint}{' '}
      {pet === undefined ? `animal ${petId}` : animal(pet)}
    </>
  );
}

const named = ({ name }: { readonly name: string }) => <UserText>{name}</UserText>;

/** Some events name the organization by its number alone. */
const nameOfOrganization = (id: number): string =>
  organizations.value.find((one) => one.id === id)?.name ?? `organization ${id}`;

/** Managers have the page of their own organization, and read no other's audit. */
const organization = ({ id, name = nameOfOrganization(id) }: { readonly id: number; readonly name?: string }) => (
  <UserLink href={`/console/organizations/${id}`}>{name}</UserLink>
);

const membership = ({ organization: joined }: AccountNotice) => joined && organization({ id: joined.id });

const key = ({ prefix, lastFour }: ApiKey) => (
  <code>
    {prefix}…{lastFour}
  </code>
);

const rows = ({ reason: _reason, ...counts }: PersonNotice): string => {
  const count = Object.values(counts).reduce((sum, one) => sum + one, 0);
  return count === 1 ? '1 row' : `${numberText(count)} rows`;
};

const webhook = ({ id, url }: Webhook) => around(`webhook ${id} to {}`, <UserText>{url}</UserText>);
