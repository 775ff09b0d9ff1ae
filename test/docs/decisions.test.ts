import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';

const files = globSync('docs/decisions/[0-9]*.md').toSorted();
const titleOf = (file: string): string => readFileSync(file, 'utf8').split('\n')[0]!;

describe.each(files)('%s', (file) => {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');

  test('has a title that begins with the number of its file', () => {
    expect(titleOf(file)).toMatch(new RegExp(`^# ${basename(file).slice(0, 4)}\\. \\w.*[^.]$`));
  });

  test('has the four sections of a decision', () => {
    const headings = lines.filter((line) => /^##+ /.test(line));
    expect(headings).toEqual(['## Context', '## Decision', '## Consequences', '## Alternatives']);
  });

  test('fits on a page: 60 lines of 120 characters', () => {
    expect(lines.length).toBeLessThanOrEqual(60);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});

test('docs/decisions/README.md lists every decision, in order, with its title', () => {
  const listed = readFileSync('docs/decisions/README.md', 'utf8').match(/^- .*$/gm);
  expect(listed).toEqual(
    files.map((file) => {
      const [number = '', title = ''] = titleOf(file)
        .slice(2)
        .split(/\. (.*)/);
      return `- ${number} [${title}](${basename(file)})`;
    }),
  );
});
