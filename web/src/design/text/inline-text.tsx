import type { JSX } from 'preact';

/** A sentence of the description, with what stands in backticks as code. */
export const InlineText = ({ text }: { readonly text: string }): JSX.Element => (
  <>{text.split('`').map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>))}</>
);
