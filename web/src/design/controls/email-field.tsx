import type { ComponentProps } from 'preact';
import { TextField } from './field.tsx';

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'label'> & { readonly label?: string };

/** An address, which nobody else fills in unless `autoComplete` says so. */
export const EmailField = (props: EmailFieldProps) => (
  <TextField
    label="Email"
    type="email"
    autoComplete="off"
    autoCapitalize="none"
    spellcheck={false}
    maxLength={254}
    {...props}
  />
);
