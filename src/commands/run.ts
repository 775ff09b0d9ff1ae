import { CommanderError } from 'commander';
import { DatabaseUnavailable } from '../database/database.ts';
import { EXITS, Failure, reasonOf } from '../failure.ts';
import type { CliCommand } from './table/command.ts';
import { buildProgram } from './table/program.ts';
import { type CommandProcess, openTerminal, sanitized, type Terminal } from './terminal.ts';

/**
 * Runs a command and returns the exit code. Prints the error of a command that failed; an unexpected error is thrown again, with its stack.
 *
 * @param args the words after `petstore`
 */
export async function run(args: readonly string[], process: CommandProcess): Promise<number> {
  let exit: keyof typeof EXITS = 'done';
  const exitWith = (given: typeof exit) => void (exit = given);
  // It may stand behind any command, also one with a parameter `color`.
  const words = args.filter((word) => word !== '--no-color');
  const colors = words.length === args.length;
  const program = buildProgram({ process, colors, exitWith });
  try {
    await program.parseAsync(words, { from: 'user' });
    return EXITS[exit].code;
  } catch (error) {
    return report(error, calledCommand(program, words), openTerminal(process, { colors }));
  }
}

/** Prints the error and returns the exit code. */
function report(error: unknown, called: CliCommand, { note }: Terminal): number {
  const explain = (message: string, details: readonly string[]) => {
    // The message may quote another machine's answer or a file's contents.
    note(`petstore: ${sanitized(message)}`);
    for (const line of details) note(`  ${sanitized(line)}`, 'dim');
  };
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
