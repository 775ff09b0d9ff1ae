import { lstat, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseJson } from '../../src/http/validation/json.ts';
import { jsonOf } from '../../src/vocabulary/int64.ts';
import { addPet } from '../support/answers.ts';
import { anyCharacter } from '../support/any-character.ts';
import { command, objectsIn } from '../support/command.ts';
import { endAll, newFolder, petstore } from '../support/process.ts';
import { linksOf, startOnSqlite, type TestService } from '../support/service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
  service = await startOnSqlite();
});
afterAll(async () => {
  await service.close();
  await endAll();
});

const run = (from: TestService, args: readonly string[]) =>
  command(args, {
    DATA_DIR: from.dataDir,
    PETSTORE_BASE_URL: `${from.origin}/v1`,
    PETSTORE_API_KEY: from.operatorKey,
  });

/** All animals of a service, newest first, without their ids. */
async function animalsOf(from: TestService): Promise<object[]> {
  const animals: object[] = [];
  for (let path: string | undefined = '/v1/pets?limit=100'; path !== undefined;) {
    const page = await from.call('GET', path);
    for (const { id: _, ...animal } of parseJson(Buffer.from(page.text), 4) as { id: number }[]) animals.push(animal);
    path = linksOf(page)['next'];
  }
  return animals;
}

const key = (animal: object): string => jsonOf(animal);

const hostile = [
  '=1+1',
  "'=x",
  "''-",
  '-5',
  '+a',
  '@x',
  '"',
  'a"b,c;d',
  'Ann, Bob',
  "'",
  'é 😀 \u202e',
  '007',
  '1e5',
  'NULL',
  '\\',
];
const names = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 40 }))
  .filter((name) => !/[\p{Cc}\p{Cs}]/u.test(name) && name.trim() !== '');

describe.each([
  ['from the API', []],
  ['from the store', ['--direct']],
] as const)('an export %s', (_, args) => {
  test.each(['csv', 'ndjson'])('as %s can be imported elsewhere as the same animals', async (format) => {
    const animals = fc.sample(
      fc.record({
        name: names,
        categoryId: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        status: fc.constantFrom('available', 'pending', 'sold'),
      }),
      60,
    );
    for (const animal of animals) {
      const answer = await service.call('POST', '/v1/pets', {
        body: jsonOf(animal),
        headers: { 'content-type': 'application/json' },
      });
      expect(answer.status, answer.text).toBe(201);
    }
    const file = join(folder, `pets.${format}`);
    expect(await run(service, ['export', 'pets', '--out', file, ...args])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '',
    });

    const other = await startOnSqlite();
    expect(await run(other, ['import', 'pets', file, '--direct'])).toMatchObject({ code: 0 });
    expect((await animalsOf(other)).map(key).toSorted()).toEqual((await animalsOf(service)).map(key).toSorted());
  });

  test('of applications has all fields, and what staff keep', async () => {
    const petId = await addPet(service, { profile: { adoption: 'apply' } });
    const body = { petId, adopter: { name: 'Ann Lee', email: 'ann@x.example', phone: '555 0100' }, note: 'A garden' };
    const { id } = (await service.call('POST', '/v1/applications', { body })).body;
    const kept = { staffNote: 'Kind.', approved: true };
    const application = (await service.call('PATCH', `/v1/applications/${id}`, { body: kept })).body;
    const ndjson = await run(service, ['export', 'applications', '--format', 'ndjson', ...args]);
    expect(JSON.parse(ndjson.stdout.split('\n')[0]!)).toEqual(application);
    const csv = await run(service, ['export', 'applications', ...args]);
    const { createdAt, updatedAt, approvedUntil } = application;
    expect(csv.stdout).toContain(
      `${id},${petId},submitted,Ann Lee,ann@x.example,555 0100,A garden,,,,,Kind.,${approvedUntil},${createdAt},${updatedAt}\n`,
    );
  });

  test('of orders has all fields', async () => {
    const pet = (await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body;
    const order = { petId: pet.id, adopter: { name: '=cmd', email: 'ann@example.org' }, note: 'two\nlines, "quoted"' };
    const placed = (await service.call('POST', '/v1/store/orders', { body: order })).body;
    const ndjson = await run(service, ['export', 'orders', '--format', 'ndjson', ...args]);
    expect(JSON.parse(ndjson.stdout.split('\n')[0] ?? '')).toEqual(placed);
    const csv = await run(service, ['export', 'orders', ...args]);
    expect(csv.stdout).toContain(
      `id,petId,status,adopterName,adopterEmail,adopterPhone,note,answers,visitAt,messageToAdopter,expiresAt,createdAt,updatedAt\n${placed.id},${pet.id},placed,'=cmd,ann@example.org,,"two\nlines, ""quoted""",,,,${placed.expiresAt},`,
    );
  });

  test('of events is the feed, oldest first', async () => {
    const feed = (await service.call('GET', '/v1/events?limit=100')).body;
    const { stdout } = await run(service, ['export', 'events', '--format', 'ndjson', ...args]);
    const lines = objectsIn(stdout);
    expect(lines.slice(0, feed.length)).toEqual(feed);
    const sequences = lines.map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    const csv = await run(service, ['export', 'events', ...args]);
    expect(csv.stdout).toMatch(/^\uFEFFsequence,id,type,timestamp,data\n1,evt_/);
  });

  test('as CSV is for Excel, with a mark unless --no-bom says otherwise, and with long numbers as text', async () => {
    await service.call('POST', '/v1/pets', {
      body: { name: 'Chip', categoryId: 1, profile: { staff: { microchip: { number: '985112003456789' } } } },
    });
    const withMark = await run(service, ['export', 'pets', ...args]);
    expect(withMark.stdout).toMatch(/^\uFEFFid,name,categoryId,status,/);
    expect(withMark.stdout).toContain(",'985112003456789,");
    const without = await run(service, ['export', 'pets', '--no-bom', ...args]);
    expect(`\uFEFF${without.stdout}`).toBe(withMark.stdout);
  });
});

describe.each([
  ['from the API', []],
  ['from the store', ['--direct']],
] as const)('the file of a site that lists animals, %s,', (_, args) => {
  test('comes with the first ten animals that it lacks, and why; those that have left are not missed', async () => {
    const other = await startOnSqlite();
    const profile = { species: 'Cat', breed: { primary: 'Birman' }, sex: 'female', size: 'small', age: 'adult' };
    const add = (name: string, members: object) => addPet(other, { name, categoryId: 1, ...members });
    const here = await add('Here', { profile });
    await add('Died', { profile: { ...profile, staff: { outcome: { type: 'died' } } } });
    const held = await add('Held', { profile: { ...profile, staff: { hold: { type: 'medical' } } } });
    const bare = await add('Bare', { profile: { species: 'Dog' } });
    const reserved: string[] = [];
    for (let i = 0; i < 9; i += 1) {
      const id = await add('Tom', { status: 'pending', profile: { ...profile, breed: {} } });
      reserved.unshift(`  ${id} Tom: Its breed is not known. Its adoption is pending.\n`);
    }
    const ended = await run(other, ['export', 'pets', '--format', 'adopt-a-pet', '--shelter-id', '1', ...args]);
    expect(ended.stdout.split('\n').map((line) => line.split(',', 7).join())).toEqual([
      'Id,Animal,Breed,Breed2,Purebred,Age,Name',
      `"${here}","Cat","Birman","","","Adult","Here"`,
      '',
    ]);
    expect([ended.code, ended.stderr]).toEqual([
      0,
      `--shelter-id is no longer needed: the file has no such column.
11 animals are not in the file:
${reserved.join('')}  ${bare} Bare: Its breed is not known.
  and 1 more
`,
    ]);
    const { stderr } = await run(other, ['export', 'pets', '--format', 'rescuegroups', ...args]);
    expect(stderr).toContain(`10 animals are not in the file:\n`);
    expect(stderr).toContain(`  ${held} Held: It is on hold.\n`);
    expect(stderr).not.toMatch(/more|Bare|Died/);
  });
});

test('the file of a site is for those who read which animals are on hold', async () => {
  const other = await startOnSqlite();
  await addPet(other, { name: 'Held', profile: { staff: { hold: { type: 'medical' } } } });
  const { key } = await other.newAccount();
  const ended = await command(['export', 'pets', '--format', 'petfinder', '--organization', '1'], {
    PETSTORE_BASE_URL: `${other.origin}/v1`,
    PETSTORE_API_KEY: key,
  });
  expect(ended).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Only members') });
});

test('the file of a site is of no organization by mistake: without animals, it would remove all of them', async () => {
  const other = await startOnSqlite();
  try {
    const { key, accountId } = await other.newAccount();
    const body = { organization: { id: 1, role: 'staff' } };
    expect((await other.call('PATCH', `/v1/admin/accounts/${accountId}`, { body })).status).toBe(200);
    const add = async (listed: boolean) =>
      (await other.call('POST', '/v1/organizations', { body: { name: 'Other', email: 'a@other.example', listed } }))
        .body.id;
    const [listed, unlisted] = [await add(true), await add(false)];
    const out = join(folder, 'mistaken.csv');
    const exported = (organization: number, apiKey: string, ...more: string[]) =>
      command(
        ['export', 'pets', '--format', 'petfinder', '--organization', String(organization), '--out', out, ...more],
        {
          PETSTORE_BASE_URL: `${other.origin}/v1`,
          PETSTORE_API_KEY: apiKey,
          DATA_DIR: other.dataDir,
        },
      );
    const none = 'There is no organization with this ';
    for (const [ended, code, reason] of [
      [await exported(77, key), 3, none],
      [await exported(unlisted, key), 3, none],
      [await exported(listed, key), 2, 'Only members of the organization and operators can list its animals.'],
      [await exported(77, other.operatorKey), 3, none],
      [await exported(77, other.operatorKey, '--direct'), 3, none],
    ] as const)
      expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(reason) });
    await expect(stat(out)).rejects.toThrow('ENOENT');
    expect(await exported(1, key)).toMatchObject({ code: 0 });
    expect(await exported(unlisted, other.operatorKey)).toMatchObject({ code: 0 });
    expect(await exported(unlisted, other.operatorKey, '--direct')).toMatchObject({ code: 0 });
  } finally {
    await other.close();
  }
});

test("Adopt-a-Pet's map needs no service", async () => {
  const ended = await command(['export', 'pets', '--format', 'adopt-a-pet-map']);
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^#1:Id=Id\n#2:Animal=Animal\n/), stderr: '' });
  expect(await command(['export', 'orders', '--format', 'adopt-a-pet-map'])).toMatchObject({ code: 2 });
});

describe('an export', () => {
  test('ends quietly when the reader closes the pipe', async () => {
    const ended = await petstore(
      ['-c', 'bin/petstore export events --direct | true'],
      { DATA_DIR: service.dataDir },
      'sh',
    );
    expect(ended).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  test('leaves no file on a full disk, even if only the last chunk fails', async () => {
    const file = join(folder, 'cut.ndjson');
    const ended = await petstore(
      ['-c', `ulimit -f 8; bin/petstore export events --out ${file}`],
      { PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey },
      'bash',
    );
    expect(ended.code).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('cut'))).toEqual([]);
  });

  test('follows no symbolic link, and replaces no device', async () => {
    const [file, precious] = [join(folder, 'linked.csv'), join(folder, 'precious')];
    await writeFile(precious, 'precious');
    await symlink(precious, `${file}.part`);
    expect(await run(service, ['export', 'pets', '--out', file])).toMatchObject({ code: 0 });
    expect(await readFile(precious, 'utf8')).toBe('precious');
    expect((await lstat(file)).isFile()).toBe(true);

    const ended = await run(service, ['export', 'pets', '--out', folder]);
    expect([ended.code, ended.stderr]).toEqual([
      1,
      `petstore: ${folder} cannot be written: it is not a regular file. Without --out, the export goes to standard output.\n`,
    ]);
  });

  test('to a file that cannot be written fails, and leaves nothing behind', async () => {
    const ended = await run(service, ['export', 'pets', '--out', join(folder, 'no', 'pets.csv')]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('cannot be written');
  });

  test('that fails keeps the existing file', async () => {
    const file = join(folder, 'kept.csv');
    await writeFile(file, 'as it was');
    const ended = await command(['export', 'pets', '--out', file], {
      PETSTORE_BASE_URL: `${service.origin}/v1`,
      PETSTORE_API_KEY: 'psk_live_wrong',
    });
    expect(ended.code).toBe(3);
    expect(await readFile(file, 'utf8')).toBe('as it was');
    await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT');
  });
});
