import { useEffect, useState } from 'preact/hooks';
import type { PetFacets } from '../../../../client/src/petstore.ts';
import { failureOf } from '../../data/failure.ts';
import { say, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { ADDRESSES, type BoardFilters } from './board-filters.ts';

/** While a visitor types, nothing is asked. */
const typingMs = 250;

/** The last counts. Undefined while there are none: the service has not answered, or does not know the place. */
export function useCounts(filters: BoardFilters): PetFacets | undefined {
  const board = useBoard();
  const [counts, setCounts] = useState<{ readonly found?: PetFacets }>();
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const answer = await board.counts(filters).then(
        (found) => ({ found }),
        (failure: unknown) => void failureOf(failure),
      );
      if (isCurrent) setCounts(answer ?? {});
    };
    const timer = setTimeout(read, counts === undefined ? 0 : typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ADDRESSES.addressOf(filters)]);
  return counts?.found;
}

/** As they are stored. */
export interface Names {
  readonly species: readonly string[];
  readonly breeds: readonly string[];
}

/** The names to be completed while typing: those that animals have, or else the usual ones. Without them, one types the whole name. */
export function useNames(species: string, counts: PetFacets): Names {
  const { names } = useBoard();
  const [all, setAll] = useState<readonly string[]>([]);
  const [breeds, setBreeds] = useState<readonly string[]>([]);
  useEffect(() => void names.species().then(setAll, failureOf), []);
  const isKnown = all.some((name) => name.toLowerCase() === species.trim().toLowerCase());
  const of = isKnown ? species.trim() : undefined;
  useEffect(() => void names.breeds(of).then(setBreeds, failureOf), [of]);
  const namesOf = (found: PetFacets['species']) => found?.map(({ value }) => value);
  return { species: namesOf(counts.species) ?? all, breeds: namesOf(counts.breed) ?? breeds };
}

export const countWords = (count: number): string => say(words().finding.animals, { count });
