import { parseArgs } from 'node:util';
import { BenchError } from './machine.ts';

/**
 * Runs a measurement. If it fails, prints why and exits with status 1; if it returns false, it has found a fault, and exits with 1 too. A
 * failure ends at once: servers that were starting beside the one that failed would keep the process alive.
 */
export async function runCommand(script: string, measure: () => Promise<boolean | void>): Promise<void> {
  try {
    if ((await measure()) === false) process.exitCode = 1;
  } catch (error) {
    const isExpected = error instanceof BenchError || (error instanceof TypeError && 'code' in error);
    process.stderr.write(
      `${script}: ${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exit(1);
  }
}

/** Like `runCommand`, with options that are whole numbers. `--help` prints the help instead. */
export function runWithNumbers<Name extends string>(
  script: string,
  help: string,
  defaults: Readonly<Record<Name, number>>,
  measure: (numbers: Readonly<Record<Name, number>>) => Promise<boolean | void>,
): Promise<void> {
  return runCommand(script, async () => {
    const options = Object.keys(defaults).map((name) => [name, { type: 'string' }] as const);
    const { values } = parseArgs({ options: { ...Object.fromEntries(options), help: { type: 'boolean' } } });
    const { help: isHelp, ...texts } = values;
    if (isHelp === true) return void process.stdout.write(help);
    const given = Object.entries(texts).map(([name, text]) => [name, wholeNumber(`--${name}`, String(text), 1)]);
    return measure({ ...defaults, ...Object.fromEntries(given) });
  });
}

/** @throws BenchError if the text is not a whole number, or less than `least` */
export function wholeNumber(option: string, text: string, least: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  throw new BenchError(`${option} must be a whole number of at least ${least}.`);
}
