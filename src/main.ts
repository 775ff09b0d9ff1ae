#!/usr/bin/env node
import { styleText } from 'node:util';
import { CommanderError } from 'commander';
import type { CliCommand } from './commands/table/command.ts';
import { buildProgram } from './commands/table/program.ts';
import { sanitized } from './commands/terminal.ts';
import { EXITS, Failure } from './failure.ts';
import { showSourceLines } from './source-lines.ts';

if (import.meta.url.endsWith('.js')) showSourceLines();

// The reader of a pipe may close it early: `petstore pets list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXITS.done.code);
});

const program = buildProgram();
try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Prints the error and returns the exit code. An unexpected error is thrown again, with its stack. */
function report(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return EXITS.done.code;
    if (error.code !== 'commander.help') note(`Run \`${calledCommand(program).path()} --help\` for its usage.`);
    return EXITS.usage.code;
  }
  if (error instanceof Failure) {
    // The message may quote another machine's answer or a file's contents.
    note(`petstore: ${sanitized(error.message)}`);
    for (const line of error.details) note(styleText('dim', `  ${sanitized(line)}`, { stream: process.stderr }));
    return error.exitCode;
  }
  throw error;
}

/** The command that the user called, as far as its name is known. */
function calledCommand(program: CliCommand): CliCommand {
  let found = program;
  for (const word of process.argv.slice(2)) found = found.visible().find((command) => command.name() === word) ?? found;
  return found;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}
