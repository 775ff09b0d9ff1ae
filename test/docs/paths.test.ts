import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const pages = globSync([
  '{README,ARCHITECTURE,CONTRIBUTING,CHANGELOG,SECURITY}.md',
  'client/README.md',
  'docs/decisions/*.md',
]);

/** A file or folder in code: `src/composition/service.ts`, `orders/`. Paths of the API begin with a slash. */
const pathInCode = /`((?!\/)[\w*./-]+(?:\/|\.(?:ts|tsx|md|sh|sql|yaml)))`/g;

/** Paths may be relative to the project or to `src/`. */
const exists = (path: string): boolean =>
  ['', 'src', 'src/**'].some((folder) => globSync(join(folder, path)).length > 0);

describe.each(pages)('%s', (page) => {
  const text = readFileSync(page, 'utf8');

  test('names only files and folders that exist', () => {
    const named = [...text.matchAll(pathInCode)].map(([, path = '']) => path);
    expect(named.filter((path) => !exists(path))).toEqual([]);
  });

  test('links only to files that exist', () => {
    const linked = [...text.matchAll(/\]\(([^)#]+)[^)]*\)|(?:src|href)="([^"]+)"/g)]
      .map(([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '')
      .filter((target) => !/^https?:/.test(target));
    expect(linked.filter((target) => !existsSync(join(dirname(page), target)))).toEqual([]);
  });
});

test.each([
  ['SECURITY.md', '`/.well-known/security.txt` of the service'],
  [
    'docs/versioning.md',
    "Until then, `/v2` is an alias of [Petfinder's API](petfinder.md), whose own path is `/petfinder/v2`.",
  ],
  [
    'docs/petfinder.md',
    'That alias ends when this API has [a version 2](versioning.md) of its own; `/petfinder/v2` stays.',
  ],
])('%s says to whom a path belongs', (page, sentence) => {
  expect(readFileSync(page, 'utf8').replaceAll('\n', ' ')).toContain(sentence);
});
