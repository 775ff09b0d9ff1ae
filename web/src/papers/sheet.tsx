import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ExpandedPet, PetProfile } from '../../../client/src/petstore.ts';
import { addressLines, shortUrl } from '../board/organization/addresses.ts';
import type { Offerer } from '../board/organization/organizations.ts';
import { fitLetters } from '../design/text/fit-letters.ts';
import { UserText } from '../design/text/user-text.tsx';
import { Photo } from '../pets/photo.tsx';
import { Portrait } from '../pets/portrait.tsx';
import { speciesOf } from '../pets/species.ts';
import { pageSettings } from '../settings.ts';
import { speaks } from '../words.ts';

interface SheetProps {
  readonly offerer: Offerer | undefined;
  /** Which paper it is: a class. */
  readonly kind: 'kennel-card' | 'poster' | 'adoption-sheet' | 'round';
  readonly children: ComponentChildren;
}

/** A paper with the name and logo of the organization above, and how to reach it below. */
export function Sheet({ offerer, kind, children }: SheetProps) {
  const paper = useRef<HTMLElement>(null);
  // A card or a poster is one page on any paper: what does not fit the smaller one gets smaller letters.
  useLayoutEffect(() => {
    if (paper.current === null || (kind !== 'kennel-card' && kind !== 'poster')) return;
    const { classList } = paper.current;
    classList.add('sheet-measured');
    fitLetters(paper.current);
    classList.remove('sheet-measured');
  });
  return (
    <article ref={paper} class={`sheet ${kind}`}>
      <header class="sheet-head">
        {offerer?.logo !== undefined && <img src={offerer.logo} alt="" />}
        <UserText>{offerer?.name ?? pageSettings().name ?? ''}</UserText>
      </header>
      {children}
      <footer class="sheet-foot">
        {contactOf(offerer).map((line) => (
          <UserText key={line}>{line}</UserText>
        ))}
      </footer>
    </article>
  );
}

function contactOf(offerer: Offerer | undefined): string[] {
  if (offerer === undefined) return [];
  const { phone, email, website } = offerer;
  const address = addressLines(offerer, speaks().locale).join(', ');
  return [address, phone, email, website && shortUrl(website)].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

/** What may hang in public: of the profile, the half that visitors see. */
export function publicProfile({ profile = {} }: ExpandedPet): PetProfile {
  const { staff: _, ...shown } = profile;
  return shown;
}

/** The first photo of an animal, or a drawing. Nobody scrolls to a photo before it is printed, so it is loaded at once. */
export const PaperPicture = ({ pet }: { readonly pet: ExpandedPet }) => {
  const [photo] = pet.photos ?? [];
  return (
    <div class="sheet-picture">
      {photo === undefined ? (
        <Portrait species={speciesOf(pet.profile?.species)} id={pet.id} />
      ) : (
        <Photo photo={photo} origin="" alt={photo.alt ?? ''} sizes="1200px" isFirst />
      )}
    </div>
  );
};

/** A longer name has smaller letters. */
export const PaperName = ({ children }: { readonly children: string }) => (
  <h2 class="sheet-name" data-length={children.length <= 14 ? 'short' : children.length <= 45 ? 'long' : 'longest'}>
    <UserText>{children}</UserText>
  </h2>
);

interface PaperFactsProps {
  readonly facts: readonly (readonly [term: string, value: ComponentChildren])[];
}

/** Terms with their values, in columns. What is not known is left out. */
export const PaperFacts = ({ facts }: PaperFactsProps) => (
  <dl class="sheet-facts">
    {facts.map(
      ([term, value]) =>
        value !== undefined && (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{typeof value === 'string' ? <UserText>{value}</UserText> : value}</dd>
          </div>
        ),
    )}
  </dl>
);
