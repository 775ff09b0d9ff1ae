import './radio-cards.css';
import { useId } from 'preact/hooks';

interface RadioCardsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint: string }[];
}

/** A choice between a few options, each with an explanation. */
export function RadioCards<Value extends string>({ label, value, onValue, options }: RadioCardsProps<Value>) {
  const name = useId();
  return (
    <fieldset class="field-group">
      <legend>{label}</legend>
      <div class="radio-cards">
        {options.map((option) => (
          <label key={option.value} class="radio-card small">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onValue(option.value)}
              aria-describedby={`${name}-${option.value}`}
            />
            <span>
              {option.label}
              <span class="field-hint" id={`${name}-${option.value}`}>
                {option.hint}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
