import type { JSX } from 'preact';
import { LinkButton } from '../controls/button.tsx';
import { EmptyState } from '../data/empty-state.tsx';
import { usePageTitle } from './page-header.tsx';

interface NothingHereProps {
  /** Where to go instead, and what that is called. */
  readonly href: string;
  readonly label: string;
}

/** What stands at an address that leads nowhere. */
export function NothingHere({ href, label }: NothingHereProps): JSX.Element {
  usePageTitle('Nothing here');
  return (
    <EmptyState icon="search" title="There is nothing here" action={<LinkButton href={href}>{label}</LinkButton>}>
      The address may be old, or mistyped.
    </EmptyState>
  );
}
