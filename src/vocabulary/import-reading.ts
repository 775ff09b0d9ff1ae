/** How a file says things: what an import decides from the whole file, and what can be chosen instead. The console and the command line offer the same. */

/** A choice among words. */
interface Words {
  readonly label: string;
  readonly values: Readonly<Record<string, string>>;
}
/** A choice of a number or a text. */
interface Given {
  readonly label: string;
  readonly values?: undefined;
}

export const FILE_SETTINGS = {
  charset: {
    label: 'Character set',
    values: {
      'utf-8': 'UTF-8',
      'windows-1252': 'Windows-1252 (Western European)',
      'utf-16le': 'UTF-16',
      'utf-16be': 'UTF-16, big-endian',
    },
  },
  separator: { label: 'Between cells', values: { comma: 'Commas', semicolon: 'Semicolons', tab: 'Tabs' } },
  sheet: { label: 'Sheet' },
  headerLine: { label: 'Line of the header' },
  dayOrder: {
    label: 'Days',
    values: { 'month-first': 'Month first: 05/04/2024 is May 4', 'day-first': 'Day first: 05/04/2024 is April 5' },
  },
  decimal: { label: 'Decimals', values: { point: 'Point: 1,250.50', comma: 'Comma: 1.250,50' } },
  weightUnit: {
    label: 'Weights without a unit',
    values: { lb: 'Pounds', kg: 'Kilograms', oz: 'Ounces', g: 'Grams' },
  },
  ageUnit: { label: 'Ages without a unit', values: { years: 'Years', months: 'Months', weeks: 'Weeks' } },
  currency: { label: 'Fees without a currency' },
} as const satisfies Readonly<Record<string, Words | Given>>;

export type FileSetting = keyof typeof FILE_SETTINGS;

type ValueOf<Name extends FileSetting> = (typeof FILE_SETTINGS)[Name] extends { readonly values: infer Values }
  ? keyof Values
  : Name extends 'headerLine'
    ? number
    : string;

export type FileSettings = { readonly [Name in FileSetting]: ValueOf<Name> };

/** What somebody has chosen. */
export type FileChoices = { readonly [Name in FileSetting]?: FileSettings[Name] | undefined };

export const SEPARATOR_CHARACTERS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/**
 * Why a setting has its value: `chosen` by somebody; what the `file` says, or the `system` that wrote it; a `default`, if the file says
 * nothing of it; `open` if the file can be read in two ways: a dry run shows that, and an import is refused until somebody chooses.
 */
export type SettingOrigin = 'chosen' | 'file' | 'system' | 'default' | 'open';

/** A setting that matters for this file. */
export interface SettingLine {
  readonly name: FileSetting;
  readonly value: string | number;
  readonly origin: SettingOrigin;
  /** A value of the file that shows it. */
  readonly example?: { readonly line: number; readonly column: string; readonly value: string };
}
