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
      async (file: string, update: string, mode = 'import') => {
        const query = `format=csv&mode=${mode}&categories=existing&update=${update}`;
        const headers = { 'content-type': 'application/octet-stream' };
        return linesOf((await operator.call('POST', `/session/import?${query}`, { body: file, headers })).text);
      },
    ],
    [
      'through the API',
      async (file: string, update: string, mode = 'import') => {
        const path = join(folder, 'animals.csv');
        await writeFile(path, file);
        const options = { none: [], changes: ['--update'], all: ['--overwrite'] }[update] ?? [];
        const { stdout } = await command(
          ['import', 'pets', path, '--json', ...options, ...(mode === 'dry-run' ? ['--dry-run'] : [])],
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
