import type { JSX } from 'preact';
import { Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { ColorFields } from './color-fields.tsx';
import { NameField } from './name-field.tsx';
import { namesFor } from './names.ts';
import type { SimpleField } from './profile-fields.ts';

interface ProfileControlProps {
  readonly field: SimpleField;
  /** The name of the control, and of its mistake. */
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  /** The species as it is typed: it decides which names are suggested. */
  readonly species: string;
  readonly isDisabled?: boolean;
  readonly onValue: (value: string) => void;
}

const NOT_KNOWN = { value: '', label: 'Not known' };
const YES_NO = [NOT_KNOWN, { value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }];

/** The control for a member of a profile. An empty one means that it is not known. */
export function ProfileControl({
  field,
  name,
  value,
  error,
  species,
  isDisabled = false,
  onValue,
}: ProfileControlProps): JSX.Element {
  const shared = {
    label: field.label,
    ...(field.hint !== undefined && { hint: field.hint }),
    error,
    name,
    value,
    onValue,
    disabled: isDisabled,
    autocomplete: 'off',
  } as const;
  switch (field.kind) {
    case 'yesNo':
      return <Select {...shared} options={YES_NO} />;
    case 'choice':
      return (
        <Select
          {...shared}
          options={[
            field.none === undefined ? NOT_KNOWN : { value: '', label: field.none },
            ...Object.entries(field.words).map(([key, label]) => ({ value: key, label })),
          ]}
        />
      );
    case 'day':
      return <TextField {...shared} type="date" max="9999-12-31" />;
    case 'number':
      return <TextField {...shared} inputMode={field.isWhole && field.min >= 0 ? 'numeric' : 'text'} />;
    case 'money':
      return <TextField {...shared} inputMode="decimal" />;
    case 'currency':
      return <TextField {...shared} hint={currencyHint(value)} maxLength={3} autoCapitalize="characters" />;
    case 'country':
      return <TextField {...shared} hint="Two letters, such as US." maxLength={2} autoCapitalize="characters" />;
    case 'longText':
      return <TextArea {...shared} rows={field.max > 1_000 ? 7 : 2} maxLength={field.max} />;
    case 'lines':
      return <TextArea {...shared} rows={3} />;
    case 'colors':
      return <ColorFields {...shared} max={field.max} count={field.maxItems} species={species} />;
    case 'text':
      return field.names === undefined ? (
        <TextField {...shared} maxLength={field.max} />
      ) : (
        <NameField {...shared} maxLength={field.max} names={namesFor(field.names, species)} />
      );
  }
}

const CURRENCIES = new Intl.DisplayNames(undefined, { type: 'currency', fallback: 'none' });

function currencyHint(typed: string): string {
  const code = typed.trim().toUpperCase();
  return (/^[A-Z]{3}$/.test(code) ? CURRENCIES.of(code) : undefined) ?? 'Three letters, such as USD.';
}
