import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { TextField } from '../design/controls/field.tsx';
import type { Adopter } from '../pets/question.ts';
import { OffererName } from './organization/offerer.tsx';
import type { Offerer } from './organization/organizations.ts';

/** Who writes or reserves. Kept while the site is open, so that nobody types it twice. */
export const adopter = signal<Adopter>({ name: '', email: '' });

/** Mistakes that the service would refuse, shown at the field. */
export function mistakesIn({ name, email }: Adopter): Partial<Record<keyof Adopter, string>> {
  return {
    ...(name.trim() === '' && { name: 'Enter your name.' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && {
      email: 'Enter an email address, such as ann@example.org.',
    }),
  };
}

interface AdopterFieldsProps {
  /** Who receives what the visitor sends. */
  readonly offerer: Offerer | undefined;
  /** Whether mistakes are shown, which they are after the first attempt to send. */
  readonly isChecked: boolean;
}

export function AdopterFields({ offerer, isChecked }: AdopterFieldsProps): JSX.Element {
  const { name, email } = adopter.value;
  const mistakes = isChecked ? mistakesIn(adopter.value) : {};
  return (
    <>
      <TextField
        label="Your name"
        name="name"
        autocomplete="name"
        maxLength={255}
        required
        value={name}
        error={mistakes.name}
        onValue={(value) => (adopter.value = { name: value, email })}
      />
      <TextField
        label="Your email address"
        hint={
          <>
            Only <OffererName offerer={offerer} /> and the operators of this service see your name and address.
          </>
        }
        name="email"
        type="email"
        dir="ltr"
        autocomplete="email"
        maxLength={254}
        required
        value={email}
        error={mistakes.email}
        onValue={(value) => (adopter.value = { name, email: value })}
      />
    </>
  );
}
