import './segments.css';
import { useId } from 'preact/hooks';

interface SegmentsProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly name?: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** `short` is what is shown of a label that is too long. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly short?: string }[];
}

/** A choice between a few short words, each a button. */
export function Segments({ label, hint, name, value, onValue, options }: SegmentsProps) {
  const id = useId();
  return (
    <fieldset class="field" {...(hint !== undefined && { 'aria-describedby': `${id}-note` })}>
      <legend class="field-label">{label}</legend>
      <div class="segments">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name ?? id}
              checked={option.value === value}
              aria-label={option.label}
              onChange={() => onValue(option.value)}
            />
            <span aria-hidden="true">{option.short ?? option.label}</span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-note`}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
