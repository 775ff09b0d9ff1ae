import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startOnSqlite, testClock, type TestService } from '../../support/service.ts';
import { certificateFor } from '../../support/tls.ts';
import { addWebhook, deliveriesOf } from '../receiver.ts';

let service: TestService;
const trusted = getCACertificates('default');
const { key, cert } = certificateFor('DNS:hooks.example');
let server: ReturnType<typeof createServer>;
let received = 0;

beforeAll(async () => {
  server = createServer({ key, cert }, (_request, response) => {
    received += 1;
    response.end('safe');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Its clock stands still: nothing is sent again.
  service = await startOnSqlite({
    now: testClock().now,
    settings: { webhooksAllowPrivate: 'true' },
    resolve: async () => ['127.0.0.1'],
  });
});
afterAll(async () => {
  setDefaultCACertificates(trusted);
  server.close();
  await service.close();
});

const attemptAt = async (host: string) => {
  const made = await addWebhook(service, { url: `https://${host}:${(server.address() as AddressInfo).port}/` });
  await service.call('POST', `${made.path}/test`);
  const [delivery] = await eventually(async () => {
    const deliveries = await deliveriesOf(service, made);
    return deliveries[0]?.attempts > 0 && deliveries;
  });
  return delivery.lastAttempt;
};

test('with an untrusted certificate fails', async () => {
  expect((await attemptAt('hooks.example')).error).toBe('The request failed: DEPTH_ZERO_SELF_SIGNED_CERT.');
  expect(received).toBe(0);
});

test('with a trusted certificate works, for its own name only', async () => {
  setDefaultCACertificates([...trusted, cert]);
  expect(await attemptAt('hooks.example')).toMatchObject({ responseStatus: 200, responseBody: 'safe' });
  for (const host of ['other.example', '127.0.0.1']) {
    expect((await attemptAt(host)).error).toBe('The request failed: ERR_TLS_CERT_ALTNAME_INVALID.');
  }
  expect(received).toBe(1);
});
