import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { type EXITS, Failure } from '../failure.ts';
import { jsonOf } from '../vocabulary/int64.ts';

export type Style = Parameters<typeof styleText>[0];

/** The option of a command that prints data: one JSON object per line instead of text. */
export interface JsonOption {
  readonly json?: boolean;
}

/** What a command needs of its process: `process` itself, or what a test puts in its place. */
export interface CommandProcess {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly once: (signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void) => unknown;
  readonly off: (signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void) => unknown;
}

/** Where a command runs: its output, and the process around it. */
export interface Terminal {
  readonly process: CommandProcess;
  /** Makes the command end with this exit code although it has done its work. */
  readonly exitWith: (exit: keyof typeof EXITS) => void;
  /** Whether standard output is a terminal. If not, tables are plain tab-separated values. */
  readonly isTty: boolean;
  /** The terminal's width, in columns. */
  readonly width: number;
  /** Prints a line to standard output. */
  readonly print: (line?: string) => void;
  /** Prints one line of JSON to standard output, with exact int64 numbers. */
  readonly printJson: (value: unknown) => void;
  /**
   * Resolves when standard output takes more: what is printed while nobody reads a pipe stays in memory.
   *
   * @param signal ends the wait
   */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Prints a remark to standard error, where it does not get into a pipe. */
  readonly note: (line: string, style?: Style) => void;
  /** Styles a text for standard output. Without colors, returns it unchanged. */
  readonly paint: Paint;
}

/** Styles a text, or returns it unchanged where there are no colors. */
export type Paint = (style: Style, text: string) => string;

/**
 * At a terminal, output is colored unless NO_COLOR is set or `colors` is false (`--no-color`). FORCE_COLOR enables colors elsewhere.
 * Node.js knows these rules: https://nodejs.org/api/tty.html#writestreamgetcolordepthenv
 */
export function painter(
  { isTTY = false }: CommandProcess['stderr'],
  env: CommandProcess['env'],
  colors: boolean,
): Paint {
  const mayColor = colors && (isTTY || env['FORCE_COLOR'] !== undefined);
  return mayColor && WriteStream.prototype.getColorDepth(env) > 2
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

export function openTerminal(
  process: CommandProcess,
  {
    colors = true,
    exitWith = () => {},
  }: { readonly colors?: boolean | undefined; readonly exitWith?: Terminal['exitWith'] } = {},
): Terminal {
  const { stdout, stderr, env } = process;
  const paintNote = painter(stderr, env, colors);
  return {
    process,
    exitWith,
    isTty: stdout.isTTY === true,
    width: stdout.columns ?? 80,
    print: (line = '') => void stdout.write(`${line}\n`),
    printJson: (value) => void stdout.write(`${escaped(jsonOf(value))}\n`),
    ready: async (signal) => {
      if (!stdout.writableNeedDrain) return;
      await once(stdout, 'drain', { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    note: (line, style) => void stderr.write(`${style === undefined ? line : paintNote(style, line)}\n`),
    paint: painter(stdout, env, colors),
  };
}

/** Escapes the control characters that JSON permits in a string but a terminal would execute. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Makes untrusted text safe to print: on one line, without control characters and without changes of the writing direction. */
export const sanitized = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/**
 * Asks at the terminal, and returns the answer.
 *
 * @param otherwise what follows from Ctrl-C and Ctrl-D
 * @param isShown whether what is typed can be seen
 * @throws Failure
 */
export async function ask({ process }: Terminal, question: string, otherwise: string, isShown = true): Promise<string> {
  const { stdin, stderr } = process;
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: isShown ? stderr : nowhere, terminal: true });
  const stop = new AbortController();
  for (const end of ['SIGINT', 'close']) lines.once(end, () => stop.abort());
  if (!isShown) stderr.write(question);
  try {
    return (await lines.question(question, { signal: stop.signal })).trim();
  } catch (cause) {
    if (!stop.signal.aborted) throw cause;
    throw new Failure(otherwise, { exit: 'interrupted', cause });
  } finally {
    lines.close();
    if (!isShown) stderr.write('\n');
  }
}

/** @param signal of `untilStopped`, which is aborted */
export const stopped = ({ reason }: AbortSignal, message = 'The command was stopped.'): Failure =>
  new Failure(message, { exit: reason === 'SIGTERM' ? 'terminated' : 'interrupted' });

/** Runs `work` until Ctrl-C or SIGTERM, which abort its signal with their name as the reason. A second signal ends the process at once. */
export async function untilStopped({ process }: Terminal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const abort = (signal: NodeJS.Signals) => stop.abort(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abort);
  try {
    await work(stop.signal);
  } catch (error) {
    throw stop.signal.aborted && !(error instanceof Failure) ? stopped(stop.signal) : error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, abort);
  }
}
