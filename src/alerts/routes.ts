import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { ApiError } from '../http/errors.ts';
import { behindLink, keepSecret, linkTokenOf } from '../http/link-token.ts';
import { NoContent } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { oneClickEnd } from '../mail/one-click-end.ts';
import { nearOf } from '../places/near.ts';
import type { Places } from '../places/places.ts';
import { hashOf } from '../secrets/token.ts';
import { AcceptedAlert, Alert, NewAlert, UnsubscribeQuery } from './schema.ts';
import { ALERTS_PER_DAY, type AlertStore, REFUSED_DAYS, type StoredAlert } from './store.ts';

export interface AlertRouteParts {
  readonly alerts: AlertStore;
  readonly effects: Effects;
  readonly places: Places;
  /** Whether the service mails visitors. */
  readonly isOn: boolean;
  /** A keyed hash of the address of a client. */
  readonly visitorOf: (ip: string) => string;
}

/** Mails to visitors about animals that come. The token of a mailed link is the credential for all but the first operation. */
export function alertRoutes(v1: App, { alerts, effects, places, isOn, visitorOf }: AlertRouteParts): void {
  const config = { access: 'public', bearer: 'alertToken', whose: 'link', errors: ['alert_not_found'] } as const;
  const alertOf = async (request: FastifyRequest, tx?: Queries): Promise<StoredAlert> =>
    behindLink(await alerts.find({ hash: hashOf(linkTokenOf(request)) }, tx), 'alert_not_found');

  v1.post('/alerts', {
    schema: {
      operationId: 'createAlert',
      summary: 'Ask for mails about new animals',
      description: `Mails the address a link that confirms the alert, at most once a day, regardless of the request, and not within ${REFUSED_DAYS} days of its refusal; the answer is the same either way. After that it mails, at most once a day, which animals that visitors see have become available and match the filters. A client may ask for ${ALERTS_PER_DAY} alerts a day.`,
      body: NewAlert,
      response: { 202: AcceptedAlert },
    },
    config: { access: 'messages:write', whose: 'account', errors: ['forbidden', 'too_many_alerts'] },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        if (!isOn) throw new ApiError('forbidden', 'This service sends no mail.');
        const { filters } = request.body;
        await nearOf(places, filters);
        const visitor = visitorOf(request.ip);
        if ((await alerts.countOf(tx, visitor)) >= ALERTS_PER_DAY)
          throw new ApiError('too_many_alerts', `A client may ask for ${ALERTS_PER_DAY} alerts a day.`);
        await alerts.add(tx, request.body, visitor);
        return { filters };
      }),
  });

  v1.get('/alert', {
    schema: {
      operationId: 'getAlert',
      summary: 'Get an alert',
      description: 'Returns the alert behind a mailed link. The token after the `#` of the URL is the credential.',
      response: { 200: Alert },
    },
    config,
    handler: async (request, reply) => {
      keepSecret(reply);
      return (await alertOf(request)).alert;
    },
  });

  v1.post('/alert/confirm', {
    schema: {
      operationId: 'confirmAlert',
      summary: 'Confirm or renew an alert',
      description: 'Begins the mails of an alert, which end a year later unless it is confirmed again.',
      response: { 200: Alert },
    },
    config,
    handler: (request, reply) => {
      keepSecret(reply);
      return effects.run(request, reply, async (tx) => alerts.confirm(tx, await alertOf(request, tx)));
    },
  });

  v1.post('/alert/end', {
    schema: {
      operationId: 'endAlert',
      summary: 'End an alert',
      description: `Ends an alert for good, and deletes the address. After the end of one that was never confirmed, nothing is mailed to the address for ${REFUSED_DAYS} days, regardless of who asks: only a keyed hash of it is kept.`,
      response: { 204: NoContent('The alert has ended.') },
    },
    config,
    handler: (request, reply) => effects.run(request, reply, async (tx) => alerts.end(tx, await alertOf(request, tx))),
  });

  oneClickEnd(v1, {
    url: '/alert/unsubscribe',
    querystring: UnsubscribeQuery,
    effects,
    error: 'alert_not_found',
    end: async (tx, token) =>
      alerts.end(tx, behindLink(await alerts.find({ end_hash: hashOf(token) }, tx), 'alert_not_found')),
  });
}
