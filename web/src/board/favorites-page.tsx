import { useQuery } from '../data/calls.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { BackLink } from '../design/layout/back-link.tsx';
import { usePageTitle } from '../design/layout/page-title.ts';
import { words } from '../words.ts';
import { useBoard } from './board.ts';
import { favorites } from './favorites.tsx';
import { PetGrid } from './pet-grid.tsx';

/** The favorites of this browser, the latest first. A removed one stays until the visitor leaves the page. */
export function FavoritesPage() {
  const board = useBoard();
  const { animal, first, reserving } = words();
  usePageTitle(first.favorites);
  const { data, error, isLoading, reload } = useQuery(async () => {
    const ids = favorites.peek();
    if (ids.length === 0) return [];
    const pets = await board.read(ids);
    // No list has those that come soon; asked for alone, one is read as its page is.
    const listed = pets.filter(({ profile }) => profile?.comingSoon !== true);
    return listed.toSorted((one, other) => ids.indexOf(other.id) - ids.indexOf(one.id));
  }, []);
  return (
    <section class="favorites-page stack" aria-labelledby="favorites-title" aria-busy={isLoading}>
      <BackLink href="/">{animal.allAnimals}</BackLink>
      <h1 id="favorites-title">{first.favorites}</h1>
      <ErrorNotice error={error} onRetry={reload} />
      {data === undefined && isLoading && <Skeleton height="20rem" />}
      {data?.length === 0 && (
        <EmptyState
          icon="heart"
          title={reserving.noFavorites}
          action={<LinkButton href="/">{animal.seeAll}</LinkButton>}
        >
          {reserving.noFavoritesHint}
        </EmptyState>
      )}
      <PetGrid pets={data ?? []} />
    </section>
  );
}
