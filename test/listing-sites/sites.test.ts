import { describe, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { type FtpServer, startFtpServer } from '../support/ftp-server.ts';
import { BACKENDS, sharedService, testClock } from '../support/service.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const FILE = '/import/NJ94.csv';
const cat = { breed: { primary: 'Siamese' }, sex: 'female', size: 'small', age: 'young' };

describe.each(BACKENDS)('a listing site on %s', (_, start) => {
  const clock = testClock();
  const service = sharedService(start, {
    now: clock.now,
    settings: { webhooksAllowPrivate: 'true', publicUrl: 'https://pets.shelter.example' },
  });
  const path = '/v1/organizations/1/listing-sites/petfinder';

  const site = async () => (await service.call('GET', path)).body;
  const runs = async () => (await service.call('GET', `${path}/runs`)).body;
  const until = (state: string) =>
    eventually(async () => {
      const found = await site();
      return found.state === state && !found.running && found;
    });
  const addCat = async (name: string, profile: object = cat): Promise<number> => {
    const added = await service.call('POST', '/v1/pets', { body: { name, categoryId: 2, profile } });
    expect(added.status).toBe(201);
    return added.body.id;
  };
  const setUp = ({ host, port, username, password }: FtpServer, more: object = {}) =>
    service.call('PUT', path, { body: { host, port, username, password, ...more } });
  /** Runs now, and returns how the run ended. */
  async function runNow(body: object = {}) {
    const [before] = await runs();
    expect((await service.call('POST', `${path}/runs`, { body })).status).toBe(202);
    return eventually(async () => {
      const [run] = await runs();
      return run.id > before.id && run.endedAt !== undefined && !(await site()).running && run;
    });
  }
  const consent = async () =>
    service.call('POST', `${path}/consent`, { body: { list: (await site()).waiting?.list ?? '0'.repeat(64) } });
  const names = (ftp: FtpServer) =>
    (ftp.files.get(FILE)?.toString() ?? '')
      .split('\n')
      .flatMap((line) => /^"\d+","[^"]*","([^"]*)"/.exec(line)?.[1] ?? []);

  test('a first list waits for consent to exactly this list, and the file changes with the animals', async () => {
    const ftp = await startFtpServer({ folders: ['/import'] });
    const [mia, rex] = [await addCat('Mia'), await addCat('Rex'), await addCat('Nobody knows her sex', {})];
    const set = await setUp(ftp);
    expect(set.status).toBe(200);
    expect(JSON.stringify(set.body)).not.toContain(ftp.password);
    const { waiting } = await until('waiting');
    expect(waiting).toMatchObject({ reason: 'first', animals: 2, available: 2 });
    expect(ftp.stores()).toBe(0);

    const tested = await service.call('POST', `${path}/test`);
    expect(tested.body).toEqual({ succeeded: true, names: [], offersEncryption: false });
    const { body: animals } = await service.call('GET', `${path}/animals`);
    expect(animals).toEqual([
      {
        petId: expect.any(Number),
        name: 'Nobody knows her sex',
        status: 'available',
        reasons: ['breed', 'sex', 'size', 'age'],
      },
      { petId: rex, name: 'Rex', status: 'available', reasons: [] },
      { petId: mia, name: 'Mia', status: 'available', reasons: [] },
    ]);

    const wrong = await service.call('POST', `${path}/consent`, { body: { list: '0'.repeat(64) } });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'list_changed']);
    // The animals change after the manager has looked.
    await service.call('PATCH', `/v1/pets/${mia}`, { body: { name: 'Mia II' } });
    expect((await consent()).status).toBe(202);
    const changed = await eventually(async () => {
      const found = await site();
      return found.waiting !== undefined && found.waiting.list !== waiting.list && !found.running && found;
    });
    expect(ftp.stores()).toBe(0);
    expect(changed.waiting.since).toBe(waiting.since);
    expect((await consent()).status).toBe(202);
    expect(await until('sent')).toMatchObject({ animals: 2, lastSuccessAt: new Date(clock.now()).toISOString() });
    expect(names(ftp)).toEqual(['Rex', 'Mia II']);
    const [sent] = await runs();
    expect(sent).toMatchObject({ outcome: 'sent', cause: 'asked', animals: 2, notListed: 1, consentBy: 1, askedBy: 1 });
    expect((await consent()).body.code).toBe('list_changed');

    // Nothing has changed.
    expect(await runNow()).toMatchObject({ outcome: 'unchanged' });
    expect(ftp.stores()).toBe(1);
    expect(await runNow({ resend: 'list' })).toMatchObject({ outcome: 'sent' });
    expect(ftp.stores()).toBe(2);

    clock.advance(hourMs);
    await service.call('PATCH', `/v1/pets/${rex}`, { body: { status: 'sold' } });
    await eventually(async () => Date.parse((await site()).nextRunAt) === clock.now() + 2 * minuteMs);
    clock.advance(2 * minuteMs);
    await eventually(async () => (await runs())[0].cause === 'removal' && (await until('sent')));
    expect(ftp.files.get(FILE)?.toString()).toMatch(/"Rex".*"X"/);
    expect(ftp.stores()).toBe(3);
  });
});
