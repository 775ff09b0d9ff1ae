import { useState } from 'preact/hooks';
import type { PetFacets } from '../../../../client/src/petstore.ts';

type Counted = Exclude<keyof PetFacets, 'total'>;

interface ChoicesProps<Value extends string> {
  readonly label: string;
  readonly values: Readonly<Partial<Record<Value, string>>>;
  /** Undefined if they are not known. */
  readonly counts: PetFacets[Counted];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Any number of a few values. One that no animal has can only be given up. */
export function Choices<Value extends string>({ label, values, counts, chosen, onChange }: ChoicesProps<Value>) {
  // It has the focus, which it would lose if it were disabled.
  const [changed, setChanged] = useState<Value>();
  const countOf = (wanted: Value) => counts && (counts.find(({ value }) => value === wanted)?.count ?? 0);
  return (
    <fieldset class="field-group">
      <legend>{label}</legend>
      <div class="wish-choices">
        {(Object.entries(values) as [Value, string][]).map(([value, words]) => (
          <label key={value} class="wish-choice">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={countOf(value) === 0 && !chosen.includes(value) && changed !== value}
              onChange={({ currentTarget }) => {
                setChanged(value);
                onChange(currentTarget.checked ? [...chosen, value] : chosen.filter((other) => other !== value));
              }}
            />
            {words} <span class="wish-count numbers">{countOf(value)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
