import SqliteDatabase from 'better-sqlite3';
import { EXITS } from '../../failure.ts';
import { readSettings, type Settings, SettingsError } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import type { Check, Finding } from '../checks/check.ts';
import { clockCheck } from '../checks/clock.ts';
import { diskCheck, folderCheck } from '../checks/disk.ts';
import { portsCheck } from '../checks/ports.ts';
import { settingsCheck } from '../checks/settings.ts';
import { storesCheck } from '../checks/stores.ts';
import type { Terminal } from '../terminal.ts';

/** In the order in which they are told. */
const CHECKS: readonly Check[] = [settingsCheck, folderCheck, diskCheck, storesCheck, clockCheck, portsCheck];

/** Looks whether all is well. What is broken makes the exit code 1; what may be meant so does not. */
export async function doctor(terminal: Terminal, { json = false }: { readonly json?: boolean }): Promise<void> {
  const levels = { well: 0, warn: 0, bad: 0 };
  for await (const finding of findings()) {
    levels[finding.level] += 1;
    if (json) terminal.printJson(finding);
    else printFinding(terminal, finding);
  }
  if (levels.bad > 0) process.exitCode = EXITS.failed.code;
  if (json) return;
  const { warn, bad } = levels;
  const parts = [
    ...(bad > 0 ? [terminal.paint('red', `${bad} to mend`)] : []),
    ...(warn > 0 ? [terminal.paint('yellow', `${warn} to look at`)] : []),
  ];
  terminal.print(`\n${parts.length === 0 ? terminal.paint('green', 'All is well') : parts.join(', ')}.`);
}

async function* findings(): AsyncGenerator<Finding> {
  yield versions();
  let settings: Settings;
  try {
    settings = readSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield {
      about: 'Settings',
      level: 'bad',
      says: error.message,
      todo: 'docs/settings.md has all of them. Nothing else was looked at.',
    };
    return;
  }
  for (const check of CHECKS) yield* await check(settings);
}

/** The launcher refuses a Node.js that is too old, and the store a SQLite that is. */
function versions(): Finding {
  const memory = new SqliteDatabase(':memory:');
  const sqlite = memory.prepare<[], string>('select sqlite_version()').pluck().get();
  memory.close();
  return {
    about: 'Versions',
    level: 'well',
    says: `Petstore ${VERSION}, Node.js ${process.versions.node}, SQLite ${sqlite}`,
  };
}

const indent = ' '.repeat(20);
const MARKS = { well: ['✓', 'green'], warn: ['!', 'yellow'], bad: ['✗', 'red'] } as const;

function printFinding(terminal: Terminal, { about, level, says, todo }: Finding): void {
  const [mark, color] = MARKS[level];
  const [first = '', ...rest] = wrapped(terminal, says);
  terminal.print(`${terminal.paint(color, mark)} ${about.padEnd(indent.length - 2)}${first}`);
  for (const line of rest) terminal.print(indent + line);
  if (todo !== undefined)
    for (const line of wrapped(terminal, todo)) terminal.print(indent + terminal.paint('bold', line));
}

/** Lines that end with the terminal, and not in the middle of a word. */
function wrapped({ isPerson, width }: Terminal, text: string): string[] {
  if (!isPerson) return [text];
  const room = Math.max(width - indent.length, 30);
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
