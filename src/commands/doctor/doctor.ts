import SqliteDatabase from 'better-sqlite3';
import { Failure } from '../../failure.ts';
import { VERSION } from '../../package.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import type { JsonOption, Terminal } from '../terminal.ts';
import { addressCheck } from './address.ts';
import { backupsCheck } from './backups.ts';
import { type Check, type DoctorOptions, type Finding, findings } from './check.ts';
import { clockCheck, timeZoneCheck } from './clock.ts';
import { databasesCheck } from './databases.ts';
import { diskCheck, folderCheck } from './disk.ts';
import { mailCheck } from './mail.ts';
import { memoryCheck } from './memory.ts';
import { photosCheck } from './photos.ts';
import { portsCheck } from './ports.ts';
import { secretsCheck } from './secrets.ts';
import { serversCheck } from './servers.ts';
import { settingsCheck } from './settings.ts';

/** In the order of printing. */
const CHECKS: readonly Check[] = [
  settingsCheck,
  folderCheck,
  diskCheck,
  memoryCheck,
  databasesCheck,
  serversCheck,
  mailCheck,
  photosCheck,
  backupsCheck,
  secretsCheck,
  clockCheck,
  timeZoneCheck,
  portsCheck,
  addressCheck,
];

/** Runs all checks and prints their findings. The exit code is 1 if something is broken; warnings do not change it. */
export async function doctor(
  terminal: Terminal,
  { json = false, ...options }: JsonOption & DoctorOptions,
): Promise<void> {
  const levels = { well: 0, warn: 0, bad: 0 };
  for await (const finding of allFindings(terminal, options)) {
    levels[finding.level] += 1;
    if (json) terminal.printJson(finding);
    else printFinding(terminal, finding);
  }
  if (levels.bad > 0) terminal.exitWith('failed');
  if (json) return;
  const { warn, bad } = levels;
  const parts = [
    ...(bad > 0 ? [terminal.paint('red', `${bad} to fix`)] : []),
    ...(warn > 0 ? [terminal.paint('yellow', `${warn} to review`)] : []),
  ];
  terminal.print(`\n${parts.length === 0 ? terminal.paint('green', 'Everything is fine') : parts.join(', ')}.`);
}

async function* allFindings({ process }: Terminal, options: DoctorOptions): AsyncGenerator<Finding> {
  yield versions();
  let settings: Settings;
  try {
    settings = readSettings(process.env);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    yield findings('Settings').bad(error.message, 'See docs/settings.md. The other checks were skipped.');
    return;
  }
  for (const check of CHECKS) yield* [await check(settings, { ...options, env: process.env })].flat();
}

/** Only informs: the launcher refuses an old Node.js, and the database an old SQLite. */
function versions(): Finding {
  const memory = new SqliteDatabase(':memory:');
  const sqlite = memory.prepare<[], string>('select sqlite_version()').pluck().get();
  memory.close();
  return findings('Versions').well(
    `Petstore ${VERSION}, Node.js ${globalThis.process.versions.node}, SQLite ${sqlite}`,
  );
}

/** Wide enough for the longest subject, `Database, production`. */
const indent = ' '.repeat(24);
const MARKS = { well: ['✓', 'green'], warn: ['!', 'yellow'], bad: ['✗', 'red'] } as const;

function printFinding(terminal: Terminal, { about, level, says, todo }: Finding): void {
  const [mark, color] = MARKS[level];
  const [first = '', ...rest] = wrapped(terminal, says);
  terminal.print(`${terminal.paint(color, mark)} ${about.padEnd(indent.length - 2)}${first}`);
  for (const line of rest) terminal.print(indent + line);
  if (todo !== undefined)
    for (const line of wrapped(terminal, todo)) terminal.print(indent + terminal.paint('bold', line));
}

/** Wraps the text at word boundaries to the terminal's width. */
function wrapped({ isTty, width }: Terminal, text: string): string[] {
  if (!isTty) return [text];
  const room = Math.max(width - indent.length, 30);
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > room) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}
