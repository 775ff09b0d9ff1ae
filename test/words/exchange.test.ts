import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportWords, fromJson, importWords, sourceOf, toJson } from '../../src/commands/words/exchange.ts';
import type { Message } from '../../src/words/say.ts';

interface Json {
  [key: string]: unknown;
}

const WORDS = join(import.meta.dirname, '../../src/words');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'petstore-words-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The files of a folder, by their paths. */
async function filesIn(root: string): Promise<Record<string, string>> {
  const names = (await readdir(root, { recursive: true })).filter((name) => /[.]\w+$/.test(name)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(root, name), 'utf8')] as const)),
  );
}

describe('what is exported', () => {
  let json: string;
  let words: string;
  const read = async (language: string) => JSON.parse(await readFile(join(json, `${language}.json`), 'utf8')) as Json;
  const write = (language: string, value: unknown) => writeFile(join(json, `${language}.json`), JSON.stringify(value));

  beforeEach(async () => {
    json = await mkdtemp(join(folder, 'json-'));
    words = await mkdtemp(join(folder, 'words-'));
    await cp(WORDS, words, { recursive: true });
    await exportWords(json, []);
  });

  test('comes back byte for byte', async () => {
    expect(await importWords(json, [], words)).toEqual([]);
    expect(await filesIn(words)).toEqual(await filesIn(WORDS));
  });

  test('is what translators read: keys, plurals, forms by values, and comments', async () => {
    expect(await read('en')).toMatchObject({
      first: { leadOf: 'Meet the animals of {{organization}}. Ask about the one you like.' },
      animal: { altered: 'Spayed or neutered', 'altered_sex=female': 'Spayed or neutered' },
    });
    expect(await read('pl')).toMatchObject({
      animal: { altered: 'Sterylizacja lub kastracja', 'altered_sex=female': 'Sterylizacja' },
      mails: {
        alerts: {
          found_one: '{{count}} zwierzę szuka domu',
          found_few: '{{count}} zwierzęta szukają domu',
          found_many: '{{count}} zwierząt szuka domu',
          found_other: '{{count}} zwierzęcia szuka domu',
        },
      },
    });
    expect(await read('en.comments')).toMatchObject({ 'first.away': 'How far an animal is.' });
  });

  test('makes a new language', async () => {
    await write('it', await read('es'));
    expect(await importWords(json, ['it'], words)).toEqual([]);
    expect(await readFile(join(words, 'languages.ts'), 'utf8')).toContain(
      "\n  it: async () => (await import('./it/catalogue.ts')).words,\n};",
    );
    const [it, es] = await Promise.all(
      ['it', 'es'].map((language) => readFile(join(words, language, 'heads.ts'), 'utf8')),
    );
    expect(it).toBe(es);
  });

  test('is only of languages that exist', async () => {
    expect(await exportWords(json, ['xx'])).toEqual([
      'There is no language xx: a new one begins as a copy of en.json.',
    ]);
  });

  test.each([
    ['a missing key', 'first.lead', undefined, ['is missing.']],
    ['an unknown key', 'first.laed', 'Poznaj', ['is not in English.']],
    [
      'an unknown value',
      'first.away',
      '{{dystans}} stąd',
      ['has the value {dystans}, which English does not have.', 'lacks {distance}: {dystans} stąd'],
    ],
    ['a missing plural form', 'mails.alerts.found_few', undefined, ['lacks the plural form “few”.']],
    ['an empty plural form', 'mails.alerts.found_few', '', ['lacks the plural form “few”.']],
    [
      'forms by a value that English does not have',
      'animal.yes_sex=female',
      'Tak',
      ['has the value {sex}, which English does not have.'],
    ],
    [
      'a text beside plural forms',
      'mails.alerts.found',
      'Jest',
      ['has a text beside its plural forms.', 'is missing.'],
    ],
    [
      'forms by two values at once',
      'animal.altered_kind=dog',
      'Kastracja',
      ['has forms by more than one value at once.', 'is missing.'],
    ],
    [
      'no text for all other values',
      'animal.altered',
      undefined,
      ['lacks the text that stands for every other value.', 'is missing.'],
    ],
    ['a number', 'animal.yes', 1, ['must be a text.', 'is missing.']],
    [
      'a straight quote',
      'animal.yes',
      '"Tak"',
      ['is empty, or has a straight quote, “<”, “>”, three dots, or a space at an end: "Tak"'],
    ],
  ] as const)('is refused with %s, and nothing is written', async (_, path, value, mistakes) => {
    const names = path.split('.');
    const key = names.pop() ?? '';
    const pl = await read('pl');
    names.reduce((group, name) => group[name] as Json, pl)[key] = value;
    await write('pl', pl);
    const message = path.replace(/_.*/, '');
    expect(await importWords(json, [], words)).toEqual(mistakes.map((mistake) => `pl: ${message} ${mistake}`));
    expect(await filesIn(words)).toEqual(await filesIn(WORDS));
  });

  test.each([
    ['pl', '{', 'pl.json must be there, and hold a JSON object.'],
    ['pl', '[]', 'pl.json must be there, and hold a JSON object.'],
    ['pt_BR', '{}', 'a language is named by its tag (BCP 47), such as pt-BR.'],
    ['en', '{}', 'English is the source, and is changed in src/words/en.'],
  ])('is refused if %s.json is %s', async (language, text, mistake) => {
    await writeFile(join(json, `${language}.json`), text);
    expect(await importWords(json, [language], words)).toEqual([`${language}: ${mistake}`]);
  });

  test('is refused without a file', async () => {
    expect(await importWords(json, ['it'], words)).toEqual(['it: it.json must be there, and hold a JSON object.']);
  });
});

describe('a message of any shape', () => {
  const text = fc
    .array(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('{name}', '`', '${', '\n', '\r\n', '\u00a0', '\\')),
      { minLength: 1 },
    )
    .map((parts) => parts.join(''))
    // Two braces are i18next's.
    .filter((joined) => joined !== '' && !/\{\{\w+\}\}/.test(joined) && !joined.includes('{{'));
  const word = fc.stringMatching(/^[a-zé]{3,6}\d?$/).filter((name) => !/^(?:zero|one|two|few|many|other)$/.test(name));
  const { message } = fc.letrec<{ message: Message }>((tie) => ({
    message: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      text,
      fc.record({ one: tie('message'), other: tie('message') }),
      fc.record({ few: tie('message'), many: tie('message'), other: tie('message') }),
      fc
        .tuple(
          word,
          fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
          fc.array(tie('message'), { minLength: 4, maxLength: 4 }),
        )
        .map(([by, forms, texts]) => ({
          by,
          ...Object.fromEntries(forms.map((form, i) => [form, texts[i] ?? ''])),
          other: texts[3] ?? '',
        })),
    ),
  }));
  const catalogue = fc.dictionary(
    word.map((name) => `${name}_name`),
    message,
    { minKeys: 1, maxKeys: 3 },
  );

  test('comes back from JSON as it was', () => {
    fc.assert(
      fc.property(catalogue, (room) => {
        const refused: string[] = [];
        const json = JSON.parse(JSON.stringify(toJson({ room })));
        expect(fromJson(json, (mistake) => void refused.push(mistake))).toEqual({ room: { ...room } });
        expect(refused).toEqual([]);
      }),
    );
  });

  test('is the same text in the source', async () => {
    const file = join(folder, 'rooms', 'some.ts');
    await mkdir(join(folder, 'rooms'), { recursive: true });
    const rooms = fc.sample(catalogue, 50);
    const sources = rooms.map((room, i) =>
      sourceOf('room', room, '')
        .replace(/^import.*$/gm, '')
        .replace('room =', `room${i} =`),
    );
    await writeFile(file, sources.join('').replaceAll(" satisfies OtherWords['room']", ''));
    expect(Object.values(await import(file))).toEqual(expect.arrayContaining(rooms));
  });
});
