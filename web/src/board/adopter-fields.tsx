import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { TextField } from '../design/controls/field.tsx';
import { type Adopter, mistakesIn } from './adopter.ts';

export const adopter = signal<Adopter>({ name: '', email: '' });

/** @param props.isChecked whether mistakes are told, which is after the first try to send */
export function AdopterFields({ isChecked }: { readonly isChecked: boolean }): JSX.Element {
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
        hint="The shelter answers there. Nobody else sees it."
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
