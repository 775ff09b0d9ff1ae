import { useMemo } from 'preact/hooks';
import { useHashTarget } from '../../data/hash-target.ts';
import { ListEnd } from '../../design/data/list-end.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { words } from '../../words.ts';
import { HowAdoptionWorks } from '../animal/how-adoption-works.tsx';
import { useBoard } from '../board.ts';
import { OffererCard } from './offerer.tsx';

/** How visitors come to an animal, and how they reach the shelter. */
export function HowToAdopt() {
  const only = useBoard().organizations.only.value;
  useHashTarget(true);
  return (
    <div class="stack how-to-adopt">
      <BackLink href="/">{words().animal.allAnimals}</BackLink>
      <h1>{words().first.howToAdopt}</h1>
      <HowAdoptionWorks offerer={only} />
      <div id="contact" class="stack">
        {only === undefined ? <Organizations /> : <OffererCard offerer={only} hasToday />}
      </div>
    </div>
  );
}

function Organizations() {
  const { organizations } = useBoard();
  const list = useMemo(() => organizations.list(), [organizations]);
  return (
    <>
      {list.items.value.map((organization) => (
        <OffererCard key={organization.id} offerer={organization} hasPolicy />
      ))}
      <ListEnd list={list} />
    </>
  );
}
