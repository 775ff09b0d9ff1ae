import type { JSX } from 'preact';
import { LinkButton } from '../controls/button.tsx';
import { EmptyState } from '../data/empty-state.tsx';
import { usePageTitle } from './page-header.tsx';

interface NothingHereProps {
  /** The page to offer instead, and the label of its link. */
  readonly href: string;
  readonly label: string;
}

export function NothingHere({ href, label }: NothingHereProps): JSX.Element {
  usePageTitle('Page not found');
  return (
    <EmptyState icon="search" title="Page not found" action={<LinkButton href={href}>{label}</LinkButton>}>
      The address may be wrong, or the page was removed.
    </EmptyState>
  );
}
