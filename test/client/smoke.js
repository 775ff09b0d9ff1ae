/**
 * Uses the client in every way that a runtime must support. It is plain JavaScript without imports, so that every runtime can load it.
 *
 * @param {typeof import('../../client/src/petstore.ts')} client
 * @param {{ baseUrl: string, apiKey: string }} options of a service without animals
 */
export async function smoke({ Petstore, PetstoreError, etagOf, verifyWebhook }, options) {
  const petstore = new Petstore(options);
  const large = 9_223_372_036_854_775_807n;
  const rex = await petstore.pets.create({ name: 'Rex', categoryId: large });
  await Promise.all(['Tom', 'Mia', 'Bo', 'Kit'].map((name) => petstore.pets.create({ name, categoryId: 1 })));

  const names = [];
  for await (const pet of petstore.pets.list({ status: 'available', limit: 2 })) names.push(pet.name);

  const events = [];
  for await (const event of petstore.events.stream({ after: 0, types: ['pet.created'] })) {
    events.push(event.data.name);
    if (events.length === 5) break;
  }

  const error = await failureOf(petstore.pets.delete(404));
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  const followed = async () => {
    for await (const event of petstore.events.stream({ signal: stop.signal })) throw new Error(event.type);
  };
  const aborted = await failureOf(followed());

  return {
    categoryId: rex.categoryId === large,
    found: (await petstore.pets.list({ categoryId: large }).page()).items.length,
    etag: etagOf(rex) !== undefined,
    names: names.toSorted(),
    events: events.toSorted(),
    error: [error instanceof PetstoreError, error.code, error.status, error.requestId.startsWith('req_')],
    aborted: aborted.code,
    webhook: await webhook(verifyWebhook),
  };
}

/** Verifies a request that is signed with the runtime's own Web Crypto. */
async function webhook(verifyWebhook) {
  const body =
    '{"id":"evt_1","type":"webhook.test","timestamp":"2026-11-21T09:30:00.000Z","sequence":1,"data":{"webhookId":3}}';
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const bytes = (text) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes('secret'), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(`evt_1.${timestamp}.${body}`)));
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${btoa(String.fromCharCode(...signature))}`,
  };
  const secret = `whsec_${btoa('secret')}`;
  const { type } = await verifyWebhook(secret, headers, body);
  const refused = await failureOf(verifyWebhook(secret, headers, `${body} `));
  return [type, refused.code];
}

async function failureOf(call) {
  try {
    await call;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}
