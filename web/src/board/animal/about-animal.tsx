import './about-animal.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { ExpandedPet, PetProfile } from '../../../../client/src/petstore.ts';
import { type Companion, COMPANIONS } from '../../../../src/vocabulary/animal-profile.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { failureOf } from '../../data/failure.ts';
import { Facts } from '../../design/data/facts.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, say, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { shortUrl } from '../organization/addresses.ts';
import type { Offerer } from '../organization/organizations.ts';
import { PetGrid } from '../pet-grid.tsx';
import { aboutFacts, type FactList, firstFacts, healthFacts, homeFacts } from './profile-facts.ts';

interface ProfileProps {
  readonly profile: PetProfile;
  readonly offerer: Offerer | undefined;
}

/** Beside the photo: what adopters ask first. */
export function FirstFacts({ profile, offerer }: ProfileProps) {
  // A page that embeds the board does not know staging's clock.
  const facts = firstFacts(profile, offerer, IS_OWN ? environmentNow() : Date.now());
  return (
    <>
      <KnownFacts facts={facts} />
      <GoodWith goodWith={profile.goodWith ?? {}} />
    </>
  );
}

interface AboutAnimalProps {
  readonly pet: ExpandedPet;
  readonly profile: PetProfile;
  /** Its story, or false. */
  readonly children: ComponentChildren;
}

/** The story of an animal, and what else is known about it. */
export function AboutAnimal({ pet, profile, children }: AboutAnimalProps) {
  const { videos = [], bondedWith = [] } = profile;
  const { animal } = words();
  const groups = [
    { title: animal.about, facts: aboutFacts(profile) },
    { title: animal.atHome, facts: homeFacts(profile) },
    { title: animal.health, facts: healthFacts(profile) },
  ].filter(({ facts }) => facts.some(([, value]) => value !== undefined));
  return (
    <>
      {bondedWith.length > 0 && <Bonded key={bondedWith.join()} pet={pet} ids={bondedWith} />}
      {children !== false && (
        <Section title={parts(animal.story, { name: <UserText key="name">{pet.name}</UserText> })}>{children}</Section>
      )}
      {videos.length > 0 && (
        <Section title={animal.videos}>
          <ul class="animal-videos">
            {videos.map(({ url }) => (
              <li key={url}>
                <Icon name="play" size={18} />
                <a href={url} rel="nofollow ugc noopener">
                  <UserText>{shortUrl(url)}</UserText>
                </a>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {groups.length > 0 && (
        <div class="animal-facts">
          {groups.map(({ title, facts }) => (
            <Section key={title} title={title}>
              <KnownFacts facts={facts} />
            </Section>
          ))}
        </div>
      )}
    </>
  );
}

interface SectionProps {
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Section({ title, class: extra = '', children }: SectionProps) {
  const id = useId();
  return (
    <section class={`animal-section stack tight ${extra}`} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function KnownFacts({ facts }: { readonly facts: FactList }) {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return <Facts facts={known.map(([term, value]) => [term, <UserText key={term}>{value as string}</UserText>])} />;
}

const LOOKS = {
  yes: { icon: 'check', tone: 'positive' },
  no: { icon: 'close', tone: 'neutral' },
  selective: { icon: 'info', tone: 'caution' },
} as const;

export function GoodWith({ goodWith }: { readonly goodWith: NonNullable<PetProfile['goodWith']> }) {
  const { animal } = words();
  const { childrenFromAge } = goodWith;
  const known = (Object.keys(COMPANIONS) as Companion[]).flatMap((companion) => {
    const answer =
      goodWith[companion] ?? (companion === 'children' && childrenFromAge !== undefined ? 'selective' : undefined);
    return answer === undefined ? [] : [{ companion, answer }];
  });
  if (known.length === 0) return null;
  return (
    <Section title={animal.getsOnWith}>
      <ul class="good-with">
        {known.map(({ companion, answer }) => (
          <li key={companion} class={`tone-${LOOKS[answer].tone}`}>
            <Icon name={LOOKS[answer].icon} />
            <span>
              <strong>{animal.companions[companion]}</strong>
              <span>
                {companion === 'children' && childrenFromAge !== undefined && answer !== 'no'
                  ? say(animal.fromAge, { count: childrenFromAge })
                  : animal.compatibilities[answer]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The animals that should go to the same home. */
function Bonded({ pet, ids }: { readonly pet: ExpandedPet; readonly ids: readonly number[] }) {
  const board = useBoard();
  const [others, setOthers] = useState<readonly ExpandedPet[]>([]);
  useEffect(() => {
    // Without them, the page says nothing wrong.
    board.read(ids).then((found) => setOthers(found.filter(({ status }) => status !== 'sold')), failureOf);
  }, []);
  if (others.length === 0) return null;
  const { animal } = words();
  return (
    <Section title={parts(animal.togetherWith, { name: <UserText key="name">{pet.name}</UserText> })}>
      <p class="quiet">{animal.togetherWhy}</p>
      <PetGrid pets={others} isBeside />
    </Section>
  );
}
