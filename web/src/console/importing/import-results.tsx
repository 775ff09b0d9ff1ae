import {
  type BadCellLine,
  type BadRowLine,
  MAX_IMPORT_FAULTS,
  type SummaryLine,
} from '../../../../src/vocabulary/import-report.ts';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';

const shownAtFirst = 8;
const shownMore = 500;

/** What could not be imported: where, and why. */
export function BadRows({ rows }: { readonly rows: readonly (BadRowLine | BadCellLine)[] }) {
  const total = numberText(rows.length);
  const title =
    rows.length === MAX_IMPORT_FAULTS
      ? `The first ${total} mistakes in the file`
      : `${counted(rows.length, 'mistake', 'mistakes')} in the file`;
  return (
    <Card
      isFlush
      title={title}
      about="These rows are not imported, unless the mistake says so. Correct them in the file and import it again at any time: no animal is added twice."
    >
      <CutTable
        caption={title}
        rows={rows.map((row, index) => ({ ...row, index }))}
        most={shownAtFirst}
        step={shownMore}
        more={() => `Show more of ${total}`}
        keyOf={({ index }) => index}
        columns={[
          { header: 'Line', cell: ({ line }) => numberText(line) },
          {
            header: 'Column',
            cell: ({ column }) =>
              column === undefined ? <span class="quiet">the whole row</span> : <UserText>{column}</UserText>,
          },
          { header: 'Value', cell: ({ value = '' }) => <UserText>{value}</UserText> },
          { header: 'Mistake', cell: ({ reason }) => <UserText>{reason}</UserText> },
        ]}
      />
    </Card>
  );
}

/** `3 animals added, 2 already imported, 4 skipped (died: 4), 1 bad row.` */
export function resultText(summary: SummaryLine): string {
  const { dryRun, added, already, changed, bad, incomplete, photos, photosMissing, passedOver, categoriesMade } =
    summary;
  const skipped = Object.entries(passedOver);
  const skippedRows = skipped.reduce((sum, [, count]) => sum + count, 0);
  const reasons = skipped.map(([reason, count]) => `${reason}: ${numberText(count)}`).join('; ');
  const parts = [
    `${counted(added, 'animal', 'animals')} ${dryRun ? 'to add' : 'added'}`,
    already > 0 ? `${numberText(already)} already imported` : '',
    changed > 0 ? `${numberText(changed)} of these ${dryRun ? 'to change' : 'changed'}` : '',
    skippedRows > 0 ? `${numberText(skippedRows)} skipped (${reasons})` : '',
    categoriesMade.length > 0
      ? `${counted(categoriesMade.length, 'category', 'categories')} ${dryRun ? 'to create' : 'created'}`
      : '',
    photos > 0 ? `${counted(photos, 'photo', 'photos')}${dryRun ? ' to fetch' : ''}` : '',
    photosMissing > 0 ? `${counted(photosMissing, 'photo', 'photos')} missing` : '',
    bad > 0 ? counted(bad, 'bad row', 'bad rows') : '',
    incomplete > 0 ? counted(incomplete, 'row with a cell left out', 'rows with cells left out') : '',
  ];
  return `${parts.filter((part) => part !== '').join(', ')}.`;
}

export const counted = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
