import { createInterface } from 'node:readline/promises';
import { buildAccountChanges } from '../../composition/account-changes.ts';
import { buildPeople } from '../../composition/people.ts';
import { Failure } from '../../failure.ts';
import { isNothing } from '../../people/counts.ts';
import type { Counts, Person } from '../../people/schema.ts';
import { PersonRefused } from '../../people/store.ts';
import type { PersonStore } from '../../people/store.ts';
import type { Settings } from '../../settings/settings.ts';
import { COMMAND_LINE } from '../../vocabulary/actors.ts';
import { type Fact, printFacts, printRows } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { nameOf } from './account-changes.ts';
import { type EnvironmentOptions, withExistingEnvironment } from './environment.ts';

interface EraseOptions extends EnvironmentOptions {
  readonly yes?: boolean;
}

interface CorrectOptions extends EnvironmentOptions {
  readonly email?: string;
  readonly name?: string;
}

const withPeople = <T>(
  settings: Settings,
  { environment }: EnvironmentOptions,
  work: (people: PersonStore) => Promise<T>,
): Promise<T> =>
  withExistingEnvironment(environment, settings, async (open) => {
    const parts = buildAccountChanges(open);
    const result = await work(buildPeople(open, parts));
    // Those that accounts owned which are closed now.
    while (await open.database.transaction(parts.removeAnimals));
    return result;
  }).catch((error: unknown) => {
    throw error instanceof PersonRefused ? new Failure(error.message, { cause: error }) : error;
  });

export async function showPerson(
  terminal: Terminal,
  settings: Settings,
  email: string,
  options: EnvironmentOptions,
): Promise<void> {
  const person = await withPeople(settings, options, (people) => people.find(email));
  if (options.json === true) return terminal.printJson(person);
  if (isNothing(person.counts)) return terminal.print(`Nothing is stored about ${person.email}.`);
  printFacts(terminal, factsOf(person.counts));
  printPerson(terminal, person);
}

function printPerson(terminal: Terminal, { accounts, orders, messages, others }: Person): void {
  terminal.print();
  printRows(terminal, accounts, [
    { title: 'account', of: ({ id }) => id, right: true },
    { title: 'email', of: ({ email }) => email },
    { title: 'name', of: ({ name }) => name, shrinks: true },
    { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
  ]);
  printRows(terminal, orders, [
    { title: 'order', of: ({ id }) => id, right: true },
    { title: 'animal', of: ({ petId }) => petId, right: true },
    { title: 'status', of: ({ status }) => status },
    { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
    { title: 'adopter', of: ({ adopter }) => adopter?.name, shrinks: true },
    { title: 'email', of: ({ adopter }) => adopter?.email, shrinks: true },
    { title: 'note', of: ({ note }) => note, shrinks: true },
  ]);
  printRows(terminal, messages, [
    { title: 'message', of: ({ id }) => id },
    { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
    { title: 'text', of: ({ message }) => message, shrinks: true },
  ]);
  printRows(terminal, others, [
    { title: 'table', of: ({ table }) => table },
    { title: 'row', of: ({ key }) => key, shrinks: true },
  ]);
}

/** Asks first, at a terminal. */
export async function erasePerson(
  terminal: Terminal,
  settings: Settings,
  email: string,
  options: EraseOptions,
): Promise<void> {
  const { yes = false, json = false } = options;
  if (!yes) await confirm(terminal, `Erase ${email} in ${options.environment}? This cannot be undone.`);
  const counts = await withPeople(settings, options, (people) => people.erase(email, COMMAND_LINE));
  if (counts === undefined) throw new Error('The erasure did not run.');
  if (json) return terminal.printJson(counts);
  if (isNothing(counts)) return terminal.print(`Nothing is stored about ${email}.`);
  terminal.print(`${terminal.paint('green', '✓')} Erased ${email}.`);
  printFacts(terminal, factsOf(counts));
  terminal.note(
    'Backups, logs of proxies, and receivers of mail and webhooks keep what they have: see docs/privacy.md.',
  );
}

/** @throws Failure if the answer is not yes, or nobody can be asked */
async function confirm({ process }: Terminal, question: string): Promise<void> {
  const { stdin, stderr } = process;
  if (stdin.isTTY !== true) throw new Failure('Use --yes to erase without being asked.', { exit: 'usage' });
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  const stop = new AbortController();
  // Ctrl-C and Ctrl-D.
  for (const end of ['SIGINT', 'close']) lines.once(end, () => stop.abort());
  try {
    const answer = await lines.question(`${question} (y/N) `, { signal: stop.signal });
    if (/^y(es)?$/i.test(answer.trim())) return;
  } catch (cause) {
    if (!stop.signal.aborted) throw cause;
  } finally {
    lines.close();
  }
  throw new Failure('Nothing was erased.', { exit: 'interrupted' });
}

export async function correctPerson(
  terminal: Terminal,
  settings: Settings,
  email: string,
  options: CorrectOptions,
): Promise<void> {
  const correction = {
    email: options.email,
    name: options.name === undefined ? undefined : nameOf(options.name),
  };
  if (correction.email === undefined && correction.name === undefined)
    throw new Failure('Give --email, --name, or both.', { exit: 'usage' });
  const counts = await withPeople(settings, options, (people) => people.correct(email, correction, COMMAND_LINE));
  if (counts === undefined) throw new Error('The correction did not run.');
  if (options.json === true) return terminal.printJson(counts);
  if (isNothing(counts)) return terminal.print(`There is nothing to correct about ${email}.`);
  terminal.print(`${terminal.paint('green', '✓')} Corrected ${email}.`);
  printFacts(terminal, factsOf(counts));
}

const factsOf = ({ accounts, orders, messages, events, deliveries, answers, others }: Counts): readonly Fact[] => [
  ['Accounts', accounts],
  ['Orders', orders],
  ['Messages', messages],
  ['Events', events],
  ['Deliveries', deliveries],
  ['Responses', answers],
  ['Other rows', others],
];
