import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';

/** Commands of a Markdown file, with the output that the file shows. */
export interface Example {
  /** The line at which they begin. */
  readonly line: number;
  readonly commands: string;
  readonly shown: { readonly kind: string; readonly text: string } | undefined;
}

/** The `sh` blocks of a file, each with the block of another language that directly follows it. */
export function examplesOf(page: string): Example[] {
  const source = readFileSync(page, 'utf8');
  const blocks = [...source.matchAll(/^```(\w*)\n(.*?)^```$/gms)].map(({ 1: kind = '', 2: text = '', index }) => ({
    kind,
    text,
    index,
  }));
  return blocks.flatMap(({ kind, text, index }, i) => {
    const next = blocks[i + 1];
    const shown = next === undefined || next.kind === 'sh' ? undefined : next;
    return kind === 'sh' ? [{ line: source.slice(0, index).split('\n').length + 1, commands: text, shown }] : [];
  });
}

/** One bash for all commands, as a reader has: a variable that one sets, the next one sees. */
export function shell() {
  const bash = spawn('bash', ['--noprofile', '--norc'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'] },
  });
  const lines = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
  return {
    /** Returns the output. Throws if the last command fails. */
    async run(commands: string): Promise<string> {
      bash.stdin.write(`${commands}\nprintf '\\n%s\\n' "end of output $?"\n`);
      let printed = '';
      for (;;) {
        const next = await lines.next();
        if (next.done === true) throw new Error(`The shell ended. It had printed ${JSON.stringify(printed)}.`);
        const [, status] = /^end of output (\d+)$/.exec(next.value) ?? [];
        if (status === '0') return printed.trim();
        if (status !== undefined) throw new Error(`Status ${status} of: ${commands}`);
        printed += `${next.value}\n`;
      }
    },
    close: () => bash.kill(),
  };
}

/** Asserts that the output is what the file shows: JSON in any layout; of an HTTP answer the lines that are shown. */
export function expectShown(printed: string, shown: Example['shown']): void {
  if (shown === undefined) {
    expect(printed, 'what is printed is shown').toBe('');
    return;
  }
  const { kind, text } = shown;
  if (kind === 'json') expect(JSON.parse(printed)).toEqual(pattern(JSON.parse(text)));
  else if (kind === 'http') expectHttp(printed, text);
  else expect(printed).toEqual(pattern(text.trim()));
}

function expectHttp(printed: string, shown: string): void {
  const [head = '', body = ''] = printed.replaceAll('\r', '').split('\n\n');
  const [shownHead = '', shownBody] = shown.trim().split('\n\n');
  const lines = head.split('\n');
  const shownLines = shownHead.split('\n').filter((line) => line !== '…');
  expect(lines[0]).toBe(shownLines[0]);
  for (const line of shownLines) expect(lines).toContainEqual(pattern(line));
  if (shownBody !== undefined) expect(JSON.parse(body)).toEqual(pattern(JSON.parse(shownBody)));
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** An asymmetric matcher in which a timestamp matches any timestamp, and `…` any text that is not empty. */
function pattern(shown: unknown): unknown {
  if (typeof shown === 'string') {
    if (timestamp.test(shown)) return expect.stringMatching(timestamp);
    return shown.includes('…')
      ? expect.stringMatching(
          `^${shown
            .split('…')
            .map((part) => RegExp.escape(part))
            .join('.+')}$`,
        )
      : shown;
  }
  if (Array.isArray(shown)) return shown.map(pattern);
  if (typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, pattern(value)]));
}
