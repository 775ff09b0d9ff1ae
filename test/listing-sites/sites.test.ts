import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postPhoto } from '../pets/photos/images.ts';
import { expectError } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { type MailServer, openMailServer } from '../support/mail.ts';
import { BACKENDS, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { CAT, newShelter, sendFirst, type Shelter } from './shelter.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe.each(BACKENDS)('a listing site on %s', (_, start) => {
  const clock = testClock();
  let mailServer: MailServer;
  let service: TestService;
  let waker: Shelter;

  beforeAll(async () => {
    mailServer = await openMailServer();
    const settings = {
      webhooksAllowPrivate: 'true' as const,
      smtpUrl: mailServer.url,
      mailFrom: 'mail@shelter.example',
      publicUrl: 'https://pets.shelter.example',
    };
    service = await start({ now: clock.now, settings });
    waker = await newShelter(service);
  });
  afterAll(async () => {
    await service.close();
    await mailServer.close();
  });

  /** Lets the service look now for what is due, as it does whenever somebody sets up a site. */
  const look = () => waker.set({ paused: true });

  /** An hour later something happens. Returns the next run, which is due two minutes after that. */
  async function runAfter(shelter: Shelter, happen: () => Promise<unknown>) {
    const read = async (of = '') => (await service.call('GET', shelter.path + of)).body;
    const [before] = await read('/runs');
    clock.advance(hourMs);
    await happen();
    await look();
    // A look of the service that read the clock an hour ago makes the run due at once.
    await eventually(
      async () =>
        (await read('/runs'))[0].id > before.id || Date.parse((await read()).nextRunAt) <= clock.now() + 2 * minuteMs,
    );
    clock.advance(2 * minuteMs);
    await look();
    return eventually(async () => {
      const [run] = await read('/runs');
      return run.id > before.id && run.endedAt !== undefined && run;
    });
  }

  /** The subject and the text of the next mail. */
  async function nextMail(): Promise<string> {
    clock.advance(minuteMs);
    return (await mailServer.next()).text;
  }

  test('a first list waits for consent to exactly this list; then it is sent when it changes', async () => {
    const shelter = await newShelter(service);
    const { ftp, site } = shelter;
    const mia = await shelter.addCat('Mia');
    const rex = await shelter.addCat('Rex');
    const odd = await shelter.addCat('Nobody knows her sex', {});
    const set = await shelter.set();
    expect([set.status, set.body.file]).toEqual([200, `import/${ftp.username}.csv`]);
    const { waiting } = await shelter.until('waiting');
    expect(waiting).toMatchObject({ reason: 'first', animals: 2, available: 2 });
    expect(await nextMail()).toMatch(
      /The list for Petfinder waits for your consent[^]*It has 2 animals, 2 available\./,
    );
    expect(ftp.stores()).toBe(0);

    const tested = await shelter.manager.call('POST', `${shelter.path}/test`);
    expect(tested.body).toEqual({ succeeded: true, names: [], offersEncryption: false });
    expect(await shelter.animals()).toEqual([
      { petId: odd, name: 'Nobody knows her sex', status: 'available', reasons: ['breed', 'sex', 'size', 'age'] },
      { petId: rex, name: 'Rex', status: 'available', reasons: [] },
      { petId: mia, name: 'Mia', status: 'available', reasons: [] },
    ]);

    expectError(await shelter.consent('0'.repeat(64)), 409, 'list_changed', 'does not wait');
    // The animals change after the manager has looked.
    await shelter.change(mia, { name: 'Mia II' });
    expect((await shelter.consent()).status).toBe(202);
    const changed = await eventually(async () => {
      const found = await site();
      return found.waiting !== undefined && found.waiting.list !== waiting.list && !found.running && found;
    });
    expect(ftp.stores()).toBe(0);
    expect(changed.waiting.since).toBe(waiting.since);
    // Whoever has agreed would wait in vain.
    expect(await nextMail()).toMatch(/The list for Petfinder waits for your consent/);
    expect((await shelter.consent()).status).toBe(202);
    const sent = await shelter.until('sent');
    expect(sent).toMatchObject({ animals: 2, lastSuccessAt: new Date(clock.now()).toISOString() });
    expect(sent).not.toHaveProperty('waiting');
    expect(shelter.file()).toMatch(/^ID,.*\n"\d+".*"Rex".*\n"\d+".*"Mia II".*\n$/);
    const { accountId } = shelter.manager;
    const [run] = await shelter.runs();
    expect(run).toMatchObject({
      outcome: 'sent',
      cause: 'asked',
      notListed: 1,
      consentBy: accountId,
      askedBy: accountId,
    });
    expect((await shelter.animals())[1]).toMatchObject({
      name: 'Rex',
      listedSince: new Date(clock.now()).toISOString(),
    });
    expectError(await shelter.consent(), 409, 'list_changed', 'does not wait');

    expect(await shelter.runNow()).toMatchObject({ outcome: 'unchanged' });
    expect(ftp.stores()).toBe(1);
    expect(await shelter.runNow({ resend: 'list' })).toMatchObject({ outcome: 'sent' });
    expect(ftp.stores()).toBe(2);
    await shelter.change(mia, { name: 'Mia' });
    clock.advance(4 * hourMs);
    await look();
    await eventually(async () => (await shelter.runs())[0].cause === 'schedule' && (await shelter.until('sent')));
    expect(shelter.file()).toContain('"Mia"');
  });

  test('an animal that can no longer be adopted leaves within minutes, whatever has happened to it', async () => {
    const shelter = await newShelter(service);
    const cats = [];
    for (const name of ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay', 'Gus']) cats.push(await shelter.addCat(name));
    const [ada = 0, bo = 0, cy = 0, di = 0] = cats;
    await sendFirst(shelter);
    const today = new Date(clock.now()).toISOString().slice(0, 10);
    const staff = (body: object) => ({ profile: { staff: body } });
    const happenings = [
      () => shelter.change(ada, { status: 'sold' }),
      () => shelter.change(bo, staff({ hold: { type: 'medical' } })),
      () => shelter.change(cy, staff({ outcome: { type: 'died', date: today } })),
      () => shelter.manager.call('DELETE', `/v1/pets/${di}`),
    ];
    let lastMs = 0;
    for (const happen of happenings) {
      const run = await runAfter(shelter, happen);
      expect(run).toMatchObject({ cause: 'removal', outcome: 'sent' });
      lastMs = Date.parse(run.startedAt);
    }
    expect(shelter.file()).toMatch(/"Ada".*"X"/);
    for (const name of ['Bo', 'Cy', 'Di']) expect(shelter.file()).not.toContain(name);
    // A second one soon after waits, so that uploads have ten minutes between them.
    await shelter.change(cats[4] ?? 0, { status: 'sold' });
    await look();
    await eventually(async () => Date.parse((await shelter.site()).nextRunAt) === lastMs + 10 * minuteMs);
  });

  test('a list that has shrunk to less than half, and an empty one, wait; the site keeps the last one', async () => {
    const shelter = await newShelter(service);
    const cats = [];
    for (const name of ['Ada', 'Bo', 'Cy']) cats.push(await shelter.addCat(name));
    await sendFirst(shelter);
    const before = shelter.file();
    for (const id of cats.slice(0, 2)) await shelter.manager.call('DELETE', `/v1/pets/${id}`);
    expect(await shelter.runNow()).toMatchObject({ outcome: 'waiting', animals: 1 });
    expect((await shelter.site()).waiting).toMatchObject({ reason: 'shrunk', available: 1, availableBefore: 3 });
    expect(await nextMail()).toMatch(
      /less than half of the last list[^]*It has 1 animal, 1 available; the last list that Petfinder took had 3 available\./,
    );
    expect(shelter.file()).toBe(before);
    await shelter.consent();
    await shelter.until('sent');
    expect(shelter.file().split('\n')).toHaveLength(3);

    await shelter.manager.call('DELETE', `/v1/pets/${cats[2]}`);
    expect(await shelter.runNow()).toMatchObject({ outcome: 'waiting', animals: 0 });
    expect((await shelter.site()).waiting).toMatchObject({ reason: 'empty' });
    expect(await nextMail()).toContain('removes all of them from the site');
    await shelter.consent();
    await shelter.until('sent');
    // The names of the columns alone.
    expect(shelter.file()).toMatch(/^ID,.*\n$/);
    // Animals that come back need no consent.
    await shelter.addCat('Zoe');
    expect(await shelter.runNow()).toMatchObject({ outcome: 'sent', animals: 1 });
  });

  test('refused sign-ins pause the site, and managers are told; a new password resumes it', async () => {
    const shelter = await newShelter(service);
    await shelter.addCat('Mia');
    const { password } = shelter.ftp;
    shelter.ftp.password = 'another';
    await shelter.set();
    await shelter.until('waiting');
    await nextMail();
    await shelter.consent();
    expect((await shelter.until('failing')).error).toMatchObject({ refused: true });
    for (const waitMs of [hourMs, 4 * hourMs]) {
      const [{ id }] = await shelter.runs();
      clock.advance(waitMs);
      await look();
      await eventually(async () => (await shelter.runs())[0].id > id && !(await shelter.site()).running);
    }
    const paused = await shelter.site();
    expect(paused).toMatchObject({ state: 'paused', paused: true, error: { refused: true } });
    expect(paused).not.toHaveProperty('nextRunAt');
    expect(await nextMail()).toContain('Petfinder refuses the username or the password');
    const asked = await shelter.manager.call('POST', `${shelter.path}/runs`, { body: {} });
    expectError(asked, 409, 'listing_site_paused', 'paused');
    expect(JSON.stringify([paused, await shelter.runs()])).not.toContain(password);

    shelter.ftp.password = password;
    await shelter.set({ password });
    await shelter.until('sent');
  });

  test('managers are told of a site that has not taken a list for six hours', async () => {
    const shelter = await newShelter(service);
    const cat = await shelter.addCat('Mia');
    await sendFirst(shelter);
    await shelter.ftp.stop();
    await shelter.change(cat, { name: 'Mia II' });
    expect(await shelter.runNow()).toMatchObject({ outcome: 'failed', error: expect.stringContaining('ECONNREFUSED') });
    let waitedMs = 0;
    while (waitedMs < 6 * hourMs) {
      const { nextRunAt } = await shelter.until('failing');
      const [{ id }] = await shelter.runs();
      waitedMs += Date.parse(nextRunAt) - clock.now();
      clock.advance(Date.parse(nextRunAt) - clock.now());
      await look();
      // Managers are told when it ends.
      await eventually(async () => {
        const [run] = await shelter.runs();
        return run.id > id && run.endedAt !== undefined;
      });
    }
    expect(await nextMail()).toContain('Petfinder has not taken a list since');
    expect(waitedMs).toBe(6 * hourMs);
  });

  test('photos have an address for each time that an animal is listed without a break', async () => {
    const shelter = await newShelter(service);
    const mia = await shelter.addCat('Mia');
    expect((await postPhoto(shelter.manager, mia)).status).toBe(201);
    for (const name of ['Ada', 'Bo']) await shelter.addCat(name);
    await sendFirst(shelter);
    const photoOf = () => /"(https:[^"]*)"/.exec(shelter.file())?.[1] ?? '';
    const first = photoOf();
    expect(first).toMatch(/^https:\/\/pets\.shelter\.example\/photos\/.*\/share\.jpg\?listed=\d+$/);
    const { pathname, search } = new URL(first);
    const seen = await service.call('GET', pathname + search, { key: null });
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await shelter.change(mia, { name: 'Mia II' });
    await shelter.runNow();
    expect(photoOf()).toBe(first);

    const hold = (of: object | null) => shelter.change(mia, { profile: { staff: { hold: of } } });
    await hold({ type: 'foster' });
    // Away and back between two runs: the site has not noticed.
    await hold(null);
    await shelter.runNow();
    expect(photoOf()).toBe(first);
    await hold({ type: 'foster' });
    await shelter.runNow();
    expect(photoOf()).toBe('');
    await hold(null);
    await shelter.runNow();
    const second = photoOf();
    expect(second.split('?')[0]).toBe(first.split('?')[0]);
    expect(second).not.toBe(first);
    expect(await shelter.runNow({ resend: 'photos' })).toMatchObject({ outcome: 'sent' });
    expect([first, second]).not.toContain(photoOf());
  });

  test('another account or file at the site begins with a first list', async () => {
    const shelter = await newShelter(service);
    await shelter.addCat('Mia');
    await sendFirst(shelter);
    const { password: _, ...others } = shelter.account;
    const put = (body: object) => shelter.manager.call('PUT', shelter.path, { body });
    expect((await put(others)).body.state).toBe('sent');
    expectError(await put({ ...others, username: 'NJ95' }), 400, 'invalid_body', '`password` is required');
    expect((await put({ ...others, file: 'import/other.csv' })).body).toMatchObject({ state: 'new' });
    expect((await shelter.until('waiting')).waiting.reason).toBe('first');
    expect((await shelter.animals())[0]).not.toHaveProperty('listedSince');

    expect((await put({ ...others, paused: true })).body).toMatchObject({ state: 'paused', paused: true });
    expect((await put(others)).body).toMatchObject({ paused: false });
    expect((await shelter.manager.call('DELETE', shelter.path)).status).toBe(204);
    expect((await shelter.manager.call('GET', shelter.path)).status).toBe(404);
    expect(shelter.file()).toContain('Mia');
  });

  test('Adopt-a-Pet gets its map first, and once; RescueGroups needs the name of the file', async () => {
    const shelter = await newShelter(service, 'adopt-a-pet', 'pets.csv');
    const mia = await shelter.addCat('Mia');
    expectError(await shelter.set(), 400, 'invalid_body', '`map` is required');
    await sendFirst(shelter, { headerLine: false, map: true });
    expect(shelter.ftp.stored).toEqual(['/import.cfg', '/pets.csv']);
    expect(shelter.file()).toMatch(/^"\d+","Cat"/);
    await shelter.change(mia, { name: 'Mia II' });
    await shelter.runNow();
    expect(shelter.ftp.stored).toEqual(['/import.cfg', '/pets.csv', '/pets.csv']);
    expect(await shelter.runNow()).toMatchObject({ outcome: 'unchanged' });
    await shelter.runNow({ resend: 'list' });
    expect(shelter.ftp.stored.slice(3)).toEqual(['/import.cfg', '/pets.csv']);

    const other = await newShelter(service, 'rescuegroups');
    expectError(await other.set(), 400, 'invalid_body', '`file` is required');
    expectError(await other.set({ file: '../pets.csv' }), 400, 'invalid_body', '`file`');
    expectError(await other.set({ file: 'pets.csv', map: true }), 400, 'invalid_body', '`map` is for `adopt-a-pet`');
    expect((await other.set({ file: 'import/pets.csv' })).body.file).toBe('import/pets.csv');
  });

  test('a clock that was ahead for a while stops nothing', async () => {
    const shelter = await newShelter(service);
    const mia = await shelter.addCat('Mia');
    clock.advance(365 * dayMs);
    await sendFirst(shelter);
    clock.advance(-365 * dayMs);
    await shelter.change(mia, { name: 'Mia II' });
    await look();
    await expect.poll(() => shelter.file()).toContain('Mia II');
  });

  test('an account that was removed and set up again during a run has got nothing', async () => {
    const shelter = await newShelter(service);
    await shelter.addCat('Mia');
    await shelter.set();
    await shelter.until('waiting');
    const { promise, resolve } = Promise.withResolvers<void>();
    shelter.ftp.fail({ at: 'PASS', waits: () => promise }, 1);
    await shelter.consent();
    await expect.poll(() => shelter.ftp.commands.at(-1)).toMatch(/^PASS/);
    const other = await newShelter(service);
    await shelter.manager.call('DELETE', shelter.path);
    await shelter.manager.call('PUT', shelter.path, { body: other.account });
    resolve();
    expect((await shelter.until('waiting')).waiting.reason).toBe('first');
    expect([shelter.ftp.stores(), other.ftp.stores()]).toEqual([0, 0]);
  });

  test('animals of an account that is suspended leave, too', async () => {
    const shelter = await newShelter(service);
    for (const name of ['Ada', 'Bo', 'Cy']) await shelter.addCat(name);
    await sendFirst(shelter);
    const account = `/v1/admin/accounts/${shelter.manager.accountId}`;
    const run = await runAfter(shelter, () => service.call('PATCH', account, { body: { suspended: true } }));
    expect(run).toMatchObject({ cause: 'removal', outcome: 'waiting', animals: 0 });
  });

  test('servers of one host that say nothing stop no other site', async () => {
    const { ftp, account } = await newShelter(service);
    const hanging = await Promise.all(Array.from({ length: 17 }, () => newShelter(service)));
    for (const shelter of hanging) {
      await shelter.addCat('Mia');
      await sendFirst(shelter, account);
    }
    const never = new Promise<void>(() => {});
    ftp.fail({ at: 'greeting', waits: () => never }, Infinity);
    for (const { manager, path } of hanging) await manager.call('POST', `${path}/runs`, { body: { resend: 'list' } });
    await expect.poll(() => ftp.open()).toBe(8);
    const shelter = await newShelter(service);
    await shelter.addCat('Mia');
    await sendFirst(shelter, { host: 'localhost' });
    expect(shelter.file()).toContain('Mia');
  });

  test('nothing of an organization is sent while visitors do not see it', async () => {
    const shelter = await newShelter(service);
    await shelter.addCat('Mia');
    await service.call('PATCH', shelter.organization, { body: { listed: false } });
    await shelter.set();
    clock.advance(dayMs);
    // Another site that is due at the same time has run.
    await sendFirst(await newShelter(service));
    expect([await shelter.runs(), (await shelter.site()).state]).toEqual([[], 'new']);
  });

  test('what is for staff, and the password, are in no file and no answer', async () => {
    const shelter = await newShelter(service);
    const secret = { notes: 'secret-note', microchip: { number: '985112001234567' } };
    await shelter.addCat('Mia', { ...CAT, staff: secret });
    await sendFirst(shelter);
    const all = [shelter.file(), JSON.stringify([await shelter.site(), await shelter.runs(), await shelter.animals()])];
    for (const word of ['secret-note', '985112001234567', shelter.account.password])
      for (const text of all) expect(text).not.toContain(word);
  });
});

test('staging sends nothing to the servers of the sites, and nobody sends to private addresses', async () => {
  const service = await startOnSqlite({ environment: 'staging' });
  const put = (body: object) => service.call('PUT', '/v1/organizations/1/listing-sites/petfinder', { body });
  const account = { username: 'NJ94', password: 'pass' };
  expectError(await put(account), 400, 'invalid_body', 'staging sends nothing');
  expectError(await put({ ...account, host: 'Members.Petfinder.com' }), 400, 'invalid_body', 'staging sends nothing');
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.7'])
    expectError(await put({ ...account, host }), 400, 'invalid_body', 'must name a host of the public internet');
  const sealed = { ...account, host: 'ftp.a.example', password: 'sealed1:0123456789abcdef:x' };
  expectError(await put(sealed), 400, 'invalid_body', '`password` must not begin with');
  expectError(await put({ ...account, host: 'a b' }), 400, 'invalid_body', '`host`');
  expectError(
    await put({ ...account, host: 'ftp.a.example', username: 'a\r\nDELE b' }),
    400,
    'invalid_body',
    '`username`',
  );
  await service.close();
});
