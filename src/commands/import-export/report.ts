import {
  type BadCellLine,
  type BadRowLine,
  type ColumnsLine,
  IMPORT_FIELDS,
  type ImportLine,
  type SummaryLine,
} from '../../vocabulary/import-report.ts';
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
    if (json && (isFault(line) || line.type === 'summary')) return terminal.printJson(line);
    if (json) return;
    if (line.type === 'columns') noteColumns(terminal, file, line);
    else if (isFault(line)) {
      faults += 1;
      if (!terminal.isTty || faults <= mostAtTerminal) printFault(terminal, line);
    } else if (line.type === 'summary') {
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

/** Shows a wrongly recognized column before anything is imported. */
function noteColumns(terminal: Terminal, file: string, { source, of }: ColumnsLine): void {
  // Otherwise a failure follows, and lists the columns.
  if (of.name === undefined || of.categoryId === undefined) return;
  const columns = IMPORT_FIELDS.filter((field) => of[field] !== undefined).map(
    (field) => `${field} from ${JSON.stringify(of[field])}`,
  );
  terminal.note(sanitized(`${file} is read as ${source}: ${columns.join(', ')}.`));
  if (of.reference === undefined)
    terminal.note(
      'No column is a reference, so a later import recognizes a row by its whole content. --reference COLUMN chooses one.',
    );
}

function noteSummary(terminal: Terminal, summary: SummaryLine, elapsedMs: number): void {
  const { dryRun, rows, added, already, bad, incomplete, photos, photosMissing } = summary;
  const { passedOver, categoriesMade, categoriesMissing } = summary;
  const skipped = Object.entries(passedOver);
  const lines: readonly (readonly [label: string, count: number, details?: string])[] = [
    ['rows', rows, speed(rows, elapsedMs)],
    [dryRun ? 'would be added' : 'added', added],
    ['already imported', already],
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
  terminal.note('');
  for (const [label, count, details = ''] of lines) {
    if (count === 0 && !['rows', 'added', 'would be added', 'bad'].includes(label)) continue;
    const number = count.toLocaleString('en').padStart(11);
    const text = `${label.padEnd(20)}${number}${details === '' ? '' : `  ${sanitized(details)}`}`;
    terminal.note(text, label === 'bad' && count > 0 ? 'yellow' : undefined);
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
