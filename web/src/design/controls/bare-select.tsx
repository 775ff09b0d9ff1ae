import { Select } from './field.tsx';

type Option = readonly [value: string, label: string];

interface BareSelectProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** What no choice, `''`, is called. */
  readonly none?: string;
  readonly options: readonly Option[];
  /** Names a value that is none of the options, so that it is one, too. */
  readonly nameOf?: (value: string) => string;
}

/** A select whose choice says what it is for. Its label is for screen readers. */
export function BareSelect({ none, options, nameOf, ...props }: BareSelectProps) {
  const all: Option[] = [...(none === undefined ? [] : [['', none] as const]), ...options];
  const isKnown = all.some(([value]) => value === props.value);
  if (nameOf !== undefined && !isKnown) all.push([props.value, nameOf(props.value)]);
  return <Select isLabelHidden options={all.map(([value, label]) => ({ value, label }))} {...props} />;
}
