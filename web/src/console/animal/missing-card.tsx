import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { type Essential, missingIn } from '../../../../src/vocabulary/animal-profile.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';

const NAMES: Readonly<Record<Essential, string>> = {
  photos: 'A photo',
  description: 'Its story',
  age: 'Its age',
  sex: 'Its sex',
  size: 'Its size',
  children: 'Whether it is good with children',
};

/** Finds the control for a member of the profile on the page. */
export const field = (name: string): string => `:is(input, select, textarea)[name="${name}"]`;

/** The control on the page that says it. */
const CONTROLS: Readonly<Record<Essential, string>> = {
  photos: '.photos-choose',
  description: field('description'),
  age: field('birthDate'),
  sex: field('sex'),
  size: field('size'),
  children: field('goodWith.children'),
};

/** What adopters will miss of an animal, each with a way to the control; nothing of one that has found a home. */
export function MissingCard({ pet }: { readonly pet: ExpandedPet }) {
  const missing = missingIn(pet.profile ?? {}, (pet.photos ?? []).length > 0);
  if (pet.status === 'sold' || missing.length === 0) return null;
  return (
    <Card title="What adopters will miss" about="They look for it first, and many filter by it.">
      <div class="row">
        {missing.map((essential) => (
          <Button
            key={essential}
            size="s"
            icon="plus"
            onClick={() => document.querySelector<HTMLElement>(CONTROLS[essential])?.focus()}
          >
            {NAMES[essential]}
          </Button>
        ))}
      </div>
    </Card>
  );
}
