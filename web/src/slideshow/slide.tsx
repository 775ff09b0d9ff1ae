import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import { GoodWith } from '../board/animal/about-animal.tsx';
import { InShort } from '../board/animal/in-short.tsx';
import { firstFacts } from '../board/animal/profile-facts.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { Facts } from '../design/data/facts.tsx';
import { QrCode } from '../design/data/qr-code.tsx';
import { fitLetters } from '../design/text/fit-letters.ts';
import { UserText } from '../design/text/user-text.tsx';
import { Photo } from '../pets/photo.tsx';
import { Portrait } from '../pets/portrait.tsx';
import { speciesOf } from '../pets/species.ts';
import { publicPageOf } from '../public-page.ts';
import { parts, words } from '../words.ts';
import type { KeptPhotos } from './kept-photos.ts';

interface SlideProps {
  readonly pet: ExpandedPet;
  /** Undefined if there are several. */
  readonly organization: PublicOrganization | undefined;
  readonly photos: KeptPhotos;
}

/** An animal on the whole screen, with the code of its page. */
export function Slide({ pet, organization, photos }: SlideProps) {
  const { profile = {} } = pet;
  const about = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (about.current !== null) fitLetters(about.current);
  });
  const url = publicPageOf(pet);
  const facts = firstFacts(profile, organization, environmentNow());
  return (
    <article class="slide">
      <Picture pet={pet} photos={photos} />
      <div class="slide-about" ref={about}>
        <header class="slide-organization">
          {organization?.logo !== undefined && <img src={organization.logo} alt="" />}
          <UserText>{organization?.name ?? pet.owner?.organization?.name ?? ''}</UserText>
        </header>
        <div class="slide-words">
          <h1 data-length={pet.name.length <= 14 ? 'short' : pet.name.length <= 45 ? 'long' : 'longest'}>
            <UserText>{pet.name}</UserText>
          </h1>
          <InShort profile={profile} offerer={organization} />
          <Facts facts={facts} />
          <GoodWith goodWith={profile.goodWith ?? {}} />
        </div>
        <div class="slide-scan">
          <QrCode text={url} label={url} />
          <p>{parts(words().papers.scan, { name: <UserText key="name">{pet.name}</UserText> })}</p>
        </div>
      </div>
    </article>
  );
}

function Picture({ pet, photos }: Pick<SlideProps, 'pet' | 'photos'>) {
  const [photo] = pet.photos ?? [];
  const frame = useRef<HTMLDivElement>(null);
  const image = photo && photos.of(photo);
  useLayoutEffect(() => {
    if (image === undefined) return;
    const { x = 50, y = 35 } = photo?.focus ?? {};
    image.alt = photo?.alt ?? '';
    image.style.objectPosition = `${x}% ${y}%`;
    frame.current?.replaceChildren(image);
  }, [image]);
  if (image !== undefined) return <div key="kept" class="slide-picture" ref={frame} />;
  // Another element than the one above, to which an image was added by hand.
  return (
    <div key="drawn" class="slide-picture">
      {photo === undefined ? (
        <Portrait species={speciesOf(pet.profile?.species)} id={pet.id} />
      ) : (
        <Photo photo={photo} origin="" alt={photo.alt ?? ''} sizes="100vmax" isFirst />
      )}
    </div>
  );
}
