import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completion } from '../../src/commands/completion.ts';
import { commandLinePage } from '../../src/commands/docs/command-line-page.ts';
import { type Column, printRows, widthOf } from '../../src/commands/rows.ts';
import type { Call } from '../../src/commands/table/call.ts';
import { buildProgram } from '../../src/commands/table/program.ts';
import { harmless, type Terminal } from '../../src/commands/terminal.ts';

const program = buildProgram();
const all = (command: Call): Call[] => [command, ...command.visible().flatMap(all)];
const leaves = all(program).filter((command) => command.visible().length === 0);

describe('the table of commands', () => {
  test('docs/command-line.md says what the table says (npm run docs writes it)', () => {
    expect(readFileSync('docs/command-line.md', 'utf8')).toBe(commandLinePage(program));
  });

  test.each(leaves.map((command) => [command.path(), command] as const))(
    '%s has help with examples of itself',
    (path, command) => {
      expect(command.description()).toMatch(/^[A-Z].*\.$/s);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const example of command.examples) expect(example).toContain(path);
      for (const option of command.options) expect(option.description).toMatch(/^[a-z]/);
    },
  );

  test.each(leaves.flatMap((command) => command.examples.map((example) => [example, command] as const)))(
    '%s uses options that there are',
    (example, command) => {
      const own = example.slice(example.indexOf(command.path())).replace(/[|>#)].*$/, '');
      const known = [...command.options, ...program.options].map(({ long }) => long);
      for (const [option] of own.matchAll(/--[\w-]+/g)) expect(known).toContain(option);
    },
  );
});

describe('completion', () => {
  const shells = { bash: 'bash', fish: 'fish', zsh: 'zsh' } as const;
  const complete = {
    bash: (words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ');
      const script = `source <(cat <<'END'\n${completion(program, 'bash')}END\n)\nCOMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _petstore; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync(shells.bash, ['--norc', '-c', script], { encoding: 'utf8' }).trim().split('\n');
    },
    fish: (words: string[]) => {
      const script = `${completion(program, 'fish')}\ncomplete -C '${words.join(' ')}'`;
      const lines = execFileSync(shells.fish, ['--no-config', '-c', script], { encoding: 'utf8' }).trim().split('\n');
      return lines.map((line) => line.split('\t')[0] ?? '');
    },
  };
  /** bash is everywhere; the others are tried where they are installed. */
  const isHere = (shell: string) =>
    ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${shell}`));

  for (const shell of (['bash', 'fish'] as const).filter(isHere)) {
    describe(`in ${shell}`, () => {
      test.each([
        [['petstore', 'ac'], ['accounts']],
        [
          ['petstore', 'keys', 'r'],
          ['revoke', 'roll'],
        ],
        [['petstore', 'keys', 'create', '--em'], ['--email']],
        [['petstore', 'keys', 'create', '--plan', 'pr'], ['pro']],
        [
          ['petstore', 'keys', 'create', '--json', '--environment', ''],
          ['production', 'staging'],
        ],
        [['petstore', 'pets', 'set-status', '7', 's'], ['sold']],
        [
          ['petstore', 'completion', ''],
          ['bash', 'fish', 'zsh'],
        ],
      ])('%j', (words, found) => {
        const offered = complete[shell](words).filter((word) => words.at(-1) !== '' || !word.startsWith('-'));
        expect(offered.toSorted()).toEqual(found);
      });
    });
  }

  test.each(['zsh'].filter(isHere))('%s takes the script', () => {
    const script = `autoload -Uz compinit; compinit -u -D; ${completion(program, 'zsh')}; print $_comps[petstore]`;
    expect(execFileSync(shells.zsh, ['-f', '-c', script], { encoding: 'utf8' }).trim()).toBe('_petstore');
  });
});

describe('a table', () => {
  interface Row {
    readonly id: number;
    readonly name: string;
    readonly note?: string;
  }
  const columns: readonly Column<Row>[] = [
    { title: 'id', of: ({ id }) => id, right: true },
    { title: 'name', of: ({ name }) => name, shrinks: true, style: () => 'green' },
    { title: 'note', of: ({ note }) => note },
  ];
  const rows: readonly Row[] = [
    { id: 7, name: 'Rex' },
    { id: 12, name: '犬 Hachikō' },
  ];

  function printed(isPerson: boolean, width: number, given: readonly Row[], json = false): string[] {
    const lines: string[] = [];
    const terminal: Terminal = {
      isPerson,
      width,
      print: (line = '') => void lines.push(line),
      printJson: (value) => void lines.push(JSON.stringify(value)),
      note: (line) => void lines.push(`note: ${line}`),
      paint: (style, text) => (style === 'green' ? `<${text}>` : text),
    };
    printRows(terminal, given, columns, { json, none: 'Nothing.' });
    return lines;
  }

  test('at a terminal has a heading, aligned columns and none that is empty', () => {
    expect(printed(true, 80, rows)).toEqual(['ID  NAME', ' 7  <Rex>', '12  <犬 Hachikō>']);
    expect(printed(true, 80, [{ id: 1, name: 'A', note: 'b' }, ...rows])).toEqual([
      'ID  NAME        NOTE',
      ' 1  <A>           b',
      ' 7  <Rex>         ',
      '12  <犬 Hachikō>  ',
    ]);
  });

  test('gives way where the terminal is narrow', () => {
    const [, line = ''] = printed(true, 20, [{ id: 1, name: 'x'.repeat(50) }]);
    expect(line).toBe(` 1  <${'x'.repeat(15)}…>`);
    expect(widthOf(line) - 2).toBe(20);
  });

  test('in a pipe is values between tabs, all of them, whole', () => {
    expect(printed(false, 20, [{ id: 1, name: 'x'.repeat(50) }])).toEqual([`1\t${'x'.repeat(50)}\t`]);
  });

  test('is JSON where that is asked for, and says that there is nothing only to people', () => {
    expect(printed(true, 80, rows, true)).toEqual(rows.map((row) => JSON.stringify(row)));
    expect([printed(true, 80, []), printed(false, 80, []), printed(true, 80, [], true)]).toEqual([
      ['note: Nothing.'],
      [],
      [],
    ]);
  });

  test.each([
    ['Rex', 3],
    ['犬', 2],
    ['🐶', 2],
    ['👩‍👩‍👧', 2],
    ['é', 1],
    ['Hachikō', 7],
  ])('%s takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  test('what came over the wire cannot command the terminal', () => {
    expect(harmless('\u001b[31mred\u0007\nnext\u009b1m\u202e')).toBe('\ufffd[31mred\ufffd next\ufffd1m\ufffd');
  });
});
