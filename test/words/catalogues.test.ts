import { globSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { choosersOf, formsOf, messagesIn, mistakesIn } from '../../src/commands/words/rules.ts';
import { LANGUAGE_TAGS } from '../../src/vocabulary/languages.ts';
import { words as english, type OtherWords } from '../../src/words/en/catalogue.ts';
import { LANGUAGES } from '../../src/words/languages.ts';
import { speaker } from '../../src/words/say.ts';

const others = Object.entries(LANGUAGES).filter(([language]) => language !== 'en');
const COUNTS = [0, 1, 1.5, 2, 5, 11, 21, 22, 25, 100, 1_000_000];

const messages = messagesIn(english);

test('each folder of words is a language', () => {
  const folders = readdirSync(new URL('../../src/words', import.meta.url), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(Object.keys(LANGUAGES).toSorted()).toEqual(names.toSorted());
  expect(Object.keys(LANGUAGES)).toEqual(LANGUAGE_TAGS);
});

describe.each(others)('%s', (language, read) => {
  test('has a message for each of English, by the rules', async () => {
    expect(mistakesIn(language, await read())).toEqual([]);
  });

  test('is whole: no room is left in English', async () => {
    const catalogue: OtherWords = await read();
    const rooms = Object.keys(english) as (keyof OtherWords)[];
    expect(rooms.filter((room) => catalogue[room] === english[room])).toEqual([]);
  });

  test('says every number of things', async () => {
    const { say } = speaker(language, {});
    for (const [path, message] of messagesIn(await read())) {
      for (const count of choosersOf(message).includes('count') ? COUNTS : []) {
        const said = say(message as { other: '{count}' }, { count });
        expect(said, path).not.toMatch(/NaN|\{count\}|^$/);
      }
    }
  });
});

test.each(Object.entries(LANGUAGES))('%s says whose postal codes are known', async (_language, read) => {
  expect((await read()).finding.nearHint).toMatch(/[CK]anad|كندا/);
});

test('German says “Sie”', async () => {
  const familiar = messagesIn(await LANGUAGES['de']!()).flatMap(([path, message]) =>
    formsOf(message)
      .filter((form) => /\b(?:du|dich|dir|dein\w*|euch|euer|eure\w*|schreib|ruf|nenne)\b/i.test(form))
      .map((form) => `${path}: ${form}`),
  );
  expect(familiar).toEqual([]);
});

test('English has the same marks everywhere, and no markup', () => {
  const wrong = messages.flatMap(([path, message]) =>
    formsOf(message)
      .filter((form) => /["<>]|\.\.\./.test(form))
      .map((form) => `${path}: ${form}`),
  );
  expect(wrong).toEqual([]);
});

test('no message is unused', async () => {
  const code = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { exclude: ['src/words/*/*.ts'] });
  const texts = await Promise.all(code.map((file) => readFile(file, 'utf8')));
  const named = texts.map((text) => [...text.matchAll(/(?:(\w+)\.|\.|[{,]\s*|')(\w+)\b/g)]);
  const unused = Object.entries(english).flatMap(([room, catalogue]) => {
    // A name counts in files that name its room, and not as another room's.
    const used = new Set(
      named
        .filter((names) => names.some(([, , name]) => name === room))
        .flat()
        .filter(([, owner = room]) => owner === room || !Object.hasOwn(english, owner))
        .map(([, , name]) => name),
    );
    // Errors are found by their code.
    return room === 'failures'
      ? []
      : Object.keys(catalogue).flatMap((name) => (used.has(name) ? [] : `${room}.${name}`));
  });
  expect(unused).toEqual([]);
});
