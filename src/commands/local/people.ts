import { InvalidArgumentError } from 'commander';
import { Failure, misuse } from '../../failure.ts';
import { FORMATS } from '../../http/validation/formats.ts';
import { isNothing } from '../../people/counts.ts';
import type { Counts, Person } from '../../people/schema.ts';
import type { Alias, Aliases, Part } from '../api/aliases.ts';
import type { View } from '../api/view.ts';
import { type Fact, printFacts, printRows } from '../rows.ts';
import { ask } from '../terminal.ts';
import { nameOf } from './accounts.ts';
import type { EnvironmentOptions } from './environment.ts';
import type { Local } from './in-process.ts';

const address = (format: 'address' | 'email') => (text: string) => {
  const trimmed = text.trim();
  if (trimmed.length <= 254 && FORMATS[format].validate(trimmed)) return trimmed;
  throw new InvalidArgumentError('It must be an email address.');
};

const email: Part<Local> = { to: 'email', says: 'the email address of the person', parse: address('address') };

const factsOf = (counts: Counts): readonly Fact[] => [
  ['Accounts', counts.accounts],
  ['Orders', counts.orders],
  ['Applications', counts.applications],
  ['Messages', counts.messages],
  ['Events', counts.events],
  ['Deliveries', counts.deliveries],
  ['Responses', counts.answers],
  ['Other rows', counts.others],
];

const personView: View<Person> = {
  show: (terminal, { email, counts, accounts, orders, applications, messages, others }) => {
    if (isNothing(counts)) return terminal.print(`Nothing is stored about ${email}.`);
    printFacts(terminal, factsOf(counts));
    terminal.print();
    printRows(terminal, accounts, [
      { title: 'account', of: ({ id }) => id, right: true },
      { title: 'email', of: ({ email }) => email },
      { title: 'name', of: ({ name }) => name, shrinks: true },
      { title: 'created', of: ({ createdAt }) => createdAt.slice(0, 10) },
    ]);
    for (const [title, rows] of [
      ['order', orders],
      ['application', applications],
    ] as const)
      printRows<(typeof rows)[number]>(terminal, rows, [
        { title, of: ({ id }) => id, right: true },
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
  },
};

/** Says how much has changed. */
const changedView = (nothing: string, done: string, remark?: string): View<Counts> => ({
  show: (terminal, counts, _, values) => {
    const email = String(values.get('email'));
    if (isNothing(counts)) return terminal.print(`${nothing} ${email}.`);
    terminal.print(`${terminal.paint('green', '✓')} ${done} ${email}.`);
    printFacts(terminal, factsOf(counts));
    if (remark !== undefined) terminal.note(remark);
  },
});

/** Asks first, at a terminal. @throws Failure if the answer is not yes, or nobody can be asked */
const confirmed: Alias<Local>['check'] = async (given, terminal, options) => {
  if (given.has('yes')) return;
  if (terminal.process.stdin.isTTY !== true) throw misuse('Use --yes to erase without being asked.');
  const { environment } = options as EnvironmentOptions;
  const question = `Erase ${String(given.get('email'))} in ${environment}? This cannot be undone. (y/N) `;
  const answer = await ask(terminal, question, 'Nothing was erased.');
  if (!/^y(es)?$/i.test(answer)) throw new Failure('Nothing was erased.', { exit: 'interrupted' });
};

export const PEOPLE: Aliases<Local> = {
  'people show': {
    operation: 'findPerson',
    says: 'Show what is stored about a person.',
    args: [email],
    view: personView,
    examples: ['petstore people show ann@example.org', 'petstore people show ann@example.org --json > ann.json'],
  },
  'people erase': {
    operation: 'erasePerson',
    says: 'Erase a person: cancel open orders, close accounts, and remove the address from every text.',
    args: [email],
    options: { yes: { to: 'yes', says: 'do not ask for confirmation' } },
    check: confirmed,
    view: changedView(
      'Nothing is stored about',
      'Erased',
      'Backups, logs of proxies, and receivers of mail and webhooks keep what they have: see docs/privacy.md.',
    ),
    examples: ['petstore people erase ann@example.org', 'petstore people erase ann@example.org --yes --json'],
  },
  'people correct': {
    operation: 'correctPerson',
    says: 'Correct the email address or the name of a person, wherever they are stored.',
    args: [email],
    options: {
      email: { to: 'newEmail', name: 'address', says: 'the right email address', parse: address('email') },
      name: { to: 'newName', says: 'the right name', read: nameOf },
    },
    check: (given) => {
      if (given.size === 1) throw misuse('Give --email, --name, or both.');
    },
    view: changedView('There is nothing to correct about', 'Corrected'),
    examples: [
      'petstore people correct an@example.org --email ann@example.org',
      'petstore people correct ann@example.org --name "Ann Lee"',
    ],
  },
};
