import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import { DatabaseUnavailable } from '../database/database.ts';
import { EXITS, Failure, reasonOf } from '../failure.ts';
import type { CliCommand } from './table/command.ts';
import { buildProgram } from './table/program.ts';
import { sanitized } from './terminal.ts';

/**
 * Runs a command and sets the exit code of the process. Prints the error of a command that failed; an unexpected error is thrown again, with
 * its stack.
 *
 * @param args the words after `petstore`
 */
export async function run(args: readonly string[]): Promise<void> {
  const program = buildProgram();
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = report(error, calledCommand(program, args));
  }
}

/** Prints the error and returns the exit code. */
function report(error: unknown, called: CliCommand): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXITS.done.code;
    if (error.code !== 'commander.help') note(`Run \`${called.path()} --help\` for its usage.`);
    return EXITS.usage.code;
  }
  if (error instanceof Failure) {
    explain(error.message, error.details);
    return error.exitCode;
  }
  if (error instanceof DatabaseUnavailable) {
    explain(error.message, [reasonOf(error.cause)]);
    return EXITS.unavailable.code;
  }
  throw error;
}

/** The command that the user called, as far as its name is known. */
function calledCommand(program: CliCommand, args: readonly string[]): CliCommand {
  let found = program;
  for (const word of args) found = found.visible().find((command) => command.name() === word) ?? found;
  return found;
}

function explain(message: string, details: readonly string[]): void {
  // The message may quote another machine's answer or a file's contents.
  note(`petstore: ${sanitized(message)}`);
  for (const line of details) note(styleText('dim', `  ${sanitized(line)}`, { stream: process.stderr }));
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
