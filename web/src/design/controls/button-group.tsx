import { Button } from './button.tsx';

interface ButtonGroupProps<Value extends string | number> {
  readonly label: string;
  readonly value: Value | undefined;
  readonly onValue: (value: Value) => void;
  readonly options: readonly (readonly [value: Value, label: string])[];
}

/** A choice between a few views of the same things. */
export const ButtonGroup = <Value extends string | number>(props: ButtonGroupProps<Value>) => (
  <div class="row frame button-group" role="group" aria-label={props.label}>
    {props.options.map(([value, label]) => (
      <Button
        key={value}
        size="s"
        kind={value === props.value ? 'secondary' : 'quiet'}
        aria-pressed={value === props.value}
        onClick={() => props.onValue(value)}
      >
        {label}
      </Button>
    ))}
  </div>
);
