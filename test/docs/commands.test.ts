import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { CliCommand } from '../../src/commands/table/command.ts';
import { buildProgram } from '../../src/commands/table/program.ts';

const program = buildProgram({ process, colors: false, exitWith: () => {} });
await program.complete();

/** What follows every `petstore` in a block or a span of code of a page: a command's name, arguments and options. */
function commandsIn(page: string): string[] {
  const text = readFileSync(page, 'utf8').replaceAll(/ \\\n\s*/g, ' ');
  const code = [...text.matchAll(/^ *```\w*\n(.*?)^ *```$|`([^`]+)`/gms)].flatMap(([, block, span = '']) =>
    block === undefined ? [span.replaceAll(/\s+/g, ' ')] : block.split('\n'),
  );
  return code.flatMap((line) => {
    // Compose has a service of this name, in which it runs what follows. Many spaces begin an explanation.
    const own = line.replace(/\b(?:exec|run)((?: -\S+)*) petstore /, '');
    const found = own.matchAll(/(?<![\w/.:@-])petstore ([a-z][a-z-]*(?!\S)[^|>#);&]*)/g);
    return [...found].map(([, words = '']) => (words.split(/ {3,}/)[0] ?? '').trim());
  });
}

/** What no command has: a word, or an option. */
function unknownIn(line: string): string[] {
  let command: CliCommand = program;
  const words = line.split(/\s+/);
  const strayed = words.findIndex((word) => {
    const found = (command.commands as CliCommand[]).find((one) => one.name() === word);
    command = found ?? command;
    return found === undefined;
  });
  const word = words[strayed] ?? '';
  const hasMore = command.commands.length > 0 && /^[a-z][\w-]*$/i.test(word);
  const known = new Set(['--help', ...[...command.options, ...program.options].map(({ long }) => long)]);
  const options = [...line.matchAll(/(?<= )--[a-z][\w.-]*/gi)].map(([option]) => option);
  return [...(hasMore ? [word] : []), ...options.filter((option) => !known.has(option))];
}

// Of the changelog, the commands of earlier versions are history.
const pages = globSync('{README.md,client/README.md,docs/*.md,deploy/**/*.{md,env,yaml,service}}').filter(
  (page) => page !== 'docs/changelog.md',
);

test('messages of the service and the site name only commands that exist', () => {
  const found = globSync('{src,web/src}/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/`petstore ([a-z][\w -]*)[^`\\$\n]*\\?`/g)].map(([, line = '']) =>
      line.trim(),
    ),
  );
  expect(found.length).toBeGreaterThan(20);
  expect(found.filter((line) => unknownIn(line).length > 0)).toEqual([]);
});

test.each(pages)('%s names only commands and options that exist', (page) => {
  const lines = commandsIn(page);
  expect(lines.flatMap((line) => unknownIn(line).map((unknown) => `${unknown} in: petstore ${line}`))).toEqual([]);
});

describe('a command', () => {
  test('is found in blocks and in text', () => {
    const found = pages.flatMap(commandsIn);
    expect(found.length).toBeGreaterThan(200);
    expect(found).toContain('doctor');
  });

  test.each([
    ['pets delete', ['delete']],
    ['statistics interest --order least', ['statistics', '--order']],
    ['pets remove 42 --force', ['--force']],
    ['api getInterest --order least', []],
    ['keys', []],
    ['demo remove', []],
  ])('%s: unknown is %j', (line, unknown) => {
    expect(unknownIn(line)).toEqual(unknown);
  });
});
