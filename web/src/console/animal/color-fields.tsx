import { NameField } from './name-field.tsx';
import { namesFor } from './names.ts';

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
export function ColorFields(props: ColorFieldsProps) {
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
