import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { termLabel } from '../../../../src/words/animals.ts';
import { spellingsOf } from '../../../../src/words/terms.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, say, speaks, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import type { ListProps } from '../cards.tsx';
import { ADDRESSES, type BoardFilters } from '../filters/board-filters.ts';
import { categoryMeant } from '../filters/category-meant.ts';

interface MeantProps extends ListProps {
  readonly showInstead: (filters: BoardFilters | undefined) => void;
}

/** Says that a search may mean a category or a species. If it finds nobody by name, their animals are shown instead. */
export function Meant({ list, filters, showInstead }: MeantProps) {
  const meant = useMeant(filters);
  const address = meant && ADDRESSES.addressOf({ ...filters, text: '', ...meant.wish });
  const isNobody = list.items.value.length === 0 && !list.hasMore.value && !list.isLoading.value;
  useLayoutEffect(() => {
    if (!isNobody || meant === undefined) return undefined;
    showInstead({ ...filters, text: '', ...meant.wish });
    return () => showInstead(undefined);
  }, [isNobody, address]);
  if (meant === undefined || address === undefined) return null;
  const { board: said } = words();
  return (
    <p class="board-meant quiet small" role="status">
      {isNobody && <>{say(said.nobodyIsCalled, { text: filters.text.trim() })} </>}
      <Link href={address}>
        {parts(isNobody ? said.allIn : said.showAllIn, {
          category: <UserText key="category">{meant.name}</UserText>,
        })}
      </Link>
    </p>
  );
}

/** What the species are called in all languages: 4 KB, which nobody needs who does not search. */
async function loadSpeciesIn(origin: string): Promise<(text: string) => string | undefined> {
  const response = await fetch(`${origin}/words/species`);
  if (!response.ok) throw new Error(`The species are not there: ${response.status}.`);
  const species = (await response.json()) as Readonly<Record<string, string>>;
  return (text) => spellingsOf(text).flatMap((spelling) => species[spelling] ?? [])[0];
}

/** The category or else the species that the search means, with its name. */
function useMeant(
  filters: BoardFilters,
): { readonly name: string; readonly wish: Partial<Pick<BoardFilters, 'category' | 'species'>> } | undefined {
  const [speciesIn, setSpeciesIn] = useState<(text: string) => string | undefined>();
  const { categories, origin } = useBoard();
  const { text, species } = filters;
  useEffect(() => {
    // If it cannot be loaded, the names of categories are still understood.
    loadSpeciesIn(origin).then(
      (loaded) => setSpeciesIn(() => loaded),
      () => undefined,
    );
  }, []);
  const found = categoryMeant(categories.value, filters, speciesIn);
  if (found !== undefined) return { name: found.name, wish: { category: String(found.id) } };
  const named = species === '' ? speciesIn?.(text) : undefined;
  return named === undefined ? undefined : { name: termLabel(speaks(), 'species', named), wish: { species: named } };
}
