import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { endAll, newFolder, petstore } from '../support/process.ts';
import { BACKENDS, type TestService } from '../support/service.ts';

const services = new Map<string, TestService>();
let service: TestService;
let folder: string;
beforeAll(async () => {
  folder = await newFolder();
  for (const [backend, start] of BACKENDS) services.set(backend, await start());
  service = services.get('SQLite')!;
});
afterAll(async () => {
  for (const one of services.values()) await one.close();
  await endAll();
});

/** The two ways of the command line. profile/whole-way.test.ts has them on the other back ends. */
const WAYS = [
  ['through the API', 'SQLite', []],
  ['into the database', 'PostgreSQL', ['--direct']],
] as const;

async function importPets(name: string, text: string | Buffer, ...args: readonly string[]) {
  const file = join(folder, name);
  await writeFile(file, text);
  return command(['import', 'pets', file, ...args], {
    DATA_DIR: service.dataDir,
    DATABASE_URL: service.settings.databaseUrl,
    PETSTORE_BASE_URL: `${service.origin}/v1`,
    PETSTORE_API_KEY: service.operatorKey,
  });
}

/** The output of `--json`: the bad rows, and the summary. */
function linesOf({ stdout }: { readonly stdout: string }) {
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return { bad: lines.filter(({ type }) => type === 'badRow'), summary: lines.at(-1) };
}

async function petsNamed(text: string): Promise<Record<string, unknown>[]> {
  const found = (await service.call('GET', `/v1/pets?limit=100&q=${encodeURIComponent(text)}`)).body;
  return found
    .toReversed()
    .map(({ name, categoryId, status }: Record<string, unknown>) => ({ name, categoryId, status }));
}

describe.each(WAYS)('an import %s, on %s', (way, backend, args) => {
  beforeAll(() => {
    service = services.get(backend)!;
  });
  afterAll(() => {
    service = services.get('SQLite')!;
  });
  const mark = way.replaceAll(' ', '-');

  test('reads names, categories by name or id, and statuses as people write them', async () => {
    const text = [
      'Animal Name,Species,Status,External ID,Age',
      `Rex ${mark},dog,Available,1,3`,
      `"Ann, ${mark}",CATS,On hold,2,`,
      `Tom ${mark},-9223372036854775808,Adopted,3,`,
      `Eve ${mark},3,,4`,
    ];
    const ended = await importPets(`${mark}.csv`, text.join('\n'), ...args);
    expect(ended).toMatchObject({ code: 0, stdout: '' });
    expect(ended.stderr).toContain('is read as a table of animals');
    const found = (await service.call('GET', `/v1/pets?q=${mark}`)).text;
    expect(found).toContain(`{"name":"Tom ${mark}","categoryId":-9223372036854775808,"status":"sold"}`.slice(1));
    const byName = (a: { name?: unknown }, b: { name?: unknown }) => String(a.name).localeCompare(String(b.name));
    expect((await petsNamed(mark)).filter(({ name }) => name !== `Tom ${mark}`).toSorted(byName)).toEqual([
      { name: `Ann, ${mark}`, categoryId: 2, status: 'pending' },
      { name: `Eve ${mark}`, categoryId: 3, status: 'available' },
      { name: `Rex ${mark}`, categoryId: 1, status: 'available' },
    ]);
  });

  test('again adds only new rows', async () => {
    const rows = ['reference,name,category', ...[1, 2, 3].map((n) => `a${n},Again ${mark} ${n},Dogs`)];
    expect((await importPets(`again-${mark}.csv`, rows.join('\n'), ...args)).code).toBe(0);
    const more = [...rows.map((row) => row.replace('Again', 'Changed')), `a4,Again ${mark} 4,Dogs`];
    const second = linesOf(await importPets(`again-${mark}.csv`, more.join('\n'), '--json', ...args));
    expect(second.summary).toMatchObject({ rows: 4, added: 1, already: 3, bad: 0 });
    expect(await petsNamed(`Again ${mark}`)).toHaveLength(4);
    expect(await petsNamed(`Changed ${mark}`)).toEqual([]);
  });

  test('without references recognizes a row by its content and by how often it occurs', async () => {
    const rows = ['name,category', `Twin ${mark},Dogs`, `Twin ${mark},Dogs`];
    await importPets(`twins-${mark}.csv`, rows.join('\n'), ...args);
    await importPets(`twins-${mark}.csv`, [...rows, `Twin ${mark},Dogs`].join('\r\n'), ...args);
    expect(await petsNamed(`Twin ${mark}`)).toHaveLength(3);
  });

  test('reports each fault with line, column and the rule of the API, and adds the good rows', async () => {
    const rows = [
      'id,name,category,status',
      `b1,${'x'.repeat(256)},Dogs,`,
      `b2,Bad ${mark},Dragons,eaten`,
      `b3 ${mark},Good ${mark},Dogs,`,
      `b3 ${mark},Bad ${mark},Dogs,`,
      `,Bad ${mark},Dogs,`,
      // With this row, the file is UTF-8, and only one name in it is not.
      `b4,Bad Zoë ${mark},9223372036854775808,`,
      `b5,"Bad\u0007 ${mark}",Dogs,`,
    ];
    const bytes = Buffer.concat([Buffer.from(`${rows.join('\n')}\nb6,Zo`), Buffer.of(0xe9), Buffer.from(',Dogs,\n')]);
    const dry = await importPets(`bad-${mark}.csv`, bytes, '--dry-run', '--json', ...args);
    expect(await petsNamed(mark)).not.toContainEqual(expect.objectContaining({ name: `Good ${mark}` }));
    const { bad, summary } = linesOf(dry);
    const refusal = async (body: object) => (await service.call('POST', '/v1/pets', { body })).body.message;
    expect(bad).toEqual([
      {
        type: 'badRow',
        line: 2,
        column: 'name',
        value: `${'x'.repeat(60)}…`,
        reason: await refusal({ name: 'x'.repeat(256), categoryId: 1 }),
      },
      {
        type: 'badRow',
        line: 3,
        column: 'category',
        value: 'Dragons',
        reason: 'There is no category "Dragons".',
      },
      {
        type: 'badRow',
        line: 3,
        column: 'status',
        value: 'eaten',
        reason: await refusal({ name: 'x', categoryId: 1, status: 'eaten' }),
      },
      {
        type: 'badRow',
        line: 5,
        column: 'id',
        value: `b3 ${mark}`,
        reason: 'The row on line 4 has the same reference.',
      },
      {
        type: 'badRow',
        line: 6,
        column: 'id',
        reason: 'The row has no reference, so a later import could not recognize it.',
      },
      {
        type: 'badRow',
        line: 7,
        column: 'category',
        value: '9223372036854775808',
        reason: await refusal({ name: 'x', categoryId: 0.5 }),
      },
      {
        type: 'badRow',
        line: 8,
        column: 'name',
        value: `Bad\u0007 ${mark}`,
        reason: await refusal({ name: '\u0007', categoryId: 1 }),
      },
      { type: 'badRow', line: 9, column: 'name', reason: 'The text is not valid UTF-8; save the file as "CSV UTF-8".' },
    ]);
    expect(dry.code).toBe(5);
    expect(summary).toMatchObject({ dryRun: true, rows: 8, added: 1, bad: 7 });

    const real = await importPets(`bad-${mark}.csv`, bytes, '--json', ...args);
    expect(real.code).toBe(5);
    expect(linesOf(real).bad).toEqual(bad);
    expect(await petsNamed(`Good ${mark}`)).toHaveLength(1);
    expect(await petsNamed(`Bad ${mark}`)).toEqual([]);
  });

  test('creates missing categories with --create-categories, each once', async () => {
    const rows = [
      'id,name,species',
      ...['Ponies', 'pony', 'Ponies', 'Goat'].map(
        (species, i) => `made ${i} ${mark},Made ${mark} ${i},${species} ${mark}`,
      ),
    ];
    const file = `made-${mark}.csv`;
    const dry = linesOf(await importPets(file, rows.join('\n'), '--create-categories', '--dry-run', '--json', ...args));
    expect(dry.summary.categoriesMade).toEqual([`Ponies ${mark}`, `pony ${mark}`, `Goat ${mark}`]);
    await importPets(file, rows.join('\n'), '--create-categories', ...args);
    await importPets(file, rows.join('\n'), '--create-categories', ...args);
    const categories = (await service.call('GET', '/v1/categories?limit=100')).body.map(
      ({ name }: { name: string }) => name,
    );
    expect(categories.filter((name: string) => name.endsWith(mark)).toSorted()).toEqual(
      [`Goat ${mark}`, `Ponies ${mark}`, `pony ${mark}`].toSorted(),
    );
    expect(await petsNamed(`Made ${mark}`)).toHaveLength(4);
  });

  test('reads NDJSON exactly', async () => {
    const rows = [
      `{"name":"Json ${mark}","categoryId":9007199254740993,"status":"sold","reference":7}`,
      `{"status":null,"name":"Json ${mark}","categoryId":"Fish","reference":"8"}`,
      `{"name":5,"categoryId":1,"reference":9}`,
    ];
    const ended = await importPets(`${mark}.ndjson`, rows.join('\n'), '--json', ...args);
    expect(linesOf(ended).bad).toEqual([
      {
        type: 'badRow',
        line: 3,
        column: 'name',
        value: '5',
        reason: 'The field `name` must be a string of 1 to 255 characters without control characters.',
      },
    ]);
    const { text } = await service.call('GET', `/v1/pets?q=${encodeURIComponent(`Json ${mark}`)}`);
    expect(text).toContain('"categoryId":9007199254740993,"status":"sold"');
    expect(text).toContain('"categoryId":5,"status":"available"');
  });
});

test('an import from standard input needs --format', async () => {
  const piped = (...args: readonly string[]) => {
    const row = '{"name":"Piped","categoryId":"Dogs","reference":"piped"}';
    const command = `echo '${row}' | bin/petstore import pets - --direct ${args.join(' ')}`;
    return petstore(['-c', command], { DATA_DIR: service.dataDir }, 'sh');
  };
  expect(await piped('--format', 'ndjson')).toMatchObject({ code: 0, stdout: '' });
  expect(await petsNamed('Piped')).toEqual([{ name: 'Piped', categoryId: 1, status: 'available' }]);
  expect((await piped()).stderr).toContain('Name the format of standard input with --format: csv, xlsx, ndjson, json.');
});

describe('files of other systems', () => {
  test('the CSV export of ASM3: one animal for all its records, with the status that its movement means', async () => {
    const rows = [
      'ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALTYPE,ANIMALSPECIES,ANIMALDECEASEDDATE,ANIMALNOTFORADOPTION,ANIMALNONSHELTER,MOVEMENTTYPE,TESTTYPE',
      '"D1","Asm one","Male","D (Dog)","Dog","","0","0","None",""',
      '"D1","Asm one","","","","","","","","FIV"',
      '"U2","Asm two","Female","U (Cat)","Cat","","0","0","1",""',
      '"U3","Asm died","Female","U (Cat)","Cat","01/02/2026","0","0","0",""',
      '"U4","Asm transferred","Female","U (Cat)","Cat","","0","0","3",""',
      '"U5","Asm fostered","Female","U (Cat)","Cat","","0","0","2",""',
      '"U6","Asm kept","Female","U (Cat)","Cat","","1","0","0",""',
    ];
    const { summary } = linesOf(await importPets('asm3.csv', rows.join('\n'), '--direct', '--json'));
    expect(summary).toMatchObject({
      added: 3,
      bad: 0,
      passedOver: {
        'further records of an animal': 1,
        died: 1,
        'left the shelter without an adoption': 1,
        'not up for adoption': 1,
      },
    });
    expect(await petsNamed('Asm')).toEqual([
      { name: 'Asm one', categoryId: 1, status: 'available' },
      { name: 'Asm two', categoryId: 2, status: 'sold' },
      { name: 'Asm fostered', categoryId: 2, status: 'available' },
    ]);
  });

  test("the JSON of ASM3's service, with the same references as the CSV", async () => {
    const animal = {
      ANIMALNAME: 'Asm one',
      SPECIESNAME: 'Dog',
      SHELTERCODE: 'D1',
      ARCHIVED: 0,
      ACTIVEMOVEMENTTYPE: null,
      SEXNAME: 'Male',
    };
    const animals = [
      animal,
      { ...animal, ANIMALNAME: 'Asm held', SHELTERCODE: 'D9', HASACTIVERESERVE: 1 },
      { ...animal, ANIMALNAME: 'Asm tried', SHELTERCODE: 'D10', ACTIVEMOVEMENTTYPE: 1, HASTRIALADOPTION: 1 },
    ];
    const { summary } = linesOf(await importPets('asm3.json', JSON.stringify(animals, null, 2), '--direct', '--json'));
    expect(summary).toMatchObject({ rows: 3, added: 2, already: 1, bad: 0 });
    expect(await petsNamed('Asm held')).toEqual([{ name: 'Asm held', categoryId: 1, status: 'pending' }]);
    expect(await petsNamed('Asm tried')).toEqual([{ name: 'Asm tried', categoryId: 1, status: 'pending' }]);
  });

  test.each([
    [
      'a report',
      'Animal ID,Internal ID,Status,Species,Name',
      ['7,x,Available,Dog,Rg one', '8,x,Passed Away,Dog,Rg gone', '9,x,Hold,Cat,Rg two'],
    ],
    [
      'an import account',
      '"externalID", "status", "name", "type", "priBreed"',
      [
        '"7", "Available", "Rg one", "Dog", "Boxer"',
        '"8", "Deleted", "Rg gone", "Dog", "Boxer"',
        '"9", "Pending", "Rg two", "Cat"',
      ],
    ],
    [
      'the API',
      'animalID,animalName,animalSpecies,animalStatus',
      ['7,Rg one,Dog,Available', '8,Rg gone,Dog,Transferred', '9,Rg two,Cat,Adoption Pending'],
    ],
  ])('RescueGroups.org: %s', async (kind, header, rows) => {
    const account = (await service.newAccount()).accountId;
    const ended = await importPets(
      `rg-${kind}.csv`,
      [header, ...rows].join('\n'),
      '--direct',
      '--json',
      '--account',
      String(account),
    );
    expect(linesOf(ended).summary).toMatchObject({
      rows: 3,
      added: 2,
      bad: 0,
      passedOver: {
        [{ 'a report': 'died', 'the API': 'left the shelter without an adoption' }[kind] ?? 'deleted in RescueGroups']:
          1,
      },
    });
    expect((await petsNamed('Rg')).slice(-2)).toEqual([
      { name: 'Rg one', categoryId: 1, status: 'available' },
      { name: 'Rg two', categoryId: 2, status: 'pending' },
    ]);
  });
});

describe('an import that is refused', () => {
  const cases: readonly (readonly [string, string, string, readonly string[], number, string])[] = [
    [
      'no column of names',
      'x.csv',
      'a,b\n1,2',
      ['--direct'],
      1,
      'No column is recognized as the `name`. The file has the columns "a", "b".\n  Choose one with --map name=COLUMN.',
    ],
    [
      'a missing column',
      'x.csv',
      'name,species\n1,2',
      ['--direct', '--reference', 'No'],
      1,
      'There is no column "No".',
    ],
    ['an invalid map', 'x.csv', 'name,species\n1,2', ['--direct', '--map', 'names=x'], 1, 'There is no field "names".'],
    [
      'an unknown format',
      'x.doc',
      '',
      ['--direct'],
      2,
      'x.doc does not end in .csv, .tsv, .txt, .xlsx, .ndjson, .jsonl, .json; name its format with --format.',
    ],
    [
      'an unknown account',
      'x.csv',
      'name,species\n1,2',
      ['--direct', '--account', 'no@shelter.example'],
      1,
      'There is no account with the email "no@shelter.example" in production. `petstore accounts list` shows them.',
    ],
    [
      'an account through the API',
      'x.csv',
      'name,species\n1,2',
      ['--account', '1'],
      2,
      '--account needs --direct: through the API, the animals belong to the account of the API key.',
    ],
  ];
  test.each(cases)('because of %s says why', async (_, name, text, args, code, says) => {
    const ended = await importPets(name, text, ...args);
    expect(ended.stderr).toContain(says);
    expect(ended.code).toBe(code);
  });

  test('because its journal belongs to another account says why', async () => {
    const { key } = await service.newAccount();
    const rows = 'id,name,species\n1,Journal,Dog';
    await importPets('journal.csv', rows);
    const ended = await petstore(['import', 'pets', join(folder, 'journal.csv')], {
      PETSTORE_BASE_URL: `${service.origin}/v1`,
      PETSTORE_API_KEY: key,
    });
    expect(ended.stderr).toContain('is the journal of an import into');
    expect(ended.code).toBe(1);
    await rm(join(folder, 'journal.csv.petstore-import'));
  });

  test('STRICT_CATEGORIES refuses an id that no category has', async () => {
    await writeFile(join(folder, 'strict.csv'), 'id,name,categoryId\n1,Strict,4711\n');
    const ended = await petstore(['import', 'pets', join(folder, 'strict.csv'), '--direct'], {
      DATA_DIR: service.dataDir,
      STRICT_CATEGORIES: 'true',
    });
    expect(ended).toMatchObject({ code: 5, stdout: '2\tcategoryId\t4711\tThere is no category 4711.\n' });
  });
});
