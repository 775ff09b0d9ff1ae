import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { postPhoto } from '../../pets/photos/images.ts';
import { command } from '../../support/command.ts';
import { endAll, newFolder } from '../../support/process.ts';
import { BACKENDS, type TestService } from '../../support/service.ts';

let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(endAll);

const run = (...args: readonly string[]) =>
  command(args, {
    DATA_DIR: service.dataDir,
    DATABASE_URL: service.settings.databaseUrl,
    PUBLIC_URL: service.origin,
    PETSTORE_BASE_URL: `${service.origin}/v1`,
    PETSTORE_API_KEY: service.operatorKey,
  });

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

const namedPets = async (name: string) =>
  (await service.call('GET', `/v1/pets?expand=profile&q=${encodeURIComponent(name)}`)).body as ExpandedPet[];

const READ_ONLY = new Set(['waitingSince', 'publishedAt', 'statusChangedAt', 'updatedAt', 'daysInCare']);
/** Of the profile, what the file says. */
const given = (pet: ExpandedPet | undefined): unknown =>
  JSON.parse(JSON.stringify(pet?.profile, (name, value: unknown) => (READ_ONLY.has(name) ? undefined : value)));

/** import.test.ts has the two ways on the other back ends. */
const [onSqlite, onPostgres] = BACKENDS;
describe.each([
  ['through the API', onPostgres, 'csv', []],
  ['into the database', onSqlite, 'json', ['--direct']],
] as const)('an import %s', (way, [, start], format, args) => {
  beforeAll(async () => {
    service = await start();
  });
  afterAll(() => service.close());
  const mark = way.replaceAll(' ', '-');
  /** Of a young cat: between one year and three. */
  const birthDate = `${new Date().getUTCFullYear() - 2}-01-18`;
  const animal = {
    SHELTERCODE: `C-${mark}`,
    ANIMALNAME: `Tilly ${mark}`,
    SPECIESNAME: 'Cat',
    BREEDNAME1: 'DSH',
    SEX: 0,
    SIZE: 3,
    DATEOFBIRTH: `${birthDate}T00:00:00`,
    COATTYPENAME: 'Fluffy',
    FEE: 12_500,
    IDENTICHIPNUMBER: '985112003456789',
    HIDDENANIMALDETAILS: 'Owner moved away.',
    MOSTRECENTENTRYDATE: '2026-10-02T00:00:00',
  };

  test('adds animals with their profiles once, and what is for staff for staff only', async () => {
    const file = await fileOf(`asm3-${mark}.json`, JSON.stringify([animal]));
    const first = await run('import', 'pets', file, '--json', ...args);
    const [badCell, summary] = first.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(badCell).toEqual({
      type: 'badCell',
      line: 1,
      column: 'COATTYPENAME',
      value: 'Fluffy',
      reason: expect.stringMatching(/^The value must be one of .* The animal is imported without this\.$/),
    });
    expect([first.code, summary]).toMatchObject([5, { rows: 1, added: 1, bad: 0, incomplete: 1 }]);
    expect((await run('import', 'pets', file, '--json', ...args)).stdout).toContain('"already":1');

    const [pet, ...others] = await namedPets(animal.ANIMALNAME);
    expect(others).toEqual([]);
    expect(given(pet)).toEqual({
      reference: `C-${mark}`,
      species: 'Cat',
      breed: { primary: 'Domestic Short Hair' },
      birthDate,
      age: 'young',
      sex: 'female',
      size: 'small',
      microchipped: true,
      adoptionFee: { amount: 12_500, currency: 'USD' },
      staff: { microchip: { number: '985112003456789' }, intake: { date: '2026-10-02' }, notes: 'Owner moved away.' },
    });
    expect(pet!.profile!.waitingSince).toBe('2026-10-02');
    const stranger = await service.newAccount();
    const seen = await service.call('GET', `/v1/pets?expand=profile&ids=${pet!.id}`, { key: stranger.key });
    expect(seen.text).not.toContain('985112003456789');
  });

  test('and an export come out as Petfinder reads it, with photos and without what is for staff', async () => {
    const [pet] = await namedPets(animal.ANIMALNAME);
    const image = await postPhoto(service, pet!.id);
    expect(image.status, image.text).toBe(201);
    const out = join(folder, `${mark}.csv`);
    const ended = await run('export', 'pets', '--format', 'petfinder', '--out', out, ...args);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    const text = await readFile(out, 'utf8');
    const photo = `${service.origin}${image.body.urls.share}`;
    const cells = `${pet!.id},C-${mark},Tilly ${mark},Domestic Short Hair,,F,S,Young,,Cat,A,,,,,,,,,1,${photo},,,,,,2026-10-02,${birthDate},,,,,125.00,1,,,,,`;
    expect(text).toContain(
      `\n${cells
        .split(',')
        .map((cell) => `"${cell}"`)
        .join()}\n`,
    );
    expect(text).not.toContain('985112003456789');
  });

  test('reads our own export: the same profiles for new animals', async () => {
    const out = join(folder, `own-${mark}.${format}`);
    await run('export', 'pets', '--out', out, ...args);
    const renamed = (await readFile(out, 'utf8')).replaceAll(`Tilly ${mark}`, `Again ${mark} ${format}`);
    await writeFile(
      out,
      renamed.replaceAll(/"id":(\d+),"name"/g, `"id":"${format}$1","name"`).replaceAll(/^(\d+),/gm, `${format}$1,`),
    );
    const ended = await run('import', 'pets', out, ...args);
    expect([ended.code, ended.stdout]).toEqual([0, '']);
    expect(ended.stderr).toContain('is read as Petstore');
    const [before] = await namedPets(animal.ANIMALNAME);
    const [after] = await namedPets(`Again ${mark} ${format}`);
    expect(given(after)).toEqual(given(before));
  });
});
