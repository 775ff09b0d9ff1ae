import './field.css';
import type { ComponentChildren } from 'preact';

/** What is wrong with something that is no field; nothing if it is fine. */
export const Mistake = ({ children }: { readonly children: ComponentChildren }) =>
  children === undefined ? null : (
    <p class="field-error" role="alert">
      {children}
    </p>
  );
