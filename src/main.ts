#!/usr/bin/env node
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import type { Call } from './commands/table/call.ts';
import { buildProgram } from './commands/table/program.ts';
import { harmless } from './commands/terminal.ts';
import { EXITS, Failure } from './failure.ts';
import { SettingsError } from './settings.ts';

// Whoever reads through a pipe may have had enough: `petstore pets list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXITS.done.code);
});

const program = buildProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = say(error);
}

/** Tells the person what went wrong, and gives the exit code. What nobody has foreseen keeps its stack. */
function say(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXITS.done.code;
    if (error.code !== 'commander.help') note(`Run \`${called(program).path()} --help\` to see how it is called.`);
    return EXITS.usage.code;
  }
  if (error instanceof Failure) {
    // The sentence may be another machine's, or quote what stands in a file.
    note(`petstore: ${harmless(error.message)}`);
    for (const line of error.details) note(styleText('dim', `  ${harmless(line)}`, { stream: process.stderr }));
    return error.exitCode;
  }
  if (error instanceof SettingsError) {
    note(`petstore: ${harmless(error.message)}`);
    return EXITS.failed.code;
  }
  throw error;
}

/** The command that the words of the command line come to. */
function called(from: Call): Call {
  let found = from;
  for (const word of process.argv.slice(2)) found = found.visible().find((one) => one.name() === word) ?? found;
  return found;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
