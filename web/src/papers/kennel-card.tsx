import { factLine } from '../../../src/words/animals.ts';
import { GoodWith } from '../board/animal/about-animal.tsx';
import { aboutFacts, firstFacts, healthFacts, homeFacts } from '../board/animal/profile-facts.ts';
import { useVersion } from '../board/versions.tsx';
import { environmentNow } from '../data/environment-clock.ts';
import { UserText } from '../design/text/user-text.tsx';
import { say, speaks, words } from '../words.ts';
import type { Subject } from './read-papers.ts';
import { PaperFacts, PaperName, PaperPicture, publicProfile, Sheet } from './sheet.tsx';

/** One animal on one page, for its kennel. */
export function KennelCard({ pet, offerer }: Subject) {
  const profile = publicProfile(pet);
  const { texts, langOf } = useVersion(profile, profile.translations, profile.language ?? offerer?.locale);
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
      <p class="sheet-kind">
        <UserText>{factLine(speaks(), profile)}</UserText>
      </p>
      {texts.summary !== undefined && (
        <p lang={langOf('summary')}>
          <UserText>{texts.summary}</UserText>
        </p>
      )}
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
