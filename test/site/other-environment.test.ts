import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startOnSqlite } from '../support/service.ts';

test('the site knows where the other environment is: at its public address, or on its port of the same host', async () => {
  const stagingPublicUrl = 'https://staging.shelter.example';
  const port = await freePort();
  for (const [settings, otherEnvironment] of [
    [{ stagingPublicUrl }, { url: stagingPublicUrl }],
    [{ stagingPublicUrl, environment: 'production' }, undefined],
    [
      { port, stagingPort: 8081 },
      { port: 8081, ownPort: port },
    ],
  ] as const) {
    const service = await startOnSqlite({ settings });
    const { body } = await service.call('GET', '/page-settings', { key: null });
    expect(body.otherEnvironment).toEqual(otherEnvironment);
    await service.close();
  }
});
