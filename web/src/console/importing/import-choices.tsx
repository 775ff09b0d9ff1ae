import {
  FILE_SETTINGS,
  type FileSetting,
  type SettingLine,
  type SettingOrigin,
} from '../../../../src/vocabulary/import-reading.ts';
import type { ColumnLine, ColumnsLine } from '../../../../src/vocabulary/import-report.ts';
import { Select, TextField } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
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

interface ImportSettingsProps {
  readonly columns: ColumnsLine;
  readonly choices: ImportChoices;
  readonly onChoices: (choices: ImportChoices) => void;
}

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'NZD', 'CHF', 'MXN'];

/** How the file says things, as the whole file shows it: each can be chosen instead. What can be read in two ways comes first. */
export function ImportSettings({ columns, choices, onChoices }: ImportSettingsProps) {
  const choose = (name: FileSetting, value: string) =>
    onChoices({
      ...choices,
      settings: { ...choices.settings, [name]: name === 'headerLine' ? Number(value) || undefined : value },
    });
  const isLayout = ({ name, origin }: SettingLine) =>
    origin !== 'open' && (LAYOUT.has(name) || (name === 'sheet' && columns.sheets?.length === 1));
  const [open, decided] = partsOf(columns.settings, ({ origin }) => origin === 'open');
  const [layout, others] = partsOf(decided, isLayout);

  const control = (line: SettingLine) => {
    const { name, value, origin } = line;
    const options = optionsOf(line, columns);
    const note = noteOf(line);
    const shared = {
      label: FILE_SETTINGS[name].label,
      ...(origin === 'open' ? { error: note } : { hint: note }),
      onValue: (chosen: string) => chosen !== '' && choose(name, chosen),
    };
    if (options === undefined) return <TextField key={name} {...shared} value={String(value)} inputMode="numeric" />;
    return (
      <Select
        key={name}
        {...shared}
        value={origin === 'open' ? '' : String(value)}
        options={origin === 'open' ? [{ value: '', label: 'Choose' }, ...options] : options}
      />
    );
  };

  return (
    <>
      {open.length + others.length > 0 && (
        <div class="columns" style="--column: 11rem">
          {[...open, ...others].map(control)}
        </div>
      )}
      {layout.length > 0 && (
        <Disclosure title="How the file is laid out">
          <div class="columns" style="--column: 11rem">
            {layout.map(control)}
          </div>
        </Disclosure>
      )}
    </>
  );
}

/** These are almost never wrong. */
const LAYOUT: ReadonlySet<FileSetting> = new Set(['charset', 'separator', 'headerLine']);

function partsOf(lines: readonly SettingLine[], test: (line: SettingLine) => boolean) {
  const { yes = [], no = [] } = Object.groupBy(lines, (line) => (test(line) ? 'yes' : 'no'));
  return [yes, no] as const;
}

function optionsOf({ name, value }: SettingLine, { sheets = [] }: ColumnsLine) {
  if (name === 'headerLine') return undefined;
  if (name === 'sheet') return sheets.map((sheet) => ({ value: sheet, label: sheet }));
  if (name === 'currency')
    return [...new Set([String(value), ...CURRENCIES])].map((code) => ({ value: code, label: code }));
  return Object.entries(FILE_SETTINGS[name].values).map(([word, label]) => ({ value: word, label }));
}

const ORIGINS: Readonly<Record<SettingOrigin, string>> = {
  chosen: 'As you chose',
  file: 'As the file shows',
  system: 'As this system writes',
  default: 'The file does not say',
  open: 'The file can be read in two ways',
};

function noteOf({ origin, example }: SettingLine): string {
  if (example === undefined) return `${ORIGINS[origin]}.`;
  return `${ORIGINS[origin]}: line ${numberText(example.line)} has ${JSON.stringify(example.value)}.`;
}
