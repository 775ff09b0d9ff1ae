import { type ColumnsLine, IMPORT_FIELDS, type ImportLine, type SummaryLine } from '../../vocabulary/import-report.ts';
import { sanitized, type Terminal } from '../terminal.ts';
import { duration, perSecond } from './progress.ts';

/**
 * Prints the lines of an import: bad rows on standard output, everything else on standard error; with `json`, bad rows and the summary as
 * JSON on standard output.
 */
export function printImportLine(
  terminal: Terminal,
  line: ImportLine,
  { file, json, elapsedMs }: { readonly file: string; readonly json: boolean; readonly elapsedMs: number },
): void {
  if (json && (line.type === 'badRow' || line.type === 'summary')) return terminal.printJson(line);
  if (json) return;
  if (line.type === 'columns') noteColumns(terminal, file, line);
  else if (line.type === 'summary') noteSummary(terminal, line, elapsedMs);
  else if (line.type === 'badRow') {
    const { line: number, column = '', value = '', reason } = line;
    if (!terminal.isTty) return terminal.print([number, ...[column, value, reason].map(sanitized)].join('\t'));
    const where = terminal.paint('yellow', `line ${number}`.padEnd(12));
    const cell = `${terminal.paint('bold', sanitized(column))}${value === '' ? '' : ` ${JSON.stringify(sanitized(value))}`}`;
    terminal.print(`${where}${column === '' ? '' : `${cell}: `}${sanitized(reason)}`);
  }
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
  const { dryRun, rows, added, already, bad, passedOver, categoriesMade, categoriesMissing } = summary;
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
    ['bad', bad],
  ];
  terminal.note('');
  for (const [label, count, details = ''] of lines) {
    if (count === 0 && !['rows', 'added', 'would be added', 'bad'].includes(label)) continue;
    const number = count.toLocaleString('en').padStart(11);
    terminal.note(`${label.padEnd(20)}${number}${details === '' ? '' : `  ${sanitized(details)}`}`);
  }
  if (categoriesMissing.length > 0)
    terminal.note(sanitized(`\n--create-categories creates what is missing: ${listed(categoriesMissing)}.`).trim());
  if (bad > 0 && !dryRun) terminal.note('\nCorrect the bad rows and import the file again: no animal is added twice.');
}

const speed = (rows: number, elapsedMs: number): string => `in ${duration(elapsedMs)}, ${perSecond(rows, elapsedMs)}`;

const mostListed = 10;

/** The first names, and that there are more. */
const listed = (names: readonly string[]): string =>
  names.length > mostListed ? `${names.slice(0, mostListed).join(', ')} and others` : names.join(', ');
