import {
  FILE_SETTINGS,
  type FileSetting,
  type SettingLine,
  type SettingOrigin,
} from '../../../../src/vocabulary/import-reading.ts';
import type { ColumnsLine } from '../../../../src/vocabulary/import-report.ts';
import { Select, TextField } from '../../design/controls/field.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { numberText } from '../../design/text/number-text.ts';
import type { ImportChoices } from './import-run.ts';

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
