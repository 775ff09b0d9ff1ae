import type { FastifyRequest } from 'fastify';
import type { Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { behindLink, keepSecret, linkTokenOf } from '../../http/link-token.ts';
import { requestOrigin } from '../../http/request.ts';
import type { Effects } from '../../idempotency/effects.ts';
import { present } from '../../kit/present.ts';
import { matched, mostQuestions, type Question } from '../../vocabulary/animals/application.ts';
import { APPLICATION_TRANSITIONS } from '../../vocabulary/application-lifecycle.ts';
import type { Owner } from '../../vocabulary/owner.ts';
import { answersOf } from '../answering.ts';
import type { StoredApplication } from './application-row.ts';
import { requireAllowed } from './deciding.ts';
import type { OwnApplications } from './own.ts';
import { ApplicationChange, OwnApplication } from './schema.ts';
import type { ApplicationStore } from './store.ts';

export interface OwnApplicationRouteParts {
  readonly applications: Pick<ApplicationStore, 'change' | 'setStatus'>;
  readonly own: OwnApplications;
  readonly questionsOf: (tx: Queries, owner: Owner) => Promise<readonly Question[]>;
  readonly effects: Effects;
  /** Empty if the service has none. */
  readonly publicUrl: string;
}

const BY = { type: 'visitor' } as const;

/** What an applicant does with the secret link to an application. The token of the link is the credential. */
export function ownApplicationRoutes(v1: App, parts: OwnApplicationRouteParts): void {
  const { applications, own, questionsOf, effects, publicUrl } = parts;
  const config = { access: 'public', bearer: 'applicationToken', whose: 'link' } as const;
  const applicationOf = async (request: FastifyRequest, tx?: Queries): Promise<StoredApplication> =>
    behindLink(await own.find(linkTokenOf(request), tx), 'application_not_found');
  const originFor = (request: FastifyRequest): string => publicUrl || requestOrigin(request);

  v1.get('/application', {
    schema: {
      operationId: 'getOwnApplication',
      summary: 'Get your application',
      description:
        'Returns the application behind an `applicationUrl` as its applicant sees it: what was sent, and what became of it. The token after the `#` of the URL is the credential. A link works until 30 days after the application has ended; then, and for any other token, the answer is 404.',
      response: { 200: OwnApplication },
    },
    config: { ...config, errors: ['application_not_found'] },
    handler: async (request, reply) => {
      keepSecret(reply);
      return own.show(await applicationOf(request), originFor(request));
    },
  });

  v1.patch('/application', {
    schema: {
      operationId: 'changeOwnApplication',
      summary: 'Change your application',
      description:
        'Changes what the application behind an `applicationUrl` says, until its review begins. Members that are left out stay as they are. `answers` replaces the answers to the current questions of the organization. Answers to questions that it no longer asks stay.',
      body: ApplicationChange,
      response: { 200: OwnApplication },
    },
    config: { ...config, errors: ['application_not_found', 'invalid_status_transition', 'application_closed'] },
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => {
        const found = await applicationOf(request, tx);
        requireAllowed(found, CHANGE);
        const { name, phone, note, answers } = request.body;
        const { adopter, note: noteBefore, answers: answersBefore = [] } = found.application;
        if (adopter === undefined) throw new Error('An open application has an adopter.');
        const questions = answers === undefined ? [] : await questionsOf(tx, found.petOwner);
        // The newest are first. The bound keeps an application from growing without end.
        const rest = matched(questions, answersBefore).rest.slice(0, mostQuestions);
        const said = present({
          adopter: present({
            name: name ?? adopter.name,
            email: adopter.email,
            phone: phone === undefined ? adopter.phone : phone,
          }),
          note: note === undefined ? noteBefore : note,
          answers: someOf(
            answers === undefined ? answersBefore : [...answersOf(answers, questions, found.byVisitor), ...rest],
          ),
        });
        return own.show(await applications.change({ tx, by: BY }, found, said), originFor(request), tx);
      });
    },
  });

  v1.post('/application/withdraw', {
    schema: {
      operationId: 'withdrawOwnApplication',
      summary: 'Withdraw your application',
      description: 'Withdraws the application behind an `applicationUrl`. Nothing changes if it is withdrawn already.',
      response: { 200: OwnApplication },
    },
    config: { ...config, errors: ['application_not_found', 'application_closed'] },
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => {
        const found = await applicationOf(request, tx);
        if (found.application.status === 'withdrawn') return own.show(found, originFor(request), tx);
        requireAllowed(found, APPLICATION_TRANSITIONS.withdraw);
        return own.show(await applications.setStatus({ tx, by: BY }, found, 'withdrawn'), originFor(request), tx);
      });
    },
  });
}

const someOf = <Item>(items: readonly Item[]): Item[] | undefined => (items.length === 0 ? undefined : [...items]);

/** No status follows from it. */
const CHANGE = { name: 'change', from: ['submitted'], to: 'submitted', by: 'either', description: '' } as const;
