import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type {
  Mention,
  Person,
  PersonAccount,
  PersonApplication,
  PersonCounts,
  PersonMessage,
  PersonOrder,
} from '../../../../client/src/petstore.ts';
import type { ApplicationStatus } from '../../../../src/vocabulary/application-lifecycle.ts';
import type { OrderStatus } from '../../../../src/vocabulary/order-lifecycle.ts';
import { Card } from '../../design/data/card.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { Tile, Tiles } from '../../design/data/tiles.tsx';
import { Time } from '../../design/data/time.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { STATES as APPLICATION_STATES } from '../applications/words.tsx';
import { ADOPTION_STATES } from '../words.ts';

interface PersonViewProps {
  readonly person: Person;
  readonly actions: ComponentChildren;
}

/** What is kept of a person: how much, and then the rows themselves, without the copies. */
export function PersonView({ person, actions }: PersonViewProps) {
  const { email, accounts, orders, applications, messages, others, counts } = person;
  return (
    <>
      <Card title={<UserText>{email}</UserText>} actions={actions}>
        <Tiles>
          {COUNTED.map(([name, title]) => (
            <Tile key={name} name={title} value={numberText(counts[name])} />
          ))}
        </Tiles>
      </Card>
      <Rows title="Accounts" rows={accounts} count={counts.accounts} keyOf={({ id }) => id} columns={ACCOUNT} />
      <Rows title="Adoptions" rows={orders} count={counts.orders} keyOf={({ id }) => id} columns={ORDER} />
      <Rows
        title="Applications"
        rows={applications}
        count={counts.applications}
        keyOf={({ id }) => id}
        columns={APPLICATION}
      />
      <Rows title="Messages" rows={messages} count={counts.messages} keyOf={({ id }) => id} columns={MESSAGE} />
      <Rows
        title="Other places"
        rows={others}
        count={counts.others}
        keyOf={({ table, key }) => `${table} ${key}`}
        columns={OTHER}
      />
    </>
  );
}

const COUNTED: readonly (readonly [keyof PersonCounts, string])[] = [
  ['accounts', 'Accounts'],
  ['orders', 'Adoptions'],
  ['applications', 'Applications'],
  ['messages', 'Messages'],
  ['events', 'Events'],
  ['deliveries', 'Deliveries'],
  ['answers', 'Stored responses'],
  ['others', 'Other places'],
];

interface RowsProps<Row extends object> {
  readonly title: string;
  readonly rows: readonly Row[];
  /** How many there are: the service sends the newest ones. */
  readonly count: number;
  readonly keyOf: (row: Row) => string | number | bigint;
  readonly columns: readonly Column<Row>[];
}

const Rows = <Row extends object>({ title, rows, count, keyOf, columns }: RowsProps<Row>) =>
  rows.length === 0 ? null : (
    <Card title={title} isFlush about={count > rows.length ? `${rows.length} of ${count} are shown.` : undefined}>
      <Table caption={title} columns={columns} rows={rows} keyOf={keyOf} />
    </Card>
  );

const text = (value: string | undefined) =>
  value === undefined ? <span class="quiet">–</span> : <UserText>{value}</UserText>;

const ACCOUNT: readonly Column<PersonAccount>[] = [
  { header: 'Account', cell: ({ id, email }) => <Link href={`/console/accounts/${id}`}>{text(email)}</Link> },
  { header: 'Name', cell: ({ name }) => text(name) },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const ADOPTER: Column<PersonOrder | PersonApplication> = {
  header: 'Adopter',
  cell: ({ adopter }) => (
    <div class="two-lines">
      {text(adopter?.name)}
      {adopter !== undefined && <span class="quiet small">{text(adopter.email)}</span>}
    </div>
  ),
};
const NOTE: Column<PersonOrder | PersonApplication> = { header: 'Note', cell: ({ note }) => text(note) };

const ORDER: readonly Column<PersonOrder>[] = [
  {
    header: 'Adoption',
    cell: ({ id }) => <Link href={`/console/orders/${id}`}>Adoption {id}</Link>,
  },
  { header: 'Status', cell: ({ status }) => ADOPTION_STATES[status as OrderStatus].title },
  ADOPTER,
  NOTE,
  { header: 'Reserved', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const APPLICATION: readonly Column<PersonApplication>[] = [
  {
    header: 'Application',
    cell: ({ id }) => <Link href={`/console/applications/${id}`}>Application {id}</Link>,
  },
  { header: 'Status', cell: ({ status }) => APPLICATION_STATES[status as ApplicationStatus][0] },
  ADOPTER,
  NOTE,
  { header: 'Sent', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const MESSAGE: readonly Column<PersonMessage>[] = [
  { header: 'Message', cell: ({ message }) => text(message) },
  { header: 'Answers', cell: ({ answers }) => text(answers.length === 0 ? undefined : answers.join('\n\n')) },
  {
    header: 'Sent by',
    cell: ({ accountId }) => <Link href={`/console/accounts/${accountId}`}>Account {accountId}</Link>,
  },
  { header: 'Sent', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

interface Place {
  readonly title: string;
  /** The page about a row. */
  readonly href?: (key: string) => string;
}

/** The tables of the database in the words of the console. */
const PLACES: Readonly<Record<string, Place>> = {
  answer_templates: { title: 'Template of answers' },
  message_answers: { title: 'Answer to a message' },
  accounts: { title: 'Name of an account', href: (key) => `/console/accounts/${key}` },
  api_keys: { title: 'API key' },
  categories: { title: 'Category', href: () => '/console/categories' },
  import_references: { title: 'Imported animal' },
  invitations: { title: 'Invitation' },
  organizations: { title: 'Organization', href: (key) => `/console/organizations/${key}` },
  password_links: { title: 'Mailed link' },
  pets: { title: 'Animal', href: (key) => `/console/animals/${key}` },
  webhooks: { title: 'Webhook' },
};

const OTHER: readonly Column<Mention>[] = [
  { header: 'Where', cell: ({ table }) => PLACES[table]?.title ?? table },
  {
    header: 'Number or key',
    cell({ table, key }) {
      const href = PLACES[table]?.href?.(key);
      return href === undefined ? text(key) : <Link href={href}>{key}</Link>;
    },
  },
];
