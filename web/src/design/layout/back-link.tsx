import './back-link.css';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { Icon } from '../data/icons.tsx';

interface BackLinkProps {
  readonly href: string;
  /** What one comes back to. */
  readonly children: string;
}

/** The way back, above what it leads away from. */
export const BackLink = ({ href, children }: BackLinkProps): JSX.Element => (
  <Link href={href} class="back-link">
    <Icon name="back" size={16} /> {children}
  </Link>
);
