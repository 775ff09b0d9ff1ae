import { type AnimalSpeaker, type DescribedProfile, kindOf } from './animals.ts';
import type { titles } from './en/titles.ts';
import type { Speaker } from './say.ts';

type TitleSpeaker = AnimalSpeaker & Speaker<{ readonly titles: typeof titles }>;

/** Such as `young male Labrador Retriever mix`; undefined unless the breed or the species is known. */
function described(speaker: TitleSpeaker, profile: DescribedProfile): string | undefined {
  const kind = kindOf(speaker, profile);
  if (kind === undefined) return undefined;
  const { say, words } = speaker;
  const age = profile.age && say(words.titles.agesInside[profile.age], { sex: profile.sex });
  const sex =
    profile.sex === undefined || profile.sex === 'unknown' ? undefined : words.titles.sexesInside[profile.sex];
  const known = age === undefined ? (sex === undefined ? 'kind' : 'sex') : sex === undefined ? 'age' : 'all';
  return say(words.titles.described, { known, kind, age, sex });
}

/** The title of an animal's page, such as `Rex, young male Labrador Retriever mix · Riverside Shelter`. */
export function animalTitle(
  speaker: TitleSpeaker,
  name: string,
  profile: DescribedProfile,
  category: string | undefined,
  organization: string | undefined,
): string {
  const what = described(speaker, profile);
  const parts =
    what === undefined ? [name, category] : [speaker.say(speaker.words.titles.nameAndKind, { name, described: what })];
  return [...parts, organization].filter((part) => part !== undefined).join(' · ');
}
