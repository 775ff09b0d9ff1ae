import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { completion } from '../../src/commands/completion.ts';
import { type Column, printRows } from '../../src/commands/rows.ts';
import type { CliCommand } from '../../src/commands/table/command.ts';
import { PAGES } from '../../src/commands/table/documentation.ts';
import { buildProgram } from '../../src/commands/table/program.ts';
import { openTerminal, sanitized, type Terminal } from '../../src/commands/terminal.ts';
import { command } from '../support/command.ts';

const program = buildProgram({ process, colors: false, exitWith: () => {} });
await program.complete();
const all = (command: CliCommand): CliCommand[] => [command, ...command.visible().flatMap(all)];
const leaves = all(program).filter((command) => command.visible().length === 0);

describe('the table of commands', () => {
  test.each(PAGES)('docs/%s.md is what `petstore page` prints (npm run docs)', async (page) => {
    const stdout = readFileSync(`docs/${page}.md`, 'utf8');
    expect(await command(['page', page])).toEqual({ code: 0, stdout, stderr: '' });
  });

  test.each(leaves.map((command) => [command.path(), command] as const))(
    '%s has help with examples',
    (path, described) => {
      expect(described.description()).toMatch(/^[A-Z].*\.$/s);
      expect(described.examples.length).toBeGreaterThan(0);
      for (const example of described.examples) expect(example).toContain(path);
      for (const option of described.options) expect(option.description).toMatch(/^[a-z]/);
    },
  );

  test.each(leaves.flatMap((command) => command.examples.map((example) => [example, command] as const)))(
    '%s uses existing options only',
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
      return execFileSync(shells.bash, ['--norc'], { encoding: 'utf8', input: script }).trim().split('\n');
    },
    fish: (words: string[]) => {
      const script = `${completion(program, 'fish')}\ncomplete -C '${words.join(' ')}'`;
      const lines = execFileSync(shells.fish, ['--no-config'], { encoding: 'utf8', input: script }).trim().split('\n');
      return lines.map((line) => line.split('\t')[0] ?? '');
    },
  };
  /** Every machine has bash; the other shells are tested if they are installed. */
  const isInstalled = (shell: string) =>
    ['/bin', '/usr/bin', '/usr/local/bin'].some((folder) => existsSync(`${folder}/${shell}`));

  for (const shell of (['bash', 'fish'] as const).filter(isInstalled)) {
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

  test.each(['zsh'].filter(isInstalled))('%s accepts the script', () => {
    const script = `autoload -Uz compinit; compinit -u -D; ${completion(program, 'zsh')}; print $_comps[petstore]`;
    expect(execFileSync(shells.zsh, ['-f'], { encoding: 'utf8', input: script }).trim()).toBe('_petstore');
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

  function printed(isTty: boolean, width: number, given: readonly Row[], json = false): string[] {
    const lines: string[] = [];
    const terminal: Terminal = {
      ...openTerminal(process),
      isTty,
      width,
      print: (line = '') => void lines.push(line),
      printJson: (value) => void lines.push(JSON.stringify(value)),
      note: (line) => void lines.push(`note: ${line}`),
      paint: (style, text) => (style === 'green' ? `<${text}>` : text),
    };
    printRows(terminal, given, columns, { json, none: 'Nothing.' });
    return lines;
  }

  test('at a terminal has a heading and aligned columns, and leaves out empty columns', () => {
    expect(printed(true, 80, rows)).toEqual(['ID  NAME', ' 7  <Rex>', '12  <犬 Hachikō>']);
    expect(printed(true, 80, [{ id: 1, name: 'A', note: 'b' }, ...rows])).toEqual([
      'ID  NAME        NOTE',
      ' 1  <A>           b',
      ' 7  <Rex>         ',
      '12  <犬 Hachikō>  ',
    ]);
  });

  test('truncates cells at a narrow terminal', () => {
    const [, line = ''] = printed(true, 20, [{ id: 1, name: 'x'.repeat(50) }]);
    expect(line).toBe(` 1  <${'x'.repeat(15)}…>`);
    expect(line.replaceAll(/[<>]/g, '')).toHaveLength(20);
  });

  test('in a pipe is tab-separated values, complete and not truncated', () => {
    expect(printed(false, 20, [{ id: 1, name: 'x'.repeat(50) }])).toEqual([`1\t${'x'.repeat(50)}\t`]);
  });

  test('is JSON with --json; only a terminal gets a remark about an empty list', () => {
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
  ])('pads %s as %i columns wide', (text, width) => {
    const [, line] = printed(true, 80, [
      { id: 1, name: text, note: 'b' },
      { id: 2, name: 'x'.repeat(10), note: 'b' },
    ]);
    expect(line).toBe(` 1  <${text}>${' '.repeat(10 - width)}  b`);
  });

  test('untrusted text cannot control the terminal', () => {
    expect(sanitized('\u001b[31mred\u0007\nnext\u009b1m\u202e')).toBe('\ufffd[31mred\ufffd next\ufffd1m\ufffd');
  });
});
