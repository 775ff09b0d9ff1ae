import type { JSX } from 'preact';

/** Text that a user typed, isolated in its own writing direction. */
export const UserText = ({ children }: { readonly children: string }): JSX.Element => (
  <bdi class="user-text">{children}</bdi>
);
