import { useMemo } from 'preact/hooks';
import type { Adoption } from '../../../../src/vocabulary/application-lifecycle.ts';
import type { PublicOrganization } from '../../../../src/vocabulary/organizations.ts';
import { useHashTarget } from '../../data/hash-target.ts';
import type { List } from '../../data/list.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { words } from '../../words.ts';
import { HowAdoptionWorks } from '../animal/how-adoption-works.tsx';
import { useBoard } from '../board.ts';
import { OffererCard } from './offerer.tsx';

/** How visitors come to an animal, and how they reach the shelter. */
export function HowToAdopt() {
  const { organizations } = useBoard();
  const only = organizations.only.value;
  const list = useMemo(() => (only === undefined ? organizations.list() : undefined), [organizations, only]);
  useHashTarget(true);
  return (
    <div class="stack how-to-adopt">
      <BackLink href="/">{words().animal.allAnimals}</BackLink>
      <h1>{words().first.howToAdopt}</h1>
      <HowAdoptionWorks offerer={only} {...courseOf(list, only)} />
      <div id="contact" class="stack">
        {list !== undefined && <Organizations list={list} />}
        {only !== undefined && <OffererCard offerer={only} hasToday />}
      </div>
    </div>
  );
}

/** How all of them let visitors adopt. While some are not known yet, they may differ. */
function courseOf(list: List<PublicOrganization> | undefined, only: PublicOrganization | undefined) {
  const known = list?.items.value ?? (only === undefined ? [] : [only]);
  const own = known.filter(({ origin }) => origin === undefined);
  if (known.length > 0 && own.length === 0) return { adoption: 'elsewhere' as const };
  const [first = 'reserve', other] = new Set<Adoption>(own.map(({ adoption = 'reserve' }) => adoption));
  const mayDiffer = list !== undefined && list.hasMore.value && known.length > 0;
  return {
    adoption: other !== undefined || mayDiffer ? ('either' as const) : first,
    isPartlyElsewhere: own.length < known.length,
  };
}

function Organizations({ list }: { readonly list: List<PublicOrganization> }) {
  return (
    <>
      {list.items.value.map((organization) => (
        <OffererCard key={organization.id} offerer={organization} hasPolicy />
      ))}
      <ListEnd list={list} />
    </>
  );
}
