import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from '../pages/page.ts';
import { command } from '../support/command.ts';
import { endAll, newFolder } from '../support/process.ts';
import { BACKENDS, sharedService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';

/** A file that is imported again, with changes. */

const HEADER = 'id,name,species,status,sex,weight,notes';

describe.each(BACKENDS)('an import with changes, on %s', (_, start) => {
  const service = sharedService(start);
  let operator: Page;
  let folder: string;
  beforeAll(async () => {
    folder = await newFolder();
    operator = await operatorOf(service);
  });
  afterAll(async () => {
    await endAll();
    await rm(folder, { recursive: true, force: true });
  });

  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  const WAYS = [
    [
      'in the console',
      async (file: string, update: string, mode = 'import', leftOut?: string) => {
        const leaveOut = leftOut === undefined ? '' : `&leaveOut=${encodeURIComponent(JSON.stringify([leftOut]))}`;
        const query = `format=csv&mode=${mode}&categories=existing&update=${update}${leaveOut}`;
        const headers = { 'content-type': 'application/octet-stream' };
        return linesOf((await operator.call('POST', `/session/import?${query}`, { body: file, headers })).text);
      },
    ],
    [
      'through the API',
      async (file: string, update: string, mode = 'import', leftOut?: string) => {
        const path = join(folder, 'animals.csv');
        await writeFile(path, file);
        const left = leftOut === undefined ? [] : ['--leave-out', leftOut];
        const options = { none: [], changes: ['--update'], all: ['--overwrite'] }[update] ?? [];
        const { stdout } = await command(
          ['import', 'pets', path, '--json', ...options, ...(mode === 'dry-run' ? ['--dry-run'] : []), ...left],
          { PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey },
        );
        return linesOf(stdout);
      },
    ],
  ] as const;

  describe.each(WAYS)('%s', (way, run) => {
    const mark = way.split(' ').at(-1) ?? '';
    const fileOf = (...rows: string[]) => `${HEADER}\n${rows.map((row) => `${mark}${row}`).join('\n')}\n`;
    const petNamed = async (name: string) => {
      const [pet] = (await service.call('GET', `/v1/pets?expand=profile&q=${encodeURIComponent(name)}`)).body;
      return pet;
    };
    const changesIn = (lines: { type: string; member: string; isKept: boolean }[]) =>
      lines.filter(({ type }) => type === 'change').map(({ member, isKept }) => [member, isKept]);

    test('takes over what the file changes, shows it before, and keeps what staff have changed', async () => {
      const name = `Rex ${mark}`;
      await run(fileOf(`1,${name},Dog,available,male,12 kg,shy`, `2,Mia ${mark},Cat,,female,4 kg,`), 'none');
      const { id } = await petNamed(name);
      const body = { staff: { notes: 'brave now' } };
      expect((await service.call('PATCH', `/v1/pets/${id}/profile`, { body })).status).toBe(200);

      const changed = fileOf(`1,${name} II,Dog,available,male,13 kg,very shy`, `2,Mia ${mark},Cat,,female,4 kg,`);
      expect((await run(changed, 'none')).at(-1)).toMatchObject({ added: 0, already: 2, changed: 0 });
      expect(await petNamed(name)).toMatchObject({ name });

      const dry = await run(changed, 'changes', 'dry-run');
      const expected = [
        ['staff.notes', true],
        ['name', false],
        ['weightGrams', false],
      ];
      expect(changesIn(dry)).toEqual(expected);
      expect(dry.at(-1)).toMatchObject({ already: 2, changed: 1 });
      expect(await petNamed(name)).toMatchObject({ name, profile: { weightGrams: 12_000 } });

      expect(changesIn(await run(changed, 'changes'))).toEqual(expected);
      expect(await petNamed(name)).toMatchObject({
        id,
        name: `${name} II`,
        profile: { weightGrams: 13_000, staff: { notes: 'brave now' } },
      });
      // Again, there is nothing to take over; what is kept stays named.
      expect(changesIn(await run(changed, 'changes'))).toEqual([['staff.notes', true]]);
      expect(changesIn(await run(changed, 'all'))).toEqual([['staff.notes', false]]);
      expect((await petNamed(name)).profile.staff.notes).toBe('very shy');
    });

    test('takes over one change among many rows, and more changes than a list has', async () => {
      const rows = (breedOf: (i: number) => string) =>
        fileOf(...Array.from({ length: 150 }, (_, i) => `m${i},Many ${mark} ${i},Dog,available,male,${breedOf(i)},`));
      await run(
        rows(() => '12 kg'),
        'none',
      );
      const last = (i: number) => (i === 149 ? '14 kg' : '12 kg');
      expect(
        (
          await run(
            rows(() => '12 kg'),
            'changes',
          )
        ).at(-1),
      ).toMatchObject({ already: 150, changed: 0, bad: 0 });
      expect((await run(rows(last), 'changes')).at(-1)).toMatchObject({ already: 150, changed: 1, bad: 0 });
      expect(
        (
          await run(
            rows(() => '13 kg'),
            'changes',
          )
        ).at(-1),
      ).toMatchObject({ already: 150, changed: 150, bad: 0 });
    });

    test('keeps those from visitors that the file says are absent, and names them until their outcome is recorded', async () => {
      const names = [`Died ${mark}`, `Moved ${mark}`, `Office cat ${mark}`] as const;
      const rows = (...states: string[]) =>
        fileOf(...states.map((state, i) => `a${i},${names[i]},Cat,${state},female,4 kg,`));
      await run(rows('available', 'available', 'available'), 'none');
      const pets = await Promise.all(names.map(petNamed));
      const holdOf = async (name: string) => (await petNamed(name)).profile.staff?.hold;
      const absent = rows('deceased', 'transferred', 'not available');
      const named = (lines: { type: string; line: number; reason: string }[]) =>
        lines.filter(({ type }) => type === 'badRow').map(({ line, reason }) => [line, reason]);
      const says = ['has died', 'has left', 'is not up for adoption'].map(
        (word, i) => `The file says that the animal ${word}. It is here as animal ${pets[i].id}`,
      );
      const seen = 'and visitors may see it: record its outcome, put it on hold, or import with changes.';
      const before = await run(absent, 'none');
      expect(named(before)).toEqual(says.map((said, i) => [i + 2, `${said} ${seen}`]));
      expect(before.at(-1)).toMatchObject({ rows: 3, bad: 3, changed: 0, passedOver: {} });
      const dry = await run(absent, 'changes', 'dry-run');
      expect(await holdOf(names[0])).toBeUndefined();

      const lines = await run(absent, 'changes');
      expect(lines.filter(({ type }) => type === 'change')).toEqual(dry.filter(({ type }) => type === 'change'));
      expect(changesIn(lines)).toEqual(names.map(() => ['staff.hold.type', false]));
      const dead = says.slice(0, 2);
      expect(named(lines)).toEqual(
        dead.map((said, i) => [i + 2, `${said} and on hold from now on: record its outcome.`]),
      );
      expect(lines.at(-1)).toMatchObject({ bad: 2, changed: 3, passedOver: { 'not up for adoption': 1 } });
      for (const name of names) expect(await holdOf(name)).toMatchObject({ type: 'other' });
      expect(named(await run(absent, 'changes'))).toEqual(
        dead.map((said, i) => [i + 2, `${said} and on hold: record its outcome.`]),
      );

      const outcome = { staff: { outcome: { type: 'died', date: '2026-11-20' } } };
      for (const { id } of pets.slice(0, 2))
        expect((await service.call('PATCH', `/v1/pets/${id}/profile`, { body: outcome })).status).toBe(200);
      expect((await run(absent, 'changes')).at(-1)).toMatchObject({ bad: 0, changed: 0 });
      await run(rows('deceased', 'transferred', 'available'), 'changes');
      expect(await holdOf(names[2])).toBeUndefined();
    });

    test('a status that is there now, or no longer, is taken', async () => {
      const [pia, ben] = [`Pia ${mark}`, `Ben ${mark}`];
      await run(`id,name,species\n${mark}8,${ben},Dog\n`, 'none');
      const rows = (ofPia: string, ofBen: string) => fileOf(`7,${pia},Dog,${ofPia},,,`, `8,${ben},Dog,${ofBen},,,`);
      await run(fileOf(`7,${pia},Dog,,,,`), 'none');
      expect((await run(rows('pending', 'adopted'), 'changes')).at(-1)).toMatchObject({ changed: 2, bad: 0 });
      expect([(await petNamed(pia)).status, (await petNamed(ben)).status]).toEqual(['pending', 'sold']);
      expect((await run(rows('', 'adopted'), 'changes')).at(-1)).toMatchObject({ changed: 1, bad: 0 });
      expect((await petNamed(pia)).status).toBe('available');
    });

    test('a cell that cannot be read changes nothing', async () => {
      const name = `Kim ${mark}`;
      const file = (weight: string, chip: string) =>
        `id,name,species,status,weight,microchip\n${mark}9,${name},Dog,available,${weight},${chip}\n`;
      await run(file('12 kg', '985112001234567'), 'none');
      const lines = await run(file('10-12', '9.85112E+14'), 'changes');
      expect(lines.filter(({ type }) => type === 'badCell')).toHaveLength(2);
      expect(changesIn(lines)).toEqual([]);
      expect((await petNamed(name)).profile).toMatchObject({
        weightGrams: 12_000,
        staff: { microchip: { number: '985112001234567' } },
      });
    });

    test('an animal with several rows is absent if all of them say so', async () => {
      const [ada, bo] = [`Ada ${mark}`, `Bo ${mark}`];
      await run(fileOf(`20,${ada},Cat,available,,,`, `21,${bo},Cat,available,,,`), 'none');
      const dead = (name: string, id: number) => Array<string>(2).fill(`${id},${name},Cat,deceased,,,`);
      const lines = await run(
        fileOf(...dead(ada, 20), `21,${bo},Cat,deceased,,,`, `21,${bo},Cat,available,,,`),
        'changes',
      );
      expect(changesIn(lines)).toEqual([['staff.hold.type', false]]);
      expect((await petNamed(ada)).profile.staff.hold).toMatchObject({ type: 'other' });
      expect((await petNamed(bo)).profile.staff?.hold).toBeUndefined();
    });

    test('a hold of staff stays as it is while it runs, whatever the file says', async () => {
      const name = `Zoe ${mark}`;
      const row = (status: string) => fileOf(`10,${name},Dog,${status},,,`);
      await run(row('available'), 'none');
      const { id } = await petNamed(name);
      const holdUntil = async (until: string) => {
        const body = { staff: { hold: { type: 'quarantine', until, reason: 'It coughs.' } } };
        expect((await service.call('PATCH', `/v1/pets/${id}/profile`, { body })).status).toBe(200);
      };
      const holdOf = async () => (await petNamed(name)).profile.staff.hold;
      await holdUntil('2099-03-01');
      for (const status of ['not available', 'available']) {
        expect(changesIn(await run(row(status), 'changes'))).toEqual([]);
        expect(await holdOf()).toMatchObject({ type: 'quarantine', until: '2099-03-01' });
      }
      await holdUntil('2020-03-01');
      expect(changesIn(await run(row('not available'), 'changes'))).toEqual([['staff.hold.type', false]]);
      expect(await holdOf()).toEqual({ type: 'other' });
      await run(row('available'), 'changes');
      expect((await petNamed(name)).profile.staff?.hold).toBeUndefined();

      // Visitors see the page of an animal that comes soon, but not of one that has died.
      const soon = { staff: { hold: { type: 'coming_soon', showPage: true } } };
      expect((await service.call('PATCH', `/v1/pets/${id}/profile`, { body: soon })).status).toBe(200);
      expect(changesIn(await run(row('not available'), 'changes'))).toEqual([]);
      expect(changesIn(await run(row('deceased'), 'changes'))).toEqual([['staff.hold.type', false]]);
      expect(await holdOf()).toEqual({ type: 'other' });
    });

    test('a hold that a column of its own says ends with it', async () => {
      const name = `Lea ${mark}`;
      const file = (hold: string) => `id,name,species,on hold\n${mark}11,${name},Dog,${hold}\n`;
      await run(file('yes'), 'none');
      expect((await petNamed(name)).profile.staff.hold).toMatchObject({ type: 'other' });
      expect(changesIn(await run(file('no'), 'changes'))).toEqual([['staff.hold.type', false]]);
      expect((await petNamed(name)).profile.staff?.hold).toBeUndefined();
    });

    test('what columns of yes and no say ends with it, without a column for the status', async () => {
      const fileOf = (adoptable: string, reserved: string) =>
        `id,name,species,adoptable,reserved\n${mark}12,Kai ${mark},Dog,${adoptable},${reserved}\n`;
      const now = async () => {
        const { status, profile } = await petNamed(`Kai ${mark}`);
        return [status, profile.staff?.hold?.type];
      };
      await run(fileOf('yes', 'no'), 'none');
      expect(await now()).toEqual(['available', undefined]);
      for (const [adoptable, reserved, expected] of [
        ['no', 'no', ['available', 'other']],
        ['yes', 'no', ['available', undefined]],
        ['yes', 'yes', ['pending', undefined]],
        ['yes', 'no', ['available', undefined]],
      ] as const) {
        await run(fileOf(adoptable, reserved), 'changes');
        expect(await now(), `${adoptable} ${reserved}`).toEqual(expected);
      }
      const asm3 = (isNotForAdoption: number) =>
        `ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALTYPE,ANIMALSPECIES,ANIMALNOTFORADOPTION\n${mark}13,Uma ${mark},Female,Stray,Dog,${isNotForAdoption}\n`;
      await run(asm3(0), 'none');
      for (const isNotForAdoption of [1, 0]) await run(asm3(isNotForAdoption), 'changes');
      expect((await petNamed(`Uma ${mark}`)).profile.staff?.hold).toBeUndefined();
    });

    describe('a status and a hold end only with the columns that have said them:', () => {
      const ASM3 = 'animalcode,animalname,animalsex,animalspecies';
      const HOLDS = ['available', 'quarantine'] as const;
      /** Files of one animal: the columns beside its name, and their cells. `!` before a column: it is left out. */
      const CASES = [
        ['hold reason,date of death: Quarantine,; date of death: ', ...HOLDS],
        ['hold reason: Quarantine; outcome type,outcome date: ,', ...HOLDS],
        ['hold reason: Quarantine; record type: ', ...HOLDS],
        ['hold reason: Quarantine; deceased,reserved,adopted,in custody: no,no,no,yes', ...HOLDS],
        ['hold reason: Quarantine; status: available', ...HOLDS],
        ['status,hold reason: available,Quarantine; status,!hold reason: available,', ...HOLDS],
        ['hold reason,deceased: Quarantine,no; !hold reason,deceased: ,no', ...HOLDS],
        ['status: bite hold; status: available', 'available', undefined],
        ['hold reason: Quarantine; hold: no', 'available', undefined],
        ['adoptable: yes; adoptable: no; deceased: no', 'available', 'other'],
        ['adoptable,deceased: yes,no; adoptable,deceased: no,yes; adoptable: yes', 'available', 'other'],
        [
          'adoptable,deceased: yes,no; adoptable,deceased: no,yes; adoptable: yes; deceased: no',
          'available',
          undefined,
        ],
        ['date of death: ; date of death: 2026-01-02; deceased: no', 'available', undefined],
        ['status: adopted; adoption pending: no', 'sold', undefined],
        ['status: adopted; adoption date: ', 'sold', undefined],
        ['status: adopted; adopted: no', 'sold', undefined],
        ['status: adopted; !status,adopted: ,no', 'sold', undefined],
        ['status: adopted; hold reason: Quarantine', 'sold', 'quarantine'],
        ['outcome: Adoption; adopted,outcome: no,', 'sold', undefined],
        ['status,adopted: ,yes; status: ', 'sold', undefined],
        ['status,adopted: ,yes; status: available', 'available', undefined],
        ['adopted: yes; adopted: no', 'available', undefined],
        ['adoption date: 2026-01-02; adoption date: ', 'available', undefined],
        ['status: pending; adopted: no', 'pending', undefined],
        ['status: pending; reserved: no', 'pending', undefined],
        ['reserved: yes; reserved: no', 'available', undefined],
        [`${ASM3},movementtype: 1; ${ASM3},animalnotforadoption: 0`, 'sold', undefined],
        [`${ASM3},movementtype: 1; ${ASM3},movementtype: 0`, 'available', undefined],
        [`${ASM3},isquarantine: 1; ${ASM3},animaldeceaseddate: `, ...HOLDS],
        [`${ASM3},isquarantine: 1; ${ASM3},isquarantine: 0`, 'available', undefined],
      ] as const;
      test.each(CASES)('%s', async (files, status, hold) => {
        const id = `${mark}s${CASES.findIndex(([other]) => other === files)}`;
        for (const [at, file] of files.split('; ').entries()) {
          const [columns = '', cells = ''] = file.split(': ');
          const isAsm3 = columns.startsWith(ASM3);
          const header = isAsm3 ? columns : `id,name,species,${columns}`;
          const row = `${id},Ivo ${id},${isAsm3 ? 'Female,Dog' : 'Dog'},${cells}`;
          const leftOut = /!([^,]+)/.exec(columns)?.[1];
          await run(`${header.replace('!', '')}\n${row}\n`, at === 0 ? 'none' : 'changes', 'import', leftOut);
        }
        const { profile, ...pet } = await petNamed(`Ivo ${id}`);
        expect([pet.status, profile?.staff?.hold?.type]).toEqual([status, hold]);
      });
    });

    test('keeps the status that staff have set, also with --overwrite, while no column of the file says one', async () => {
      const name = `Kim ${mark}`;
      const fileWith = (column: string, cell: string) => `id,name,species,${column}\n${mark}k,${name},Dog,${cell}\n`;
      await run(fileWith('reserved', 'yes'), 'none');
      const { id } = await petNamed(name);
      await service.call('PATCH', `/v1/pets/${id}`, { key: service.operatorKey, body: { status: 'sold' } });
      for (const [column, cell] of [
        ['reserved', 'no'],
        ['deceased', 'no'],
        ['outcome type', ''],
      ] as const) {
        await run(fileWith(column, cell), 'all');
        expect((await petNamed(name)).status, column).toBe('sold');
      }
      await run(fileWith('status', 'available'), 'all');
      expect((await petNamed(name)).status).toBe('available');
    });

    test.each([
      ['movementtype', { status: 'available' }, { status: 'sold' }],
      [
        'isquarantine',
        { profile: { staff: { hold: null } } },
        { profile: { staff: { hold: { type: 'quarantine' } } } },
      ],
    ])('what staff and the file have ended, and staff say again, is theirs: %s', async (column, end, again) => {
      const name = `Noa ${mark} ${column}`;
      const fileWith = (cell: number) =>
        `animalcode,animalname,animalsex,animalspecies,${column}\n${mark}n${column},${name},Female,Dog,${cell}\n`;
      const change = async (body: object) =>
        service.call('PATCH', `/v1/pets/${(await petNamed(name)).id}`, { key: service.operatorKey, body });
      await run(fileWith(1), 'none');
      await change(end);
      await run(fileWith(0), 'changes');
      expect((await change(again)).status).toBe(200);
      await run(fileWith(0), 'changes');
      expect(await petNamed(name)).toMatchObject(again);
    });

    test('an animal that came back after its outcome, and is gone again, is put on hold', async () => {
      const name = `Oda ${mark}`;
      const fileWith = (deceased: string) => `id,name,species,deceased\n${mark}o,${name},Dog,${deceased}\n`;
      await run(fileWith('no'), 'none');
      const { id } = await petNamed(name);
      const staff = { intake: { date: '2026-06-01' }, outcome: { type: 'adoption', date: '2026-03-01' } };
      const body = { profile: { staff } };
      expect((await service.call('PATCH', `/v1/pets/${id}`, { key: service.operatorKey, body })).status).toBe(200);
      expect((await run(fileWith('yes'), 'none')).map(({ type }: { type: string }) => type)).toContain('badRow');
      await run(fileWith('yes'), 'changes');
      expect((await petNamed(name)).profile.staff.hold.type).toBe('other');
    });

    test('removes what became empty, and reports what the animal’s state forbids', async () => {
      const name = `Tom ${mark}`;
      await run(fileOf(`3,${name},Dog,adopted,male,12 kg,`), 'none');
      const lines = await run(fileOf(`3,${name},Dog,pending,,12 kg,`), 'changes');
      expect(lines.find(({ type }) => type === 'badRow')).toMatchObject({
        line: 2,
        reason: 'The `status` of an animal cannot change from `sold` to `pending`.',
      });
      expect(lines.at(-1)).toMatchObject({ rows: 1, already: 0, changed: 0, bad: 1 });
      await run(fileOf(`3,${name},Dog,adopted,,12 kg,`), 'changes');
      const { status, profile } = await petNamed(name);
      expect([status, profile.sex, profile.weightGrams]).toEqual(['sold', undefined, 12_000]);
    });
  });
});
