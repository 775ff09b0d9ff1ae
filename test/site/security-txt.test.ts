import { expect, onTestFinished, test } from 'vitest';
import { startOnSqlite, testClock } from '../support/service.ts';

const path = '/.well-known/security.txt';
const clock = testClock(Date.UTC(2027, 1, 28, 22, 30));

test('names the address of the setting, or else of the only public organization, and expires within a year', async () => {
  const service = await startOnSqlite({ now: clock.now });
  onTestFinished(() => service.close());
  const ask = () => service.call('GET', path, { key: null });
  expect((await ask()).status).toBe(404);
  await service.call('PATCH', '/v1/organizations/1', { body: { listed: true, email: 'dogs@shelter.example' } });
  const { status, headers, text } = await ask();
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toBe(
    `Contact: mailto:dogs@shelter.example\nExpires: 2027-08-27T00:00:00.000Z\nCanonical: ${service.origin}${path}\n`,
  );

  const settings = { securityContact: 'security@shelter.example', publicUrl: 'https://pets.shelter.example' };
  const other = await startOnSqlite({ now: clock.now, settings });
  onTestFinished(() => other.close());
  const told = await other.call('GET', path, { key: null });
  expect(told.text).toMatch(/^Contact: mailto:security@shelter[.]example\n/);
  expect(told.text).toContain(`Canonical: https://pets.shelter.example${path}\n`);
});
