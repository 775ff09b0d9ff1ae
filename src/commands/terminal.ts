import { once } from 'node:events';
import { styleText } from 'node:util';
import { jsonOf } from '../vocabulary/int64.ts';

export type Style = Parameters<typeof styleText>[0];

/** The option of a command that prints data: one JSON object per line instead of text. */
export interface JsonOption {
  readonly json?: boolean;
}

/** A command's output. */
export interface Terminal {
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
  readonly paint: (style: Style, text: string) => string;
}

/**
 * At a terminal, output is colored unless NO_COLOR is set or `colors` is false (`--no-color`). FORCE_COLOR enables colors elsewhere.
 * Node.js applies these rules: https://nodejs.org/api/util.html#utilstyletextformat-text-options
 */
export function openTerminal({ colors = true }: { readonly colors?: boolean } = {}): Terminal {
  const { stdout, stderr } = process;
  const paint = (stream: NodeJS.WriteStream, style: Style, text: string) =>
    colors ? styleText(style, text, { stream }) : text;
  return {
    isTty: stdout.isTTY,
    width: stdout.columns ?? 80,
    print: (line = '') => void stdout.write(`${line}\n`),
    printJson: (value) => void stdout.write(`${escaped(jsonOf(value))}\n`),
    ready: async (signal) => {
      if (!stdout.writableNeedDrain) return;
      await once(stdout, 'drain', { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    },
    note: (line, style) => void stderr.write(`${style === undefined ? line : paint(stderr, style, line)}\n`),
    paint: (style, text) => paint(stdout, style, text),
  };
}

/** Escapes the control characters that JSON permits in a string but a terminal would execute. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Makes untrusted text safe to print: on one line, without control characters and without changes of the writing direction. */
export const sanitized = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

/** Runs `work` until Ctrl-C or SIGTERM, which abort its signal with their name as the reason. A second signal ends the process at once. */
export async function untilStopped(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const abort = (signal: NodeJS.Signals) => stop.abort(signal);
  process.once('SIGINT', abort).once('SIGTERM', abort);
  try {
    await work(stop.signal);
  } finally {
    process.off('SIGINT', abort).off('SIGTERM', abort);
  }
}
