import type { Problem } from '../../importing/animals.ts';
import type { Columns } from '../../importing/columns.ts';
import type { Counts } from '../../importing/run.ts';
import { FIELDS } from '../../importing/sources.ts';
import { sanitized, type Terminal } from '../terminal.ts';

export interface ReportOptions {
  readonly file: string;
  readonly dryRun: boolean;
  readonly json: boolean;
}

/** What an import says: bad rows on standard output, the rest on standard error; with `--json` all on standard output. */
export function importReport(terminal: Terminal, { file, dryRun, json }: ReportOptions) {
  return {
    /** How the columns are taken: a person sees at once when a column is mistaken. */
    columns({ source, names, of }: Columns): void {
      if (json) return;
      const taken = FIELDS.filter((field) => of.has(field)).map(
        (field) => `${field} from ${JSON.stringify(names[of.get(field) ?? 0])}`,
      );
      terminal.note(sanitized(`${file} is read as ${source.title}: ${taken.join(', ')}.`));
      if (!of.has('reference'))
        terminal.note('No column is a reference (--reference COLUMN), so a row is known again by all that is in it.');
    },

    bad(problems: readonly Problem[]): void {
      for (const problem of problems) {
        const { line, column = '', value = '', reason } = problem;
        if (json) terminal.printJson({ type: 'badRow', ...problem });
        else if (!terminal.isTty) terminal.print([line, ...[column, value, reason].map(sanitized)].join('\t'));
        else {
          const cell = [
            terminal.paint('bold', sanitized(column)),
            ...(value === '' ? [] : [JSON.stringify(sanitized(value))]),
          ];
          const where = terminal.paint('yellow', `line ${line}`.padEnd(12));
          terminal.print(`${where}${column === '' ? '' : `${cell.join(' ')}: `}${sanitized(reason)}`);
        }
      }
    },

    summary(counts: Counts, categoriesMade: readonly string[]): void {
      const { rows, added, already, bad, passedOver } = counts;
      if (json) {
        const total = { rows, added, already, bad, passedOver: Object.fromEntries(passedOver), categoriesMade };
        terminal.printJson({ type: 'summary', dryRun, ...total });
        return;
      }
      const reasons = [...passedOver].map(([reason, count]) => `${reason}: ${count.toLocaleString('en')}`).join('; ');
      const over = [...passedOver.values()].reduce((sum, count) => sum + count, 0);
      const lines: (readonly [string, number, string?])[] = [
        ['rows', rows],
        [dryRun ? 'would be added' : 'added', added],
        ['there already', already],
        ['passed over', over, reasons],
        [dryRun ? 'categories to make' : 'categories made', categoriesMade.length, categoriesMade.join(', ')],
        ['bad', bad],
      ];
      terminal.note('');
      for (const [label, count, says = ''] of lines) {
        if (count === 0 && !['rows', 'added', 'would be added', 'bad'].includes(label)) continue;
        const number = count.toLocaleString('en').padStart(11);
        terminal.note(`${label.padEnd(18)}${number}${says === '' ? '' : `  ${sanitized(says)}`}`);
      }
      if (bad > 0 && !dryRun) terminal.note('\nMend the bad rows and import the file again: nothing is added twice.');
    },
  };
}
