import type { AccountStore } from '../../accounts/store.ts';
import type { Queries } from '../../database/database.ts';
import type { Pace } from '../../database/pace.ts';
import type { App } from '../../http/app.ts';
import { etagOfContent, isUnchanged, requirePreconditions } from '../../http/conditional.ts';
import { ApiError } from '../../http/errors.ts';
import { type Lists, LONG_TEXTS } from '../../http/paging.ts';
import { actorOf, isVisitor, ownerOf, type Principal, principalOf } from '../../http/principal.ts';
import { requestOrigin } from '../../http/request.ts';
import { type Scans, searchPage } from '../../http/scans.ts';
import { NotModified } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { Now } from '../../time/clock.ts';
import { APPLICATION_TRANSITIONS, MOST_COUNTED_APPLICATIONS } from '../../vocabulary/application-lifecycle.ts';
import type { Int64, Position } from '../../vocabulary/int64.ts';
import type { OrderApproval } from '../schema.ts';
import type { StoredApplication } from './application-row.ts';
import { type acceptance, applicationFor, requireAllowed, requireRight, requireVisible } from './deciding.ts';
import {
  Application,
  APPLICATION_DECISIONS,
  ApplicationCounts,
  type ApplicationFilters,
  ApplicationParams,
  ApplicationPatch,
  Applications,
  ClosedApplications,
  CloseApplications,
  CountApplicationsQuery,
  ListApplicationsQuery,
  NewApplication,
  SubmittedApplication,
} from './schema.ts';
import type { ApplicationStore } from './store.ts';
import { APPLICANT_TEST_VALUES, type Submitting } from './submitting.ts';

export interface ApplicationRouteParts {
  readonly applications: ApplicationStore;
  readonly accounts: Pick<AccountStore, 'find'>;
  readonly submit: Submitting;
  readonly accept: ReturnType<typeof acceptance>;
  readonly effects: Effects;
  readonly lists: Lists;
  readonly scans: Scans;
  readonly now: Now;
  /** Empty if the service has none. */
  readonly publicUrl: string;
  /** The path of an applicant's secret link. */
  readonly linkPathOf: (application: Application) => string;
  readonly noteAssigned: (
    tx: Queries,
    about: { readonly id: number; readonly ownerId: number; readonly organizationId: number | undefined },
    accountId: number,
    kind: 'application_assigned',
  ) => Promise<unknown>;
}

const ETAG = 'The version of the application as the caller sees it, for `If-Match` and `If-None-Match`.';
const CONCERNED =
  'the applications that the account submitted and those for the animals of the account and its organization';
const OTHERS =
  'Applications of visitors with its publishable keys are not its own. An operator sees every application.';
/** Who may change an application, as the end of a description. */
const CALLERS = {
  shelter: 'the organization or account of the animal',
  either: 'the account that submitted the application, the organization or account of the animal,',
} as const;
/** How long an approval is kept. */
const APPROVED_MS = 365 * 24 * 3_600_000;

/** The side whose applications the principal sees; undefined stands for all. */
const sideOf = (principal: Principal) => (principal.operator ? undefined : ownerOf(principal));

/** Applications for animals that several people may want: docs/decisions/0100-applications.md. */
export function applicationRoutes(v1: App, parts: ApplicationRouteParts): void {
  const { applications, accounts, submit, accept, effects, lists, scans, now, publicUrl, linkPathOf } = parts;
  const { noteAssigned } = parts;

  /** The application for this principal, and its ETag: an approval may stand at another application, and ends by itself. */
  async function shown(principal: Principal, found: StoredApplication, tx?: Queries) {
    const approvals = await applications.approvals([found], tx);
    const application = applicationFor(principal, found, approvals);
    // Of what the principal sees alone: a version would tell them of the rest.
    return { application, etag: etagOfContent(application) };
  }

  v1.post('/applications', {
    schema: {
      operationId: 'submitApplication',
      summary: 'Apply for an animal',
      description:
        'Applies for an `available` animal that is adopted by application: see `adoption` of its profile and of its organization. An application holds nothing; several people may apply for an animal, and its organization accepts one of them. An adopter has one open application for an animal. An application with a publishable key is answered with `applicationUrl`, a secret link for the applicant. For applications with a publishable key, and of an account that signed up by itself, the operator limits how many are open for each adopter and each client address. The plan limits how many open ones an account has for animals of others.',
      body: NewApplication,
      response: { 201: SubmittedApplication },
    },
    config: {
      access: 'orders:write',
      whose: 'account',
      errors: [
        'pet_not_found',
        'mirrored',
        'pet_not_available',
        'order_required',
        'already_applied',
        'too_many_open_applications',
      ],
      testValues: APPLICANT_TEST_VALUES,
      headers: { Location: 'The path of the new application.', ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run<SubmittedApplication>(
        request,
        reply,
        async (tx) => {
          const principal = principalOf(request);
          const found = await submit(tx, principal, request.ip, request.body);
          const { application, etag } = await shown(principal, found, tx);
          reply.headers({ location: `/v1/applications/${application.id}`, etag });
          // A visitor, who may not read orders, reads what they sent.
          return isVisitor(principal) ? found.application : application;
        },
        (application) => {
          if (!isVisitor(principalOf(request))) return application;
          reply.header('cache-control', 'no-store');
          return { ...application, applicationUrl: (publicUrl || requestOrigin(request)) + linkPathOf(application) };
        },
      ),
  });

  v1.get('/applications', {
    schema: {
      operationId: 'listApplications',
      summary: 'List applications',
      description: `Returns ${CONCERNED}, newest first unless \`sort\` says otherwise. ${OTHERS} Follow the \`Link\` header for the next page.`,
      querystring: ListApplicationsQuery,
      response: { 200: Applications },
    },
    config: { access: 'orders:read', whose: 'account' },
    handler: (request, reply) => {
      const principal = principalOf(request);
      const side = sideOf(principal);
      const bound = { account: side?.accountId, organization: side?.organizationId };
      const page = (pace?: Pace) => {
        const read = async (filters: ApplicationFilters, count: number, after: Position | undefined) => {
          const found = await applications.list(side, filters, { count, after, pace });
          const approvals = await applications.approvals(found);
          return found.map((one) => applicationFor(principal, one, approvals));
        };
        return lists.pageInOrder(request, reply, bound, read, ({ id }) => [id], LONG_TEXTS);
      };
      return searchPage({ lists, scans }, request, reply, page);
    },
  });

  v1.get('/application-counts', {
    schema: {
      operationId: 'countApplications',
      summary: 'Count applications',
      description: `Returns how many of ${CONCERNED} have each status, counted up to 1,000. ${OTHERS}`,
      querystring: CountApplicationsQuery,
      response: { 200: ApplicationCounts },
    },
    config: { access: 'orders:read', whose: 'account' },
    handler: (request) => applications.count(sideOf(principalOf(request)), request.query, MOST_COUNTED_APPLICATIONS),
  });

  v1.get('/applications/:applicationId', {
    schema: {
      operationId: 'getApplication',
      summary: 'Get an application',
      description:
        'Returns one application. Only the account that submitted it, the organization or account of the animal, and operators can see it.',
      params: ApplicationParams,
      response: { 200: Application, 304: NotModified },
    },
    config: {
      access: 'orders:read',
      whose: 'side',
      errors: ['application_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const found = requireVisible(await applications.find(request.params.applicationId), principal);
      const { application, etag } = await shown(principal, found);
      if (isUnchanged(request, reply, etag)) return reply.code(304).send();
      return application;
    },
  });

  v1.patch('/applications/:applicationId', {
    schema: {
      operationId: 'updateApplication',
      summary: 'Assign, note or approve an applicant',
      description:
        "Changes what the animal's side keeps about an application: who takes care of it, a note, and whether the adopter is approved for a year. The applicant is not told, and no event has it. A key that lacks `orders:read` receives the application without its adopter.",
      params: ApplicationParams,
      body: ApplicationPatch,
      response: { 200: Application },
    },
    config: {
      access: 'orders:write',
      whose: 'shelter',
      secretKeysOnly: true,
      errors: ['forbidden', 'application_not_found', 'application_closed', 'member_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const found = requireVisible(await applications.find(request.params.applicationId, tx), principal);
        requireRight(found, principal, 'keep anything about');
        requirePreconditions(request, (await shown(principal, found, tx)).etag);
        const { assigneeId, staffNote, approved } = request.body;
        if (found.application.adopter === undefined && (typeof staffNote === 'string' || approved === true))
          throw new ApiError('application_closed', 'The adopter was erased: nothing more is kept about them.');
        if (typeof assigneeId === 'number') await requireReader(tx, assigneeId, found);
        if (approved === false) await endApprovals(tx, found);
        const approvedUntilMs = approved === true ? now() + APPROVED_MS : undefined;
        const changed = await applications.keep(tx, found, { assigneeId, staffNote, approvedUntilMs });
        const isAsked = assigneeId !== found.application.assigneeId && assigneeId !== principal.accountId;
        if (typeof assigneeId === 'number' && isAsked) {
          const { accountId: ownerId, organizationId } = found.petOwner;
          const about = { id: found.application.id, ownerId, organizationId };
          await noteAssigned(tx, about, assigneeId, 'application_assigned');
        }
        const { application, etag } = await shown(principal, changed, tx);
        reply.header('etag', etag);
        return application;
      }),
  });

  for (const name of Object.keys(APPLICATION_DECISIONS) as (keyof typeof APPLICATION_DECISIONS)[]) {
    const transition = APPLICATION_TRANSITIONS[name];
    const body = APPLICATION_DECISIONS[name];
    v1.post(`/applications/:applicationId/${name}`, {
      schema: {
        operationId: `${name}Application`,
        summary: `${name[0]?.toUpperCase()}${name.slice(1)} an application`,
        description: `${transition.description} Requires a secret key of ${CALLERS[transition.by]} or an operator. A key that lacks \`orders:read\` receives the application without its adopter.`,
        params: ApplicationParams,
        ...(body === undefined ? {} : { body }),
        response: { 200: Application },
      },
      config: {
        access: 'orders:write',
        whose: transition.by === 'either' ? 'side' : 'shelter',
        secretKeysOnly: true,
        bodyOptional: true,
        errors: [
          'forbidden',
          'application_not_found',
          'invalid_status_transition',
          'application_closed',
          'precondition_failed',
          ...(name === 'accept' ? (['pet_not_available'] as const) : []),
        ],
        headers: { ETag: ETAG },
      },
      handler: (request, reply) =>
        effects.run(request, reply, async (tx) => {
          const principal = principalOf(request);
          const decision = body === undefined ? {} : (request.body as OrderApproval);
          const found = requireVisible(await applications.find(request.params.applicationId, tx), principal);
          if (transition.by === 'shelter') requireRight(found, principal, name);
          if (decision.visitAt !== undefined && Date.parse(decision.visitAt) <= now())
            throw new ApiError('invalid_body', 'The field `visitAt` must be a time in the future.');
          requirePreconditions(request, (await shown(principal, found, tx)).etag);
          requireAllowed(found, transition);
          const write = { tx, by: actorOf(principal) };
          const changed =
            name === 'accept'
              ? await accept(write, found, decision)
              : await applications.setStatus(write, found, transition.to, decision);
          const { application, etag } = await shown(principal, changed, tx);
          reply.header('etag', etag);
          return application;
        }),
    });
  }

  v1.post('/applications/close', {
    schema: {
      operationId: 'closeApplications',
      summary: 'Close applications, and tell the applicants',
      description:
        'Closes up to 1,000 open applications at once, as after an adoption, and mails each applicant the same message. Each is closed, or refused: the response says why. No applicant is told twice: an application that has ended is refused.',
      body: CloseApplications,
      response: { 200: ClosedApplications },
    },
    config: { access: 'orders:write', whose: 'account', secretKeysOnly: true },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        const { applicationIds, messageToAdopter } = request.body;
        const result: ClosedApplications = { applicationIds: [], refused: [] };
        const ids = [...new Set(applicationIds)];
        const byId = new Map((await applications.findAll(tx, ids)).map((one) => [one.application.id as Int64, one]));
        const closing: StoredApplication[] = [];
        for (const applicationId of ids) {
          try {
            const found = requireVisible(byId.get(applicationId), principal);
            requireRight(found, principal, 'close');
            requireAllowed(found, APPLICATION_TRANSITIONS.close);
            closing.push(found);
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            result.refused.push({ applicationId, code: error.code, message: error.message });
          }
        }
        await applications.closeAll({ tx, by: actorOf(principal) }, closing, messageToAdopter);
        result.applicationIds = closing.map(({ application }) => application.id);
        return result;
      }),
  });

  /** @throws ApiError `member_not_found` unless the account can read the application */
  async function requireReader(tx: Queries, accountId: number, { petOwner }: StoredApplication): Promise<void> {
    const account = await accounts.find(accountId, tx);
    const { organizationId } = petOwner;
    const isMember =
      organizationId === undefined ? accountId === petOwner.accountId : account?.organization?.id === organizationId;
    if (account !== undefined && (account.role === 'operator' || isMember)) return;
    throw new ApiError(
      'member_not_found',
      'The field `assigneeId` must name a member of the organization or an operator.',
    );
  }

  async function endApprovals(tx: Queries, { application: { adopter }, petOwner }: StoredApplication): Promise<void> {
    if (adopter !== undefined) await applications.endApprovals(tx, petOwner, adopter.email);
  }
}
