import type { AccountStore } from '../accounts/store.ts';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { MailStore } from '../mail/store.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { Now } from '../time/clock.ts';
import { FIRST_NAME } from '../vocabulary/organizations.ts';
import type { Missing, SetupStep } from '../vocabulary/setup.ts';
import { isMailbox } from '../vocabulary/text/address.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import { AddressCheck, Setup, SetupPatch } from './schema.ts';
import type { SetupStore } from './store.ts';

/** The kind of the test mails. Their subject is the id of the account that gets one. */
export const TEST_MAIL = 'setup.test';

interface SetupRouteParts {
  readonly setup: SetupStore;
  readonly accounts: AccountStore;
  readonly organizations: OrganizationStore;
  readonly mails: Pick<MailStore, 'isOn' | 'add'>;
  readonly effects: Effects;
  readonly now: Now;
  /** Staging sends no mail, so that nobody need set it up. */
  readonly sendsMail: boolean;
  /** The public address; empty if there is none. */
  readonly publicUrl: string;
  readonly checkAddress: () => Promise<Readonly<AddressCheck>>;
  /** What is known of the backups; undefined if the service makes none by itself. */
  readonly backups: () => Promise<{ readonly madeMs?: number; readonly failing?: object } | undefined>;
}

/** What is left to do between a first start and a shelter that works. */
export function setupRoutes(v1: App, parts: SetupRouteParts): void {
  const { setup, accounts, organizations, mails, effects, now, sendsMail, publicUrl, checkAddress, backups } = parts;

  async function missingIn(id: number | undefined): Promise<Missing[]> {
    const found = id === undefined ? undefined : await organizations.find({ isOperator: true, organizationId: id }, id);
    if (found === undefined) return ['organization'];
    const { name, email, phone, hours, logo } = found.organization;
    const has = { name: name !== FIRST_NAME, contact: email ?? phone, hours, logo };
    return (Object.keys(has) as (keyof typeof has)[]).filter((member) => !has[member]);
  }

  async function read({ accountId, organization }: Principal, tx?: Queries): Promise<Setup> {
    const { hidden = false, mailTestedMs, mailArrived = false, answeringUrl } = await setup.notes(tx);
    const facts = await setup.facts(organization?.id ?? 0);
    const account = await accounts.find(accountId);
    const made = await backups();
    const unless = (isThere: boolean | number, missing: Missing): Missing[] => (isThere ? [] : [missing]);
    /** The first thing that is missing. */
    const first = (...all: readonly (readonly [isThere: boolean, missing: Missing])[]): Missing[] =>
      all.flatMap(([isThere, missing]) => unless(isThere, missing)).slice(0, 1);
    const missing: Readonly<Record<SetupStep, readonly Missing[]>> = {
      organization: await missingIn(organization?.id),
      address: first(
        [publicUrl !== '', 'url'],
        [publicUrl.startsWith('https:'), 'https'],
        [answeringUrl === publicUrl, 'answer'],
      ),
      mail: first(
        [mails.isOn, 'server'],
        [mailArrived || isMailbox(account?.email ?? ''), 'mailbox'],
        [mailTestedMs !== undefined, 'test'],
        [mailArrived, 'arrival'],
      ),
      animal: unless(facts.animal, 'animal'),
      photo: unless(facts.photo, 'photo'),
      colleague: unless(facts.colleague, 'colleague'),
      backups: first(
        [made !== undefined, 'place'],
        [made?.failing === undefined, 'success'],
        [made?.madeMs !== undefined, 'first'],
      ),
      website: unless(facts.website, 'website'),
    };
    const steps = (Object.keys(missing) as SetupStep[]).filter((step) => step !== 'mail' || sendsMail);
    return {
      hidden,
      ...(organization && { organizationId: organization.id }),
      ...(publicUrl !== '' && { url: publicUrl }),
      ...(mailTestedMs !== undefined && { mailTestedAt: timestamp(mailTestedMs) }),
      steps: steps.map((step) => ({ step, missing: [...missing[step]] })),
    };
  }

  v1.get('/admin/setup', {
    schema: {
      operationId: 'getSetup',
      summary: 'Get the checklist of the setup',
      description:
        'Returns what is done and what is missing between a first start and a shelter that works, for your organization. It follows from what is there; animals of `petstore demo` do not count. The call does not count against the limits.',
      response: { 200: Setup },
    },
    config: { access: 'operator', cost: 0 },
    handler: (request) => read(principalOf(request)),
  });

  v1.patch('/admin/setup', {
    schema: {
      operationId: 'updateSetup',
      summary: 'Hide the checklist, or say whether the test mail has arrived',
      description: 'Applies a JSON merge patch (RFC 7396). It holds for all operators of the environment.',
      body: SetupPatch,
      response: { 200: Setup },
    },
    config: { access: 'operator' },
    handler: async (request, reply) =>
      effects.run(request, reply, async (tx) => {
        await setup.note(tx, request.body);
        return read(principalOf(request), tx);
      }),
  });

  v1.post('/admin/setup/mail-test', {
    schema: {
      operationId: 'sendTestMail',
      summary: 'Send yourself a test mail',
      description:
        'Sends a mail to the address of your account. Say with `PATCH /admin/setup` whether it has arrived. Nothing is sent in staging, or while the step `mail` misses the server or the mailbox.',
      response: { 200: Setup },
    },
    config: { access: 'operator' },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const account = await accounts.find(principal.accountId, tx);
        if (sendsMail && mails.isOn && isMailbox(account?.email ?? '')) {
          await mails.add(tx, TEST_MAIL, [principal.accountId]);
          await setup.note(tx, { mailTestedMs: now(), mailArrived: undefined });
        }
        return read(principal, tx);
      }),
  });

  v1.get('/admin/setup/address', {
    schema: {
      operationId: 'checkAddress',
      summary: 'Check the public address',
      description:
        'Visits `PUBLIC_URL` as a client would: whether it leads to this service, how long its certificate is valid, and what a proxy passes on. It takes a second, and longer if nothing answers.',
      response: { 200: AddressCheck },
    },
    config: { access: 'operator' },
    handler: async () => {
      const findings = await checkAddress();
      const answers = findings.length > 0 && findings.every(({ level }) => level !== 'bad');
      const { answeringUrl } = await setup.notes();
      const found = answers && publicUrl !== '' ? publicUrl : undefined;
      if (found !== answeringUrl) await setup.remember({ answeringUrl: found });
      return [...findings];
    },
  });
}
