import { ERRORS } from '../../http/errors.ts';
import {
  SLOW_REQUEST_MS,
  TEST_ADOPTERS,
  TEST_ANIMALS,
  TEST_DOMAIN,
  TEST_ENDPOINTS,
  type TestEffect,
} from '../../vocabulary/test-values.ts';

/** Renders `docs/test-values.md` from the tables that staging follows. */
export function testValuesPage(): string {
  const lines = (rows: readonly string[]): string => rows.join('\n');
  const effects = (values: Readonly<Record<string, TestEffect>>): string =>
    lines(Object.entries(values).map(([value, effect]) => `| \`${value}\` | ${outcomeOf(effect)} |`));

  return `# Test values

Staging has values that force rare outcomes: a lost race, a used-up limit, a service that does not answer. In production all of them are
ordinary data. \`npm run docs\` generates this page from the tables that staging follows.

A forced failure has the status, the code and the headers of the real one, comes as early as that, and has as little effect: no animal is added, changed
or held, and a forced 429 is no strike. The request uses one of your limit like any other. A name must be exactly as it is here; an address or a host may have capital letters.

## Animals

A request that gives an animal one of these names, \`POST /v1/pets\` or \`PATCH /v1/pets/{petId}\`:

| name | what the request gets |
|---|---|
${effects(TEST_ANIMALS)}

A slow request succeeds even if its client has stopped waiting for it: with an \`Idempotency-Key\`, [repeat it](guide.md#safe-retries) and see that it
has taken effect once.

## Adopters

An order, \`POST /v1/store/orders\`, or an [application](applications.md), \`POST /v1/applications\`, whose \`adopter\` has one of these addresses. The
board of staging sends them, too. An application gets \`too_many_open_applications\` in place of \`too_many_open_orders\`:

| email | what the request gets |
|---|---|
${effects(TEST_ADOPTERS)}

## Webhooks

A webhook may have a URL of one of these hosts, with any path, such as \`https://fails-once.${TEST_DOMAIN}/hooks\`. Nothing leaves the machine, and the
deliveries show what a real endpoint would have caused:

| host | what becomes of a delivery |
|---|---|
${lines(Object.entries(TEST_ENDPOINTS).map(([name, { outcome }]) => `| \`${name}.${TEST_DOMAIN}\` | ${outcome} |`))}

A delivery is repeated as [Webhooks](webhooks.md) says. Other names below \`${TEST_DOMAIN}\` cannot be resolved.
`;
}

function outcomeOf(effect: TestEffect): string {
  if (effect === 'slow') return `Success after ${SLOW_REQUEST_MS / 1_000} seconds.`;
  const { status, meaning } = ERRORS[effect];
  return `${status} \`${effect}\`: ${meaning}`;
}
