import type { NewPetProfile } from '../../../pets/profile/schema.ts';
import type { Picture } from '../drawing/picture.ts';

/** An animal of the demo. */
export interface DemoAnimal {
  readonly name: string;
  /** When it came, in days before now. */
  readonly days: number;
  /** Its age in months. */
  readonly months: number;
  readonly profile: Omit<NewPetProfile, 'birthDate'>;
  /** Without `seed`, which follows from its place in the list. */
  readonly picture: Omit<Picture, 'seed'>;
  /** The scene of a second photo, from near by. */
  readonly near?: Pick<Picture, 'scene' | 'color'>;
}

type Companions = NonNullable<NewPetProfile['goodWith']>;

/** With whom it gets on, in the order children, dogs, cats: `y`, `n`, `s` for some, `-` for unknown. */
export function goodWith(letters: string): Companions {
  const said: Readonly<Record<string, 'yes' | 'no' | 'selective'>> = { y: 'yes', n: 'no', s: 'selective' };
  const companions = (['children', 'dogs', 'cats'] as const).map((name, i) => [name, said[letters[i] ?? '']] as const);
  return Object.fromEntries(companions.filter(([, answer]) => answer !== undefined));
}

export const dollars = (amount: number): NonNullable<NewPetProfile['adoptionFee']> => ({
  amount: amount * 100,
  currency: 'USD',
  display: true,
});
