import { GoodWith } from '../board/animal/about-animal.tsx';
import { InShort } from '../board/animal/in-short.tsx';
import { aboutFacts, firstFacts, healthFacts, homeFacts } from '../board/animal/profile-facts.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { say, words } from '../words.ts';
import type { Subject } from './read-papers.ts';
import { PaperFacts, PaperName, PaperPicture, publicProfile, Sheet } from './sheet.tsx';

/** One animal on one page, for its kennel. */
export function KennelCard({ pet, offerer }: Subject) {
  const profile = publicProfile(pet);
  const { animal } = words();
  // The line of facts below the name has these.
  const said: ReadonlySet<string> = new Set([animal.species, animal.breed, animal.sex, animal.size]);
  return (
    <Sheet offerer={offerer} kind="kennel-card">
      <PaperPicture pet={pet} />
      <div class="sheet-title">
        <PaperName>{pet.name}</PaperName>
        <span>{say(animal.number, { id: String(pet.id) })}</span>
      </div>
      <InShort profile={profile} offerer={offerer} />
      <PaperFacts
        facts={[
          ...firstFacts(profile, offerer, environmentNow()),
          ...aboutFacts(profile).filter(([term]) => !said.has(term)),
          ...healthFacts(profile),
          ...homeFacts(profile),
        ]}
      />
      <GoodWith goodWith={profile.goodWith ?? {}} />
    </Sheet>
  );
}
