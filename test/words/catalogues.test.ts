import { globSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { words as english, type OtherWords } from '../../src/words/en/catalogue.ts';
import { LANGUAGES } from '../../src/words/languages.ts';
import { type Message, speaker } from '../../src/words/say.ts';

const others = Object.entries(LANGUAGES).filter(([language]) => language !== 'en');
const COUNTS = [0, 1, 1.5, 2, 5, 11, 21, 22, 25, 100, 1_000_000];

type Catalogue = { readonly [name: string]: Message | Catalogue };

const isMessage = (value: Message | Catalogue): value is Message => typeof value === 'string' || 'other' in value;

/** Every message of a catalogue by its path, such as `first.titles.sold`. */
function messagesIn(catalogue: Catalogue, path = ''): [path: string, message: Message][] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    isMessage(value) ? [[path + name, value] as [string, Message]] : messagesIn(value, `${path}${name}.`),
  );
}

/** Every form of a message, with the values that choose it. */
function formsOf(message: Message | undefined): string[] {
  if (message === undefined) return [];
  if (typeof message === 'string') return [message];
  const { by: _, ...forms } = message;
  return Object.values(forms).flatMap((form) => formsOf(form));
}

/** The names of the values that choose forms. */
function choosersOf(message: Message | undefined): string[] {
  if (message === undefined || typeof message === 'string') return [];
  const { by, ...forms } = message;
  return [by ?? 'count', ...Object.values(forms).flatMap((form) => choosersOf(form))];
}

const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** All forms that are chosen by a number. */
function pluralsIn(message: Message | undefined): string[][] {
  if (message === undefined || typeof message === 'string') return [];
  const { by, ...forms } = message;
  const own = by === undefined ? [Object.keys(forms)] : [];
  return [...own, ...Object.values(forms).flatMap((form) => pluralsIn(form))];
}

const messages = messagesIn(english);

test('each folder of words is a language', () => {
  const folders = readdirSync(new URL('../../src/words', import.meta.url), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(Object.keys(LANGUAGES).toSorted()).toEqual(names.toSorted());
});

describe.each(others)('%s', (language, read) => {
  const translated = async () => new Map(messagesIn(await read()));

  test('has every message, and no other', async () => {
    expect([...(await translated()).keys()].toSorted()).toEqual(messages.map(([path]) => path).toSorted());
  });

  test('is whole: no room is left in English', async () => {
    const catalogue: OtherWords = await read();
    const rooms = Object.keys(english) as (keyof OtherWords)[];
    expect(rooms.filter((room) => catalogue[room] === english[room])).toEqual([]);
  });

  test('uses the values that English gives, and drops none', async () => {
    const found = await translated();
    const wrong = messages.flatMap(([path, message]) => {
      const known = new Set([...formsOf(message).flatMap(valuesIn), ...choosersOf(message)]);
      const needed = formsOf(message)
        .map((form) => new Set(valuesIn(form)))
        .reduce((all, form) => all.intersection(form));
      const other = found.get(path);
      const unknown = [...formsOf(other).flatMap(valuesIn), ...choosersOf(other)].filter((name) => !known.has(name));
      // "One year" may be a word of its own.
      const dropped = formsOf(other).flatMap((form) =>
        [...needed].filter((name) => name !== 'count' && !valuesIn(form).includes(name)),
      );
      return [...unknown.map((name) => `${path} has {${name}}`), ...dropped.map((name) => `${path} lacks {${name}}`)];
    });
    expect(wrong).toEqual([]);
  });

  test('has a form for each plural of the language', async () => {
    // French, Portuguese and Spanish have `many` for whole millions alone, where `other` is understood.
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => form !== 'zero' && (form !== 'many' || /^(?:ar|pl)$/.test(language)));
    const lacking = [...(await translated())].flatMap(([path, message]) =>
      pluralsIn(message).flatMap((forms) =>
        needed.filter((form) => !forms.includes(form)).map((form) => `${path}: ${form}`),
      ),
    );
    expect(lacking).toEqual([]);
  });

  test('has the marks of the language, and no markup', async () => {
    const wrong = [...(await translated())].flatMap(([path, message]) =>
      formsOf(message)
        .filter((form) => /["'<>]|\.\.\.|^\s|\s$/.test(form) || form === '')
        .map((form) => `${path}: ${form}`),
    );
    expect(wrong).toEqual([]);
  });

  test('says every number of things', async () => {
    const { say } = speaker(language, {});
    for (const [path, message] of await translated()) {
      for (const count of choosersOf(message).includes('count') ? COUNTS : []) {
        const said = say(message as { other: '{count}' }, { count });
        expect(said, path).not.toMatch(/NaN|\{count\}|^$/);
      }
    }
  });
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
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/(?:\.|[{,]\s*|')(\w+)\b/g)].map(([, name]) => name)));
  const unused = Object.entries(english).flatMap(([room, catalogue]) =>
    Object.keys(catalogue)
      // Errors are found by their code.
      .filter((name) => room !== 'failures' && !used.has(name))
      .map((name) => `${room}.${name}`),
  );
  expect(unused).toEqual([]);
});
