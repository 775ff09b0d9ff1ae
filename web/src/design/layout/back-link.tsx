import './back-link.css';
import { Link } from 'wouter-preact';
import { Icon } from '../data/icons.tsx';

interface BackLinkProps {
  readonly href: string;
  /** The title of the page that it leads to. */
  readonly children: string;
  /** Whether that page is the last one of the browser's history: then it is shown as the visitor left it. */
  readonly isBehind?: boolean;
}

export const BackLink = ({ href, children, isBehind = false }: BackLinkProps) => (
  <Link
    href={href}
    class="back-link quiet small"
    onClick={(event) => {
      if (!isBehind || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      history.back();
    }}
  >
    <Icon name="back" size={16} /> {children}
  </Link>
);
