import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { TextField } from '../design/controls/field.tsx';
import type { Adopter } from '../pets/question.ts';
import { parts, words } from '../words.ts';
import { nameOf } from './organization/offerer.tsx';
import type { Offerer } from './organization/organizations.ts';

/** Who writes or reserves. Kept while the site is open, so that nobody types it twice. */
export const adopter = signal<Adopter>({ name: '', email: '' });

/** Mistakes that the service would refuse, shown at the field. */
export function mistakesIn({ name, email }: Adopter): Partial<Record<keyof Adopter, string>> {
  return {
    ...(name.trim() === '' && { name: words().reserving.enterName }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && { email: words().reserving.enterEmail }),
  };
}

interface AdopterFieldsProps {
  /** Who receives what the visitor sends. */
  readonly offerer: Offerer | undefined;
  /** Whether mistakes are shown, which they are after the first attempt to send. */
  readonly isChecked: boolean;
}

export function AdopterFields({ offerer, isChecked }: AdopterFieldsProps) {
  return (
    <>
      <TextField
        label={words().reserving.name}
        name="name"
        autocomplete="name"
        maxLength={255}
        required
        value={adopter.value.name}
        error={isChecked ? mistakesIn(adopter.value).name : undefined}
        onValue={(name) => (adopter.value = { ...adopter.value, name })}
      />
      <EmailField isChecked={isChecked}>{parts(words().reserving.seenBy, nameOf(offerer))}</EmailField>
    </>
  );
}

interface EmailFieldProps extends Pick<AdopterFieldsProps, 'isChecked'> {
  /** What the address is for. */
  readonly children: ComponentChildren;
}

export const EmailField = ({ isChecked, children }: EmailFieldProps) => (
  <TextField
    label={words().reserving.email}
    hint={children}
    name="email"
    type="email"
    dir="ltr"
    autocomplete="email"
    maxLength={254}
    required
    value={adopter.value.email}
    error={isChecked ? mistakesIn(adopter.value).email : undefined}
    onValue={(email) => (adopter.value = { ...adopter.value, email })}
  />
);
