import type { TestService } from '../support/service.ts';

/** A request with an effect, and where the effect shows. */
export interface Scene {
  readonly path: string;
  readonly body?: object;
  /** The media type of the bodies; JSON by default. */
  readonly type?: string;
  /** Another valid payload. */
  readonly other: object;
  /** The path that shows the effect. */
  readonly watch: string;
}

/** The account's only webhook, disabled so that it does not change by itself. */
const newWebhook = async (service: TestService): Promise<string> => {
  const { body: old } = await service.call('GET', '/v1/webhooks?limit=100');
  for (const { id } of old) await service.call('DELETE', `/v1/webhooks/${id}`);
  const wanted = { url: 'https://shelter.example/hook', events: ['pet.created'], disabled: true };
  const { body } = await service.call('POST', '/v1/webhooks', { body: wanted });
  return `/v1/webhooks/${body.id}`;
};

/** A request of each POST and PATCH operation on webhooks. */
export const WEBHOOK_SCENES: Record<string, (service: TestService) => Promise<Scene>> = {
  createWebhook: async () => ({
    path: '/v1/webhooks',
    body: { url: 'https://shelter.example/hook', events: ['pet.created'] },
    other: { url: 'https://shelter.example/other', events: ['pet.created'] },
    watch: '/v1/webhooks?limit=100',
  }),
  updateWebhook: async (service) => {
    const watch = await newWebhook(service);
    return { path: watch, body: { description: 'Ours' }, other: { description: 'Theirs' }, watch };
  },
  rollWebhookSecret: async (service) => {
    const watch = await newWebhook(service);
    return { path: `${watch}/roll-secret`, other: { reason: 'another' }, watch };
  },
  testWebhook: async (service) => {
    const webhook = await newWebhook(service);
    return { path: `${webhook}/test`, other: { reason: 'another' }, watch: `${webhook}/deliveries` };
  },
  redeliver: async (service) => {
    const webhook = await newWebhook(service);
    const { body } = await service.call('POST', `${webhook}/test`);
    const watch = `${webhook}/deliveries`;
    return { path: `${watch}/${body.id}/redeliver`, other: { reason: 'another' }, watch };
  },
  redeliverSeveral: async (service) => {
    const webhook = await newWebhook(service);
    const ids = [];
    for (let i = 0; i < 2; i += 1) ids.push((await service.call('POST', `${webhook}/test`)).body.id);
    return {
      path: '/v1/webhooks/deliveries/redeliver-several',
      body: { deliveryIds: ids.slice(1) },
      other: { deliveryIds: ids },
      watch: `${webhook}/deliveries`,
    };
  },
};
