#!/usr/bin/env node
import { run } from './commands/run.ts';
import { EXITS } from './failure.ts';
import { unsupportedSystem } from './package.ts';
import { showSourceLines } from './telemetry/source-lines.ts';

if (import.meta.url.endsWith('.js')) showSourceLines();

// The reader of a pipe may close it early: `petstore pets list | head -1`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXITS.done.code);
});

const warning = unsupportedSystem(process);
if (warning !== undefined) process.stderr.write(`${warning}\n`);

process.exitCode = await run(process.argv.slice(2), process);
