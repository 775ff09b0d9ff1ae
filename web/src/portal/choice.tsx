import './choice.css';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly hint: string }[];
}

/** One of a few, each with its words: radio buttons. */
export function Choice<Value extends string>({ label, value, onValue, options }: ChoiceProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="portal-group">
      <legend>{label}</legend>
      <div class="portal-choice">
        {options.map((option) => (
          <label key={option.value} class="portal-choice-option">
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
