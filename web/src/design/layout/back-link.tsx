import './back-link.css';
import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { Icon } from '../data/icons.tsx';

interface BackLinkProps {
  readonly href: string;
  /** The title of the page that it leads to. */
  readonly children: string;
}

export const BackLink = ({ href, children }: BackLinkProps): JSX.Element => (
  <Link href={href} class="back-link">
    <Icon name="back" size={16} /> {children}
  </Link>
);
