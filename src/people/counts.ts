import type { Change } from './rewriting.ts';
import type { Key } from './rows.ts';
import type { Counts } from './schema.ts';
import type { TextTable } from './text-tables.ts';

export const NOTHING: Counts = {
  accounts: 0,
  orders: 0,
  applications: 0,
  messages: 0,
  events: 0,
  deliveries: 0,
  answers: 0,
  others: 0,
};

const COUNTED: Partial<Record<TextTable['table'], keyof Counts>> = {
  orders: 'orders',
  applications: 'applications',
  messages: 'messages',
  events: 'events',
  pending_events: 'events',
  deliveries: 'deliveries',
  delivery_attempts: 'deliveries',
  idempotency_keys: 'answers',
};

/** As what a changed row counts. */
export const countedAs = ({ table }: Pick<TextTable, 'table'>, change: Change): keyof Counts =>
  change === 'account' ? 'accounts' : (COUNTED[table] ?? 'others');

/** The person's events count too. */
export const DELIVERIES = { table: 'deliveries' } as const;

/** Counts the rows of a person. The attempts of a delivery count with the delivery. */
export function openCount() {
  const counts = { ...NOTHING };
  const deliveries = new Set<number>();
  return {
    counts,
    add: (source: Pick<TextTable, 'table'>, [id]: Key, change: Change): void => {
      const name = countedAs(source, change);
      if (name === 'deliveries' && deliveries.has(Number(id))) return;
      if (name === 'deliveries') deliveries.add(Number(id));
      counts[name] += 1;
    },
  };
}

export function sumOf(one: Counts, other: Counts): Counts {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += other[name];
  return sum;
}

export const isNothing = (counts: Counts): boolean => Object.values(counts).every((count) => count === 0);
