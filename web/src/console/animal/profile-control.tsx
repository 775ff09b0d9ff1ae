import { useId, useState } from 'preact/hooks';
import { COMPATIBILITIES } from '../../../../src/vocabulary/animal-profile.ts';
import { BREEDS } from '../../../../src/vocabulary/animals/breeds.ts';
import { COLORS } from '../../../../src/vocabulary/animals/colors.ts';
import { SPECIES } from '../../../../src/vocabulary/animals/species.ts';
import { typeOfSpecies } from '../../../../src/words/species-spellings.ts';
import { countryOptions, currencyOptions } from '../../design/controls/codes.ts';
import { Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { Segments } from '../../design/controls/segments.tsx';
import { gramsIn, keepUnit, type Unit, unitIn, UNITS, usualUnit, weightText } from './amounts.ts';
import type { SimpleField } from './profile-fields.ts';

interface ProfileControlProps {
  readonly field: SimpleField;
  /** The name of the control, and of its mistake. */
  readonly name: string;
  readonly value: string;
  /** BCP 47, if it is not the page's. */
  readonly lang?: string | undefined;
  readonly error: string | undefined;
  /** The species as it is typed: it decides which names are suggested. */
  readonly species: string;
  readonly isDisabled?: boolean;
  readonly onValue: (value: string) => void;
}

const NOT_KNOWN = { value: '', label: 'Not known' };
const NOT_CHOSEN = { value: '', label: 'Not chosen' };
const ASKED = { ...NOT_KNOWN, short: '?' };
const YES_NO = [{ value: 'yes', label: 'Yes' }, { value: 'no', label: 'No' }, ASKED];
const GETS_ON = [
  ...Object.entries(COMPATIBILITIES).map(([value, label]) => ({ value, label, short: label.replace('With s', 'S') })),
  ASKED,
];

/** The control for a member of a profile. An empty one means that it is not known. */
export function ProfileControl({
  field,
  name,
  value,
  lang,
  error,
  species,
  isDisabled = false,
  onValue,
}: ProfileControlProps) {
  const shared = {
    label: field.label,
    hint: field.hint,
    error,
    name,
    value,
    lang,
    onValue,
    disabled: isDisabled,
    autocomplete: 'off',
  } as const;
  switch (field.kind) {
    case 'yesNo':
      return <Segments {...shared} options={YES_NO} />;
    case 'choice':
      if (field.words === COMPATIBILITIES) return <Segments {...shared} options={GETS_ON} />;
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
    case 'weight':
      return <WeightField {...shared} max={field.max} />;
    case 'currency':
      return <Select {...shared} options={[NOT_CHOSEN, ...currencyOptions(value)]} />;
    case 'country':
      return <Select {...shared} options={[NOT_CHOSEN, ...countryOptions(value)]} />;
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

interface ColorFieldsProps {
  readonly label: string;
  readonly name: string;
  /** One color a line: names of colors have commas. */
  readonly value: string;
  readonly error: string | undefined;
  readonly max: number;
  readonly count: number;
  readonly species: string;
  readonly onValue: (value: string) => void;
}

/** The colors of an animal, the main one first. */
function ColorFields(props: ColorFieldsProps) {
  const { label, name, value, error, max, count, species, onValue } = props;
  const colors = value.split('\n');
  const names = namesFor('colors', species);
  return (
    <>
      {Array.from({ length: count }, (_, index) => (
        <NameField
          key={index}
          label={index === 0 ? label : `${label} ${index + 1}`}
          name={index === 0 ? name : `${name}.${index}`}
          value={colors[index] ?? ''}
          error={index === 0 ? error : undefined}
          maxLength={max}
          names={names}
          onValue={(color) =>
            onValue(
              Array.from({ length: count }, (_, place) => (place === index ? color : (colors[place] ?? ''))).join('\n'),
            )
          }
        />
      ))}
    </>
  );
}

interface WeightFieldProps {
  readonly label: string;
  readonly name: string;
  readonly error: string | undefined;
  readonly max: number;
  /** Such as `12.5 kg`; empty if it is not known. */
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** A weight with its unit. The hint has it in the other system of units, which shows a mistake. */
function WeightField({ value, onValue, max, ...field }: WeightFieldProps) {
  const [chosen, choose] = useState(usualUnit);
  const unit = value === '' ? chosen : unitIn(value);
  const number = value.replace(/ \w+$/, '');
  const grams = gramsIn(value, max);
  const set = (words: string, of: Unit) => onValue(words.trim() === '' ? '' : `${words} ${of}`);
  return (
    <div class="weight-field stack close">
      <TextField
        {...field}
        {...(grams !== undefined && { hint: `= ${weightText(grams, unit.endsWith('g') ? 'lb' : 'kg')}` })}
        value={number}
        inputMode="decimal"
        autocomplete="off"
        onValue={(words) => set(words, unit)}
      />
      <Select
        label="Unit"
        value={unit}
        options={Object.keys(UNITS).map((each) => ({ value: each, label: each }))}
        onValue={(now) => {
          choose(now as Unit);
          keepUnit(now as Unit);
          set(number, now as Unit);
        }}
      />
    </div>
  );
}

interface NameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly maxLength: number;
  /** Suggested while typing. Any other text is fine too. */
  readonly names: readonly string[];
  readonly onValue: (value: string) => void;
}

function NameField({ names, ...field }: NameFieldProps) {
  const list = useId();
  return (
    <div>
      <TextField {...field} list={list} autocomplete="off" />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  );
}

const NAMES = { species: SPECIES, breeds: BREEDS, colors: COLORS } as const;

/** The usual names. Breeds and colors are the species', or all while it is unknown. */
function namesFor(what: keyof typeof NAMES, species: string): readonly string[] {
  const type = what === 'species' ? undefined : typeOfSpecies(species);
  const names = type === undefined ? Object.values(NAMES[what]).flat() : NAMES[what][type];
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other, 'en'));
}
