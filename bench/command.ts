import { parseArgs } from 'node:util';
import { BenchError } from './machine.ts';

/** Runs a measurement, and tells its failure in a sentence. One that gives false has found a fault: it ends with status 1 too. */
export async function runCommand(script: string, measure: () => Promise<boolean | void>): Promise<void> {
  try {
    if ((await measure()) === false) process.exitCode = 1;
  } catch (error) {
    const isTold = error instanceof BenchError || (error instanceof TypeError && 'code' in error);
    process.stderr.write(
      `${script}: ${isTold ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
    );
    process.exitCode = 1;
  }
}

/** The same for one whose options are whole numbers; `--help` prints the help instead. */
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

/** @throws BenchError where it is none, or less than `least` */
export function wholeNumber(option: string, text: string, least: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= least) return Number(text);
  throw new BenchError(`${option} must be a whole number of at least ${least}.`);
}
