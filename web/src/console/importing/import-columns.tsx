import type { ColumnLine, ColumnsLine } from '../../../../src/vocabulary/import-report.ts';
import { Select } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import type { ImportChoices } from './import-run.ts';

interface ImportColumnsProps {
  readonly columns: ColumnsLine;
  readonly choices: ImportChoices;
  readonly onChoices: (choices: ImportChoices) => void;
}

const shownAtFirst = 12;
/** A column may be read as several fields at once: that cannot be chosen. */
const SEVERAL = 'several';
const NONE = '';

/** Every column of the file, what it is read as, and two of its values. */
export function ImportColumns({ columns, choices, onChoices }: ImportColumnsProps) {
  const lines = columns.columns.toSorted((a, b) => Number(a.as.length === 0) - Number(b.as.length === 0));
  const unread = lines.filter(({ as }) => as.length === 0).length;

  function read({ name, as }: ColumnLine, field: string): void {
    const map: Record<string, string> = { ...choices.map };
    for (const before of as) if (columns.fields.includes(before)) map[before] = NONE;
    const leaveOut = choices.leaveOut.filter((other) => other !== name);
    if (field === NONE) leaveOut.push(name);
    else map[field] = name;
    onChoices({ ...choices, map, leaveOut });
  }

  return (
    <Card
      isFlush
      title="The columns"
      about={
        unread === 0 ? 'All columns are read.' : `${numberText(unread)} of ${numberText(lines.length)} are not read.`
      }
    >
      <CutTable
        caption="The columns of the file"
        rows={lines}
        most={shownAtFirst}
        more={() => `Show all ${numberText(lines.length)} columns`}
        keyOf={({ name }) => name}
        columns={[
          { header: 'Column', cell: ({ name }) => <UserText>{name}</UserText> },
          {
            header: 'Read as',
            cell: (line) => (
              <Select
                label={`Read ${line.name} as`}
                isLabelHidden
                value={valueOf(line)}
                onValue={(field) => field !== SEVERAL && read(line, field)}
                options={[
                  { value: NONE, label: line.isLeftOut ? 'Left out' : 'Not read' },
                  ...(valueOf(line) === SEVERAL ? [{ value: SEVERAL, label: line.as.map(labelOf).join(', ') }] : []),
                  ...columns.fields.map((field) => ({ value: field, label: labelOf(field) })),
                ]}
              />
            ),
          },
          {
            header: 'Such as',
            cell: ({ examples }) =>
              examples.length === 0 ? (
                <span class="quiet">empty</span>
              ) : (
                <span class="two-lines">
                  {examples.map((example) => (
                    <UserText key={example}>{example}</UserText>
                  ))}
                </span>
              ),
          },
        ]}
      />
    </Card>
  );

  function valueOf({ as }: ColumnLine): string {
    const [first = NONE, second] = as;
    return second === undefined && (first === NONE || columns.fields.includes(first)) ? first : SEVERAL;
  }
}

const LABELS: Readonly<Record<string, string>> = { categoryId: 'Category', adoptionFee: 'Adoption fee' };

/** `Breed: primary` for `breed.primary`. */
function labelOf(field: string): string {
  const known = LABELS[field];
  if (known !== undefined) return known;
  const words = field.replaceAll('.', ': ').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
