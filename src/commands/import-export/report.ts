import { FILE_SETTINGS, type FileSetting, type SettingOrigin } from '../../vocabulary/import-reading.ts';
import type {
  BadCellLine,
  BadRowLine,
  ChangeLine,
  ColumnsLine,
  ImportLine,
  SummaryLine,
} from '../../vocabulary/import-report.ts';
import { printRows } from '../rows.ts';
import { sanitized, type Terminal } from '../terminal.ts';
import { duration, perSecond } from './progress.ts';

/** A person reads the first ones; a file is better for more. */
const mostAtTerminal = 100;

/**
 * Prints the lines of an import: bad rows on standard output, everything else on standard error; with `json`, bad rows and the summary as
 * JSON on standard output.
 */
export function openReport(terminal: Terminal, file: string, json: boolean): (line: ImportLine) => void {
  const startMs = performance.now();
  let faults = 0;
  return (line) => {
    if (json && (isFault(line) || line.type === 'change' || line.type === 'summary')) return terminal.printJson(line);
    if (json) return;
    if (line.type === 'columns') noteColumns(terminal, file, line);
    else if (isFault(line)) {
      faults += 1;
      if (!terminal.isTty || faults <= mostAtTerminal) printFault(terminal, line);
    } else if (line.type === 'change') printChange(terminal, line);
    else if (line.type === 'summary') {
      const hidden = terminal.isTty ? faults - mostAtTerminal : 0;
      if (hidden > 0)
        terminal.note(`… and ${hidden.toLocaleString('en')} more. To have all in a file, append \`> bad-rows.tsv\`.`);
      noteSummary(terminal, line, performance.now() - startMs);
    }
  };
}

const isFault = (line: ImportLine): line is BadRowLine | BadCellLine =>
  line.type === 'badRow' || line.type === 'badCell';

function printFault(terminal: Terminal, { line, column = '', value = '', reason }: BadRowLine | BadCellLine): void {
  if (!terminal.isTty) return terminal.print([line, ...[column, value, reason].map(sanitized)].join('\t'));
  const where = terminal.paint('yellow', `line ${line}`.padEnd(12));
  const cell = `${terminal.paint('bold', sanitized(column))}${value === '' ? '' : ` ${JSON.stringify(sanitized(value))}`}`;
  terminal.print(`${where}${column === '' ? '' : `${cell}: `}${sanitized(reason)}`);
}

function printChange(terminal: Terminal, { line, name, member, before, after, isKept }: ChangeLine): void {
  const change = `${before ?? 'nothing'} → ${after ?? 'nothing'}${isKept ? ' (kept: changed here since the last import)' : ''}`;
  if (!terminal.isTty) return terminal.print([line, ...[member, name, change].map(sanitized)].join('\t'));
  const where = terminal.paint(isKept ? 'dim' : 'green', `line ${line}`.padEnd(12));
  terminal.print(`${where}${terminal.paint('bold', sanitized(name))} ${member}: ${sanitized(change)}`);
}

/** Shows how every column is read before anything is imported, and how the file says things. */
function noteColumns(terminal: Terminal, file: string, { source, of, columns, settings }: ColumnsLine): void {
  // Otherwise a failure follows, and lists the columns.
  if (of.name === undefined || of.categoryId === undefined) return;
  const { stderr } = terminal.process;
  terminal.note(sanitized(`${file} is read as ${source}.`));
  terminal.note('');
  const notes: Terminal = {
    ...terminal,
    isTty: true,
    width: stderr.columns ?? 100,
    print: (line = '') => terminal.note(line),
    paint: (_, text) => text,
  };
  printRows(notes, columns, [
    { title: 'column', of: ({ name }) => name, shrinks: true },
    {
      title: 'read as',
      of: ({ as, isLeftOut }) => (isLeftOut ? 'left out' : as.join(', ') || 'not read'),
      shrinks: true,
    },
    { title: 'such as', of: ({ examples }) => examples.join(' | '), shrinks: true },
  ]);
  const worthSaying = settings.filter(({ name, value, origin }) => isWorthSaying(name, value, origin));
  if (worthSaying.length > 0) terminal.note('');
  for (const { name, value, origin, example } of worthSaying) {
    const { label, values } = FILE_SETTINGS[name] as { label: string; values?: Readonly<Record<string, string>> };
    const where = example && `${JSON.stringify(example.value)} on line ${example.line}`;
    const isOpen = origin === 'open';
    const text = isOpen
      ? `${label}: choose before the import. ${where} can be read in two ways.`
      : `${label}: ${values?.[value] ?? value}, ${ORIGINS[origin]}${where === undefined ? '' : ` (${where})`}.`;
    terminal.note(sanitized(text), isOpen ? 'yellow' : undefined);
  }
  if (of.reference === undefined)
    terminal.note(
      'No column is a reference, so a later import recognizes a row by its whole content. --reference COLUMN chooses one.',
    );
}

const ORIGINS: Readonly<Record<Exclude<SettingOrigin, 'open'>, string>> = {
  chosen: 'as chosen',
  file: 'as the file shows',
  system: 'as this system writes',
  default: 'unless you choose otherwise',
};

/** What every file has goes without saying. */
const isWorthSaying = (name: FileSetting, value: string | number, origin: SettingOrigin): boolean =>
  origin === 'chosen' || !(['utf-8', 'comma', 1].includes(value) || name === 'sheet');

function noteSummary(terminal: Terminal, summary: SummaryLine, elapsedMs: number): void {
  const { dryRun, rows, added, already, changed, bad, incomplete, photos, photosMissing } = summary;
  const { passedOver, categoriesMade, categoriesMissing } = summary;
  const skipped = Object.entries(passedOver);
  const lines: readonly (readonly [label: string, count: number, details?: string])[] = [
    ['rows', rows, speed(rows, elapsedMs)],
    [dryRun ? 'would be added' : 'added', added],
    ['already imported', already],
    [dryRun ? 'of these to change' : 'of these changed', changed],
    [
      'skipped',
      skipped.reduce((sum, [, count]) => sum + count, 0),
      skipped.map(([reason, count]) => `${reason}: ${count.toLocaleString('en')}`).join('; '),
    ],
    [dryRun ? 'categories to create' : 'categories created', categoriesMade.length, listed(categoriesMade)],
    [dryRun ? 'photos to fetch' : 'photos', photos],
    ['photos missing', photosMissing],
    ['bad', bad],
    ['cells left out in', incomplete],
  ];
  const frequent = summary.unread.filter(({ count }) => count > 1).toSorted((a, b) => b.count - a.count);
  terminal.note('');
  for (const [label, count, details = ''] of lines) {
    if (count === 0 && !['rows', 'added', 'would be added', 'bad'].includes(label)) continue;
    const number = count.toLocaleString('en').padStart(11);
    const text = `${label.padEnd(20)}${number}${details === '' ? '' : `  ${sanitized(details)}`}`;
    terminal.note(text, label === 'bad' && count > 0 ? 'yellow' : undefined);
  }
  if (frequent.length > 0) terminal.note('\nMost often not understood:');
  for (const { column, reason, count, line, value } of frequent.slice(0, mostListed)) {
    const where = `${count.toLocaleString('en')} × ${column || 'the row'}, as on line ${line}${value === undefined ? '' : `: ${JSON.stringify(value)}`}`;
    terminal.note(sanitized(`  ${where}. ${reason}`));
  }
  if (categoriesMissing.length > 0)
    terminal.note(`\n${sanitized(`--create-categories creates what is missing: ${listed(categoriesMissing)}.`)}`);
  if (photosMissing > 0) terminal.note('\nImport the file again to try the missing photos once more.');
  if (bad > 0 && !dryRun) terminal.note('\nCorrect the bad rows and import the file again: no animal is added twice.');
}

/** Empty for a small file: that would be the speed of the start. */
const speed = (rows: number, elapsedMs: number): string =>
  rows < 1_000 ? '' : `in ${duration(elapsedMs)}, ${perSecond(rows, elapsedMs)}`;

const mostListed = 10;

/** The first names, and that there are more. */
const listed = (names: readonly string[]): string =>
  names.length > mostListed ? `${names.slice(0, mostListed).join(', ')} and others` : names.join(', ');
