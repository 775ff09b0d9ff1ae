import type { JSX } from 'preact';

/** What somebody typed: in its own direction, on its own, and never anything but text. */
export const UserText = ({ children }: { readonly children: string }): JSX.Element => (
  <bdi class="user-text">{children}</bdi>
);
