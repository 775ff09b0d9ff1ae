import {
  APPLICATION_TRANSITIONS,
  type ApplicationTransition,
  WAITING_STATUSES,
} from '../../vocabulary/application-lifecycle.ts';
import { type OrderTransition, ORDER_TRANSITIONS, OPEN_STATUSES } from '../../vocabulary/order-lifecycle.ts';
import { PET_TRANSITIONS } from '../../vocabulary/pet-lifecycle.ts';

const WHO: Readonly<Record<OrderTransition['by'], string>> = {
  shelter: 'the organization of the animal, or the account that added it',
  either: 'either side: the account that placed the order, or the organization or account of the animal',
  clock: 'the service, automatically',
};

const SUBMITTERS: Readonly<Record<ApplicationTransition['by'], string>> = {
  shelter: WHO.shelter,
  either: 'either side: the account that submitted it, or the organization or account of the animal',
};

/** Renders `docs/lifecycle.md` from the tables that the service enforces. */
export function lifecyclePage(): string {
  const transitions = Object.entries(PET_TRANSITIONS);
  const moves: readonly OrderTransition[] = Object.values(ORDER_TRANSITIONS);
  const steps: readonly ApplicationTransition[] = Object.values(APPLICATION_TRANSITIONS);
  const quoted = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ');
  const closed = new Set(moves.map(({ to }) => to)).difference(new Set(moves.flatMap(({ from }) => from)));
  const lines = (...found: (readonly string[])[]) => found.flat().join('\n');

  return `# Lifecycle

How the \`status\` of an animal, of an order and of an application can change. Any other change gets 409. \`npm run docs\` generates this page from the tables that
the service enforces.

## Animals

\`\`\`mermaid
${lines(
  ['stateDiagram-v2', '  [*] --> available'],
  transitions.flatMap(([from, targets]) => targets.map((to) => `  ${from} --> ${to}`)),
)}
\`\`\`

| from | to |
|---|---|
${lines(transitions.map(([from, targets]) => `| \`${from}\` | ${quoted(targets)} |`))}

An animal can be added with any of the three statuses; the default is \`available\`. Setting the current status again always succeeds. While
the animal has an open order (${quoted(OPEN_STATUSES)}), its status follows the order, and a direct change gets 409 \`pet_has_open_order\`. Any other
change that is not in the table gets 409 \`invalid_status_transition\`.

Whatever its status, nobody can order an animal that is on hold or has left, and visitors do not see it: [Animals](animals.md#when-an-animal-cannot-be-adopted-yet).

## Orders

\`\`\`mermaid
${lines(
  ['stateDiagram-v2', `  [*] --> ${ORDER_TRANSITIONS.approve.from[0]}: place`],
  moves.flatMap(({ name, from, to }) => from.map((status) => `  ${status} --> ${to}: ${name}`)),
  [...closed].map((status) => `  ${status} --> [*]`),
)}
\`\`\`

| operation | from | to | the animal becomes | by |
|---|---|---|---|---|
| place | | \`placed\` | \`pending\` | any account with the scope \`orders:write\` |
${lines(
  moves.map(({ name, from, to, pet, by }) => {
    const animal = pet === undefined ? 'unchanged' : `\`${pet}\``;
    return `| ${name} | ${quoted(from)} | \`${to}\` | ${animal} | ${WHO[by]} |`;
  }),
)}

${lines(moves.map(({ name, description }) => `- **${name}**: ${description}`))}

An operator can perform all of these. A change that the order's status does not allow gets 409: \`invalid_status_transition\` while the order is
open, \`order_closed\` afterwards. Returning an order does not change an animal that has since been adopted again or deleted.

## Applications

An application holds nothing: the animal stays as it is until one is accepted, which makes an \`approved\` order of it.

\`\`\`mermaid
${lines(
  ['stateDiagram-v2', '  [*] --> submitted: submit'],
  steps.flatMap(({ name, from, to }) => from.map((status) => `  ${status} --> ${to}: ${name}`)),
  steps.flatMap(({ to }) => ((WAITING_STATUSES as readonly string[]).includes(to) ? [] : [`  ${to} --> [*]`])),
)}
\`\`\`

| operation | from | to | by |
|---|---|---|---|
| submit | | \`submitted\` | any account with the scope \`orders:write\` |
${lines(steps.map(({ name, from, to, by }) => `| ${name} | ${quoted(from)} | \`${to}\` | ${SUBMITTERS[by]} |`))}

${lines(steps.map(({ name, description }) => `- **${name}**: ${description}`))}

The applicant withdraws by the secret link, too, and changes what they sent while the application is \`submitted\`. The service closes the
applications for an animal that is removed. A change that the status does not allow gets 409: \`invalid_status_transition\` while the
application is open, \`application_closed\` afterwards.
`;
}
