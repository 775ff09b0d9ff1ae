import { Link } from 'wouter-preact';
import { UserText } from './user-text.tsx';

interface UserLinkProps {
  readonly href: string;
  readonly class?: string;
  readonly 'data-step'?: string;
  readonly children: string;
}

/** A link with the text that a user typed. */
export const UserLink = ({ children, ...link }: UserLinkProps) => (
  <Link {...link}>
    <UserText>{children}</UserText>
  </Link>
);
