interface UserTextProps {
  /** Whether it ends with an ellipsis where its line does. */
  readonly isCut?: boolean;
  readonly children: string;
}

/** Text that a user typed, isolated in its own writing direction. */
export const UserText = ({ isCut = false, children }: UserTextProps) => (
  <bdi class={isCut ? 'user-text cut' : 'user-text'}>{children}</bdi>
);
