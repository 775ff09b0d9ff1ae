import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { literalTextsIn } from './literals.ts';

/** What visitors meet. */
const MOVED = ['web/src/board/**/*.{ts,tsx}', 'web/src/embed/*.tsx', 'web/src/lazy-page.tsx'];

test('visitors read nothing that no catalogue has', () => {
  const texts = globSync(MOVED).flatMap((file) =>
    literalTextsIn(file, readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(texts).toEqual([]);
});

test.each([
  ['<p>Reserve</p>', ['Reserve']],
  ['<Button label="Close" />', ['Close']],
  ['<Button label={isOpen ? "Close" : other} />', ['Close']],
  ['const texts = { gone: "It is gone." };', ['It is gone.']],
  ['tell(`${name} was added`);', [' was added']],
  ['<p class="quiet small">{words.first.title}</p>', []],
  ['throw new Error("It needs a key.");', []],
  ['type Sort = "newest first";', []],
  ['<code key="command">petstore keys board</code>', []],
  ['matchMedia("(prefers-reduced-motion: reduce)")', []],
])('finds the texts in %s', (source, texts) => {
  expect(literalTextsIn('a.tsx', source)).toEqual(texts);
});
