import { useState } from 'preact/hooks';
import { Select, TextField } from '../../design/controls/field.tsx';
import { gramsIn, keepUnit, type Unit, unitIn, UNITS, usualUnit, weightText } from './amounts.ts';

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
export function WeightField({ value, onValue, max, ...field }: WeightFieldProps) {
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
