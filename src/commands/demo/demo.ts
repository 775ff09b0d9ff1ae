import { isDeepStrictEqual } from 'node:util';
import { type Organization, type OrganizationPatch, Petstore } from '../../../client/src/petstore.ts';
import { buildDemo, type Demo } from '../../composition/demo.ts';
import { Failure } from '../../failure.ts';
import { petStore } from '../../pets/store.ts';
import { originOf } from '../../settings/origins.ts';
import type { Settings } from '../../settings/settings.ts';
import { DEMO_EMAIL } from '../../vocabulary/text/address.ts';
import { findOperator } from '../local/accounts.ts';
import { type EnvironmentOptions, type OpenEnvironment, withExistingEnvironment } from '../local/environment.ts';
import { callerOf, failureOf } from '../local/in-process.ts';
import { printFacts } from '../rows.ts';
import type { Terminal } from '../terminal.ts';
import { logo, logoVersion } from './drawing/logo.ts';
import { SHELTER } from './shelter.ts';
import { tell } from './story.ts';

/** An order of the past must not expire before its next step, which comes at once. */
const longHoldMs = 60 * 24 * 3_600_000;
const dayMs = 24 * 3_600_000;

/** What both commands work with. */
interface Stage {
  readonly open: OpenEnvironment;
  readonly demo: Demo;
  /** The organization of the first operator. */
  readonly organization: Organization;
  /** The account of the demo; undefined if there is no demo. */
  readonly accountId: number | undefined;
  /** Moves the clock of the environment. */
  readonly goTo: (daysAgo: number) => void;
}

/** Fills an empty environment with a shelter. */
export async function fill(terminal: Terminal, settings: Settings, { environment, json = false }: EnvironmentOptions) {
  const done = await onStage(settings, environment, async ({ open, demo, organization, accountId: known, goTo }) => {
    const { database, accounts } = open;
    const isThere = `The demo is in ${environment} already, at least in part: \`petstore demo remove --environment ${environment}\` takes it away.`;
    if (known !== undefined) throw new Failure(isThere);
    const counts = await petStore(database, open.outbox, open.now).countByStatus();
    if (Object.values(counts).some((count) => count > 0))
      throw new Failure(`There are animals in ${environment}: the demo fills only an empty environment.`);
    if (organization.listed !== true || organization.suspended === true)
      throw new Failure(`Visitors do not see ${organization.name}, which would have the animals of the demo: list it.`);
    if (!json) terminal.note('Drawing the animals …');
    const accountId = await database.transaction((tx) => accounts.createForDemo(tx));
    const as = (holdMs: number) => {
      const { staff, visitor } = demo.as(accountId, organization.id, holdMs);
      return { staff: new Petstore(callerOf(staff)), visitor: new Petstore(callerOf(visitor)) };
    };
    const now = as(settings.orderHold);
    await introduce(now.staff, organization, settings);
    return tell({
      now,
      earlier: as(longHoldMs),
      organizationId: organization.id,
      nowMs: open.now(),
      goTo,
      settled: () => demo.settled(),
    });
  });
  if (json) return terminal.printJson(done);
  const origin = originOf(environment, settings);
  terminal.print(
    `${done.animals} animals with ${done.photos} photos, ${done.orders} orders, ${done.applications} applications and ${done.messages} conversations are in ${environment}.`,
  );
  printFacts(terminal, [
    ['Board', `${origin}/`],
    ['Console', `${origin}/console`],
    ['Remove', `petstore demo remove --environment ${environment}`],
  ]);
}

/** Takes the demo away, whole or in part, and nothing else. */
export async function remove(
  terminal: Terminal,
  settings: Settings,
  { environment, json = false }: EnvironmentOptions,
) {
  const removed = await onStage(settings, environment, async ({ open, demo, organization, accountId }) => {
    if (accountId === undefined) return false;
    const staff = new Petstore(callerOf(demo.as(accountId, organization.id, settings.orderHold).staff));
    await forget(staff, organization, settings);
    await open.database.transaction((tx) => demo.remove(tx, accountId));
    return true;
  });
  if (json) return terminal.printJson({ removed });
  terminal.print(removed ? `The demo is no longer in ${environment}.` : `There is no demo in ${environment}.`);
}

/** Opens the environment with a clock that can be in the past, and without mail. */
async function onStage<Result>(
  settings: Settings,
  environment: EnvironmentOptions['environment'],
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  const mailless = { ...settings, smtpUrl: '' };
  let daysAgo = 0;
  return withExistingEnvironment(
    environment,
    mailless,
    async (open) => {
      const operator = await findOperator(open);
      const viewer = { isOperator: true, organizationId: undefined };
      const found = operator.organization && (await open.organizations.find(viewer, operator.organization.id));
      if (found === undefined)
        throw new Failure(
          'The demo fills the organization of the first operator, who belongs to none: `petstore accounts join` adds them to one.',
        );
      const demo = await buildDemo(open, environment, mailless);
      try {
        const accountId = (await open.accounts.findByEmail(DEMO_EMAIL))?.id;
        return await work({
          open,
          demo,
          organization: found.organization,
          accountId,
          goTo: (days) => (daysAgo = days),
        });
      } catch (error) {
        throw failureOf(error);
      } finally {
        demo.close();
      }
    },
    // Nobody waits for a response.
    { now: () => Date.now() - daysAgo * dayMs, deadlineMs: 60_000 },
  );
}

const members = Object.keys(SHELTER).filter((name) => name !== 'name') as Exclude<keyof typeof SHELTER, 'name'>[];

/** Says about the organization what it does not say itself. */
async function introduce(staff: Petstore, organization: Organization, { organizationName }: Settings): Promise<void> {
  const missing = members.filter((name) => organization[name] === undefined);
  const patch: OrganizationPatch = Object.fromEntries(missing.map((name) => [name, SHELTER[name]]));
  if (organization.name === organizationName) patch.name = SHELTER.name;
  await staff.organizations.update(organization.id, patch);
  if (organization.logo === undefined) await staff.organizations.setLogo(organization.id, await logo());
}

/** Removes what `introduce` has said, as far as nobody has changed it. */
async function forget(staff: Petstore, organization: Organization, { organizationName }: Settings): Promise<void> {
  const { application = [] } = organization;
  const said = { ...organization, application: application.map(({ id: _id, ...question }) => question) };
  const unchanged = members.filter((name) => isDeepStrictEqual(said[name], SHELTER[name]));
  const patch: OrganizationPatch = Object.fromEntries(unchanged.map((name) => [name, null]));
  if (organization.name === SHELTER.name) patch.name = organizationName;
  await staff.organizations.update(organization.id, patch);
  if (organization.logo?.endsWith(await logoVersion()) === true) await staff.organizations.removeLogo(organization.id);
}
