import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { apiTarget } from '../../src/importing/api-target.ts';
import { importAnimals } from '../../src/importing/import-animals.ts';
import { openJournal } from '../../src/importing/journal.ts';
import type { ImportLine } from '../../src/vocabulary/import-report.ts';
import { endAll, newFolder } from '../support/process.ts';
import { BACKENDS, sharedService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';
import type { TextFormat } from './profile/read-animals.ts';

afterAll(endAll);

describe.each(BACKENDS)('bonded animals, on %s', (_, start) => {
  let console: Awaited<ReturnType<typeof operatorOf>>;
  let journal: string;
  const service = sharedService(start);
  beforeAll(async () => {
    console = await operatorOf(service);
    journal = join(await newFolder(), 'bonds.petstore-import');
  });

  async function inConsole(text: string, format: TextFormat): Promise<ImportLine[]> {
    const headers = { 'content-type': 'application/octet-stream' };
    const path = `/session/import?format=${format}&mode=import&categories=create`;
    const answer = await console.call('POST', path, { body: text, headers });
    return answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  }

  /** As the command line does. */
  async function throughApi(text: string, format: TextFormat): Promise<ImportLine[]> {
    const client = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    const kept = await openJournal(journal, { baseUrl: service.origin, account: '1' }, Date.now);
    async function* bytes() {
      yield Buffer.from(text);
    }
    try {
      return await Array.fromAsync(
        importAnimals(
          { format, read: bytes },
          {
            from: 'auto',
            map: new Map(),
            choices: {},
            target: apiTarget({ client, journal: kept, now: Date.now }),
            update: 'none',
            createCategories: true,
            isStrict: false,
            dryRun: false,
            photos: undefined,
            signal: new AbortController().signal,
          },
        ),
      );
    } finally {
      await kept.close();
    }
  }

  async function petNamed(name: string) {
    const [pet] = (await service.call('GET', `/v1/pets?expand=profile&q=${encodeURIComponent(name)}`)).body;
    return pet as { id: number; profile: { bondedWith?: number[] } };
  }

  describe.each([
    ['in the console', inConsole],
    ['through the API', throughApi],
  ])('imported %s', (way, run) => {
    const mark = way.at(-1);
    const animal = (code: string, others: readonly (string | null)[]) => ({
      ID: code.length,
      SHELTERCODE: `${mark}${code}`,
      ANIMALNAME: `Bond ${mark}${code}`,
      SPECIESNAME: 'Dog',
      BONDEDANIMALID: 0,
      BONDEDANIMAL1CODE: others[0] === undefined ? null : `${mark}${others[0]}`,
      BONDEDANIMAL2CODE: others[1] === undefined ? null : `${mark}${others[1]}`,
    });

    test('are found by their references, also later in the file, or in the next one', async () => {
      const rows = [animal('A1', ['B2', 'C3']), animal('B2', ['A1']), animal('D4', ['E5'])];
      const lines = await run(JSON.stringify([...rows, animal('C3', [])]), 'json');
      expect(lines.filter(({ type }) => type === 'badCell')).toEqual([
        {
          type: 'badCell',
          line: 1,
          column: 'BONDEDANIMAL1CODE',
          value: `${mark}E5`,
          reason:
            'No animal of this file or of an earlier import has this reference. The animal is imported without this.',
        },
      ]);
      expect(lines.at(-1)).toMatchObject({ added: 4, bad: 0, incomplete: 1 });
      const [a, b, c, d] = await Promise.all(['A1', 'B2', 'C3', 'D4'].map((code) => petNamed(`Bond ${mark}${code}`)));
      expect([a, b, c, d].map((pet) => pet!.profile.bondedWith)).toEqual([
        [b!.id, c!.id],
        [a!.id],
        undefined,
        undefined,
      ]);

      // Somebody has parted them meanwhile: an import changes no animal that is there.
      await service.call('PATCH', `/v1/pets/${b!.id}/profile`, { body: { bondedWith: null } });
      const next = await run(JSON.stringify([...rows, animal('E5', [])]), 'json');
      expect(next.at(-1)).toMatchObject({ added: 1, already: 3, incomplete: 0 });
      const e = await petNamed(`Bond ${mark}E5`);
      expect((await petNamed(`Bond ${mark}D4`)).profile.bondedWith).toEqual([e.id]);
      expect((await petNamed(`Bond ${mark}B2`)).profile.bondedWith).toBeUndefined();
    });

    test('are found by the ids of a file that has no references of them', async () => {
      const row = (id: number, other: number) => ({
        ID: id,
        SHELTERCODE: `${mark}id${id}`,
        ANIMALNAME: `Numbered ${mark}${id}`,
        SPECIESNAME: 'Dog',
        BONDEDANIMALID: other,
        BONDEDANIMAL2ID: 0,
      });
      const lines = await run(JSON.stringify([row(17, 18), row(18, 17), row(19, 0)]), 'json');
      expect(lines.at(-1)).toMatchObject({ added: 3, incomplete: 0 });
      const [first, second] = await Promise.all([17, 18].map((id) => petNamed(`Numbered ${mark}${id}`)));
      expect([first!.profile.bondedWith, second!.profile.bondedWith]).toEqual([[second!.id], [first!.id]]);
    });

    test('are ten at most, however many a cell names', async () => {
      const all = Array.from({ length: 12 }, (_, i) => `${mark}many${i}`);
      const rows = all.map((id) => `${id},Many ${id},Dogs,`);
      // More than a statement may have parameters.
      const others = [...all, ...Array.from({ length: 40_000 }, (_, i) => `x${i}`)].join(';');
      const csv = ['id,name,category,bondedWith', ...rows, `${mark}most,Most ${mark},Dogs,${others}`].join('\n');
      const lines = await run(csv, 'csv');
      expect(lines.filter(({ type }) => type === 'badCell')).toMatchObject([{ line: 14, value: `${mark}many10` }]);
      expect(lines.at(-1)).toMatchObject({ added: 13, incomplete: 1 });
      expect((await petNamed(`Most ${mark}`)).profile.bondedWith).toHaveLength(10);
    });

    test('of our own export get the new ids', async () => {
      const csv = `id,name,categoryId,status,breed.primary,bondedWith\n${mark}901,Own ${mark}1,1,available,Boxer,${mark}902;${mark}901\n${mark}902,Own ${mark}2,1,available,Boxer,\n`;
      expect((await run(csv, 'csv')).at(-1)).toMatchObject({ added: 2, incomplete: 0 });
      const json = `[{"id":"${mark}905","name":"Own ${mark}5","categoryId":1,"status":"available","profile":{"bondedWith":["${mark}902"]}}]`;
      expect((await run(json, 'json')).at(-1)).toMatchObject({ added: 1, incomplete: 0 });
      const [one, two, five] = await Promise.all([1, 2, 5].map((n) => petNamed(`Own ${mark}${n}`)));
      expect([one!.profile.bondedWith, five!.profile.bondedWith]).toEqual([[two!.id], [two!.id]]);
    });
  });
});
