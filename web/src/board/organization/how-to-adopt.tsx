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
      <HowAdoptionWorks
        offerer={only}
        adoption={list === undefined ? (only?.adoption ?? 'reserve') : adoptionIn(list)}
      />
      <div id="contact" class="stack">
        {list !== undefined && <Organizations list={list} />}
        {only !== undefined && <OffererCard offerer={only} hasToday />}
      </div>
    </div>
  );
}

/** How all of them let visitors adopt. While some are not known yet, they may differ. */
function adoptionIn({ items, hasMore }: List<PublicOrganization>): Adoption | 'either' {
  const [first = 'reserve', other] = new Set(items.value.map(({ adoption = 'reserve' }) => adoption));
  return other !== undefined || (hasMore.value && items.value.length > 0) ? 'either' : first;
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
