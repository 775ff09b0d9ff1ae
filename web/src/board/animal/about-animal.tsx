import './about-animal.css';
import type { JSX } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { ExpandedPet, PetProfile } from '../../../../client/src/petstore.ts';
import { type Companion, COMPANIONS, COMPATIBILITIES } from '../../../../src/vocabulary/animal-profile.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { failureOf } from '../../data/failure.ts';
import { Facts } from '../../design/data/facts.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { useBoard } from '../board.ts';
import { shortUrl } from '../organization/addresses.ts';
import { PetCard } from '../pet-card.tsx';
import { aboutFacts, adoptionFacts, type FactList, healthFacts, homeFacts } from './profile-facts.ts';
import { Story } from './story.tsx';

/** The profile of an animal: its story beside its facts. */
export function AboutAnimal({
  pet,
  profile,
}: {
  readonly pet: ExpandedPet;
  readonly profile: PetProfile;
}): JSX.Element | null {
  const { goodWith = {}, description, videos = [], bondedWith = [] } = profile;
  const { isOwn } = useBoard();
  // A page that embeds the board does not know staging's clock.
  const nowMs = isOwn ? environmentNow() : Date.now();
  const groups = [
    { title: 'About', facts: aboutFacts(profile, nowMs) },
    { title: 'At home', facts: homeFacts(profile) },
    { title: 'Health', facts: healthFacts(profile) },
    { title: 'Adoption', facts: adoptionFacts(profile) },
  ];
  return (
    <>
      <div class="animal-about">
        <div class="animal-words">
          <GoodWith goodWith={goodWith} />
          {description !== undefined && (
            <Section
              title={
                <>
                  The story of <UserText>{pet.name}</UserText>
                </>
              }
            >
              <Story text={description} />
            </Section>
          )}
          {videos.length > 0 && (
            <Section title="Videos">
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
        </div>
        <div class="animal-facts">
          {groups.map(({ title, facts }) => (
            <FactGroup key={title} title={title} facts={facts} />
          ))}
        </div>
      </div>
      {bondedWith.length > 0 && <Bonded key={bondedWith.join()} pet={pet} ids={bondedWith} />}
    </>
  );
}

function Section({
  title,
  children,
}: {
  readonly title: JSX.Element | string;
  readonly children: JSX.Element;
}): JSX.Element {
  const id = useId();
  return (
    <section class="animal-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function FactGroup({ title, facts }: { readonly title: string; readonly facts: FactList }): JSX.Element | null {
  const known = facts.filter(([, value]) => value !== undefined);
  if (known.length === 0) return null;
  return (
    <Section title={title}>
      <Facts facts={known.map(([term, value]) => [term, <UserText key={term}>{value as string}</UserText>])} />
    </Section>
  );
}

const MARKS = { yes: 'check', no: 'close', selective: 'info' } as const;

function GoodWith({ goodWith }: { readonly goodWith: NonNullable<PetProfile['goodWith']> }): JSX.Element | null {
  const { childrenFromAge } = goodWith;
  const known = (Object.keys(COMPANIONS) as Companion[]).flatMap((companion) => {
    const answer =
      goodWith[companion] ?? (companion === 'children' && childrenFromAge !== undefined ? 'selective' : undefined);
    return answer === undefined ? [] : [{ companion, answer }];
  });
  if (known.length === 0) return null;
  return (
    <Section title="Gets on with">
      <ul class="good-with">
        {known.map(({ companion, answer }) => (
          <li key={companion} data-answer={answer}>
            <Icon name={MARKS[answer]} />
            <span>
              <strong>{COMPANIONS[companion]}</strong>
              <span>
                {companion === 'children' && childrenFromAge !== undefined && answer !== 'no'
                  ? `From ${childrenFromAge} years`
                  : COMPATIBILITIES[answer]}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The animals that should go to the same home. */
function Bonded({ pet, ids }: { readonly pet: ExpandedPet; readonly ids: readonly number[] }): JSX.Element | null {
  const board = useBoard();
  const [others, setOthers] = useState<readonly ExpandedPet[]>([]);
  useEffect(() => {
    // Without them, the page says nothing wrong.
    board.read(ids).then(setOthers, failureOf);
  }, []);
  if (others.length === 0) return null;
  return (
    <Section
      title={
        <>
          Together with <UserText>{pet.name}</UserText>
        </>
      }
    >
      <>
        <p class="quiet">They belong together, and look for one home for all of them.</p>
        <ul class="pet-grid">
          {others.map((other) => (
            <li key={other.id}>
              <PetCard pet={other} />
            </li>
          ))}
        </ul>
      </>
    </Section>
  );
}
