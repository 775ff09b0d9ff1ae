import { words } from '../../words.ts';
import { LinkButton } from '../controls/button.tsx';
import { EmptyState } from '../data/empty-state.tsx';
import { usePageTitle } from './page-title.ts';

interface NothingHereProps {
  /** The page to offer instead, and the label of its link. */
  readonly href: string;
  readonly label: string;
}

export function NothingHere({ href, label }: NothingHereProps) {
  const { notFound, notFoundWhy } = words().kit;
  usePageTitle(notFound);
  return (
    <EmptyState isPage icon="search" title={notFound} action={<LinkButton href={href}>{label}</LinkButton>}>
      {notFoundWhy}
    </EmptyState>
  );
}
