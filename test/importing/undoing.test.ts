import { beforeAll, describe, expect, test } from 'vitest';
import { importStore } from '../../src/importing/undoing/store.ts';
import { petStore } from '../../src/pets/store.ts';
import { newMember } from '../organizations/members.ts';
import { newImage } from '../pets/photos/images.ts';
import { changePet, placeOrder, withKey } from '../support/adoption.ts';
import { expectError } from '../support/answers.ts';
import { command } from '../support/command.ts';
import { BACKENDS, sharedService, startOnSqlite, testClock, type TestService } from '../support/service.ts';
import { operatorOf, operatorPassword } from '../support/windows.ts';

const dayMs = 86_400_000;

/** An import is undone as a whole, while nobody else has touched its animals: decision 0082. */
describe.each(BACKENDS)('an import in the console, on %s', (_, start) => {
  const clock = testClock();
  let imported = 0;
  let manager: Awaited<ReturnType<typeof operatorOf>>;
  const service = sharedService(start, { now: clock.now });
  beforeAll(async () => {
    manager = await operatorOf(service);
  });

  /** The last line of the report. */
  async function importCsv(text: string, name = 'animals.csv') {
    const path = `/session/import?format=csv&mode=import&categories=existing&file=${name}`;
    const headers = { 'content-type': 'application/octet-stream' };
    const answer = await manager.call('POST', path, { body: text, headers });
    return JSON.parse(answer.text.trim().split('\n').at(-1) ?? '');
  }
  const latest = async () => (await service.call('GET', '/v1/imports?limit=1')).body[0];
  const undo = (id: number, caller: TestService = service) => caller.call('POST', `/v1/imports/${id}/undo`);
  const ids = async (): Promise<number[]> =>
    (await service.call('GET', '/v1/pets?limit=100')).body.map(({ id }: { id: number }) => id);
  /** Imports two animals with references of their own. */
  async function importTwo(columns = '', cells: readonly string[] = ['', '']) {
    imported += 1;
    const rows = cells.map((cell, i) => `${imported}-${i},Rex ${i},Dog${cell}`);
    const text = `id,name,species${columns}\n${rows.join('\n')}\n`;
    const before = new Set(await ids());
    expect(await importCsv(text)).toMatchObject({ added: 2 });
    const added = (await ids()).filter((id) => !before.has(id)).toSorted((a, b) => a - b);
    return { text, added, made: await latest() };
  }

  test('is listed with its file, and undone with all its animals, which can be imported again', async () => {
    const { text, added, made } = await importTwo();
    expect(made).toEqual({
      id: expect.any(Number),
      file: 'animals.csv',
      animals: 2,
      organizationId: 1,
      by: { type: 'account', accountId: 1 },
      createdAt: new Date(clock.now()).toISOString(),
    });
    expect(await importCsv(text)).toMatchObject({ added: 0, already: 2 });
    expect((await latest()).id).toBe(made.id);

    // One was removed already.
    expect((await service.call('DELETE', `/v1/pets/${added[0]}`)).status).toBe(204);
    clock.advance(5);
    const undone = await undo(made.id);
    expect(undone.body).toEqual({ ...made, undoneAt: new Date(clock.now()).toISOString() });
    expect(await ids()).not.toContain(added[1]);
    expect((await undo(made.id)).body).toEqual(undone.body);
    expect(await latest()).toEqual(undone.body);
    expect(await importCsv(text)).toMatchObject({ added: 2, already: 0 });
    expect((await undo((await latest()).id)).status).toBe(200);
  });

  const touches: Readonly<Record<string, (id: number) => Promise<unknown>>> = {
    'its name was changed': (id) => changePet(service, id, { name: 'Max' }),
    'its status was changed': (id) => changePet(service, id, { status: 'sold' }),
    'its story was changed': (id) => changePet(service, id, { profile: { summary: 'Barks.' } }),
    'a note was changed': (id) => changePet(service, id, { profile: { staff: { notes: 'Ate well.' } } }),
    'it was ordered': async (id) => {
      const order = await placeOrder(service, id);
      await service.call('POST', `/v1/store/orders/${order}/cancel`);
    },
    'somebody applied for it': async (id) => {
      const adopt = (adoption: string) => service.call('PATCH', '/v1/organizations/1', { body: { adoption } });
      await adopt('apply');
      const adopter = { name: 'Ann Lee', email: 'ann@example.org' };
      const answer = await service.call('POST', '/v1/applications', { body: { petId: id, adopter } });
      expect(answer.status, answer.text).toBe(201);
      await adopt('reserve');
    },
    'somebody asked about it': (id) =>
      service.call('POST', '/v1/messages', { body: { message: 'Is it shy?', petId: id } }),
    'it got a photo': async (id) =>
      service.call('POST', `/v1/pets/${id}/photos`, {
        headers: { 'content-type': 'image/png' },
        body: await newImage(),
      }),
  };
  test.each(Object.keys(touches))('is not undone if %s', async (touch) => {
    const { added, made } = await importTwo();
    clock.advance(1);
    await touches[touch]?.(added[1]!);
    expectError(
      await undo(made.id),
      409,
      'import_touched',
      `one of its animals was changed, ordered, applied for or asked about since, or got other photos: ${added[1]}.`,
    );
    expect(await ids()).toEqual(expect.arrayContaining(added));
    expect(await latest()).toEqual(made);
  });

  test('is undone although it has added bonds later, and a hold has ended', async () => {
    const until = new Date(clock.now() + dayMs).toISOString().slice(0, 10);
    const cell = (other: number) => `,${imported + 1}-${other},${until}`;
    const { added, made } = await importTwo(',bondedWith,staff.hold.until', [cell(1), cell(0)]);
    clock.set(Date.parse(until) + dayMs);
    // The session has ended meanwhile.
    expect((await manager.signIn('operator@localhost', operatorPassword)).status).toBe(200);
    const { database, outbox, now } = await service.beside();
    await petStore(database, outbox, now).toHide.writeDue(new AbortController().signal);
    await database.close();
    expect((await undo(made.id)).status).toBe(200);
    expect(await ids()).not.toEqual(expect.arrayContaining(added));
  });

  test('what it adds to an animal later hides no change by somebody else', async () => {
    const { added, made, text } = await importTwo();
    const [reference = ''] = text.split('\n')[1]?.split(',') ?? [];
    const { database, now } = await service.beside();
    const stored = await database.read
      .selectFrom('import_references')
      .select('reference')
      .where('pet_id', '=', added[0]!)
      .executeTakeFirstOrThrow();
    expect(stored.reference).toContain(reference);
    const write = () =>
      database.transaction((tx) =>
        importStore(database, now).writing(tx, added[0]!, stored.reference, async () => {
          await tx.updateTable('pets').set({ updated_at: now() }).where('id', '=', added[0]!).execute();
        }),
      );
    clock.advance(1);
    await write();
    expect(await database.transaction((tx) => importStore(database, now).touched(tx, made.id))).toEqual([]);
    clock.advance(1);
    await changePet(service, added[0]!, { name: 'Max' });
    clock.advance(1);
    await write();
    await database.close();
    expectError(await undo(made.id), 409, 'import_touched', `${added[0]}.`);
  });

  test('is undone by members of its organization and operators alone', async () => {
    const { made } = await importTwo();
    const { body: other } = await service.call('POST', '/v1/organizations', { body: { name: 'Other' } });
    const stranger = await newMember(service, other.id, 'manager');
    expect((await stranger.call('GET', '/v1/imports')).body).toEqual([]);
    expectError(await undo(made.id, stranger), 403, 'forbidden');
    expectError(await undo(4_711), 404, 'import_not_found');
    const alone = withKey(service, (await service.newAccount()).key);
    expectError(await alone.call('GET', '/v1/imports'), 403, 'forbidden');
    const staff = await newMember(service, 1, 'staff');
    expect((await staff.call('GET', '/v1/imports')).body[0]).toEqual(made);
    expect((await undo(made.id, staff)).status).toBe(200);
  });
});

describe('an import at the command line', () => {
  const service = sharedService(startOnSqlite);

  test('with --direct is listed and undone there', async () => {
    const env = {
      DATA_DIR: service.dataDir,
      PETSTORE_BASE_URL: `${service.origin}/v1`,
      PETSTORE_API_KEY: service.operatorKey,
    };
    const csv = 'id,name,species\n1,Rex,Dog\n';
    expect(await command(['import', 'pets', '-', '--direct', '--format', 'csv'], env, csv)).toMatchObject({ code: 0 });
    // Nothing is kept beside a pipe.
    const again = await command(['import', 'pets', '-', '--format', 'csv', '--update'], env, csv);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('needs a file') });
    const listed = await command(['imports', 'list', '--json'], env);
    expect(JSON.parse(listed.stdout.trim().split('\n')[0] ?? '')).toMatchObject({
      animals: 1,
      by: { type: 'command_line' },
    });
    expect(await command(['imports', 'undo', '1'], env)).toMatchObject({ code: 0 });
    expect((await service.call('GET', '/v1/pets')).body).toEqual([]);
  });
});
