import { styleText } from 'node:util';
import { jsonOf } from '../vocabulary/int64.ts';

export type Style = Parameters<typeof styleText>[0];

/** Where a command says what it has to say. */
export interface Terminal {
  /** Whether standard output is a person's terminal. Elsewhere tables are plain, separated by tabs. */
  readonly isPerson: boolean;
  /** How wide the terminal is, in columns. */
  readonly width: number;
  /** A line on standard output: what a pipe gets. */
  readonly print: (line?: string) => void;
  /** One line of JSON on standard output, every integer to its last digit. */
  readonly printJson: (value: unknown) => void;
  /** A line on standard error: for the person beside the pipe. */
  readonly note: (line: string, style?: Style) => void;
  /** The text in a style, for standard output; as it is where colours are off. */
  readonly paint: (style: Style, text: string) => string;
}

/**
 * Colours are on at a terminal, unless NO_COLOR is set or `colors` is false (`--no-color`); FORCE_COLOR has them elsewhere too. Node.js's own
 * rules decide: https://nodejs.org/api/util.html#utilstyletextformat-text-options
 */
export function openTerminal({ colors = true }: { readonly colors?: boolean } = {}): Terminal {
  const { stdout, stderr } = process;
  const paint = (stream: NodeJS.WriteStream, style: Style, text: string) =>
    colors ? styleText(style, text, { stream }) : text;
  return {
    isPerson: stdout.isTTY,
    width: stdout.columns ?? 80,
    print: (line = '') => void stdout.write(`${line}\n`),
    printJson: (value) => void stdout.write(`${escaped(jsonOf(value))}\n`),
    note: (line, style) => void stderr.write(`${style === undefined ? line : paint(stderr, style, line)}\n`),
    paint: (style, text) => paint(stdout, style, text),
  };
}

/** JSON leaves some control characters as they are, which a terminal would obey. */
const escaped = (json: string): string =>
  json.replaceAll(/[\u007f-\u009f\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Text that came over the wire, on one line and without what would move the cursor or turn the direction of writing. */
export const harmless = (text: string): string =>
  text.replaceAll(/\s+/gu, ' ').replaceAll(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');
