import { useId } from 'preact/hooks';
import { TextField } from '../../design/controls/field.tsx';

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

export function NameField({ names, ...field }: NameFieldProps) {
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
