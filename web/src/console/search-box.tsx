import type { JSX } from 'preact';
import { Icon } from '../design/data/icons.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export const SearchBox = ({ label, value, onValue }: SearchBoxProps): JSX.Element => (
  <form role="search" class="console-search" onSubmit={(event) => event.preventDefault()}>
    <Icon name="search" size={18} />
    <input
      type="search"
      class="control"
      dir="auto"
      aria-label={label}
      placeholder={label}
      maxLength={255}
      enterkeyhint="search"
      autocomplete="off"
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  </form>
);
