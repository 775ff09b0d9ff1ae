import { type Static, Type } from 'typebox';
import { Int64, SearchText, Timestamp, Flag } from '../../http/shapes.ts';
import { NearQuery } from '../../places/schema.ts';
import { AGES, COATS, COMPANIONS, ESSENTIALS, SEXES, SIZES } from '../../vocabulary/animal-profile.ts';
import { PET_STATUSES } from '../../vocabulary/pet-lifecycle.ts';

/** Specification, part 2. */
export const PetStatus = Type.Enum([...PET_STATUSES], {
  type: 'string',
  title: 'PetStatus',
  description: 'Status of the animal. `available`: free for adoption. `pending`: held for an adopter. `sold`: adopted.',
});
export type PetStatus = Static<typeof PetStatus>;

const most = 20;

/** Names, separated by commas. */
const terms = (description: string) =>
  Type.Optional(Type.Array(SearchText(), { minItems: 1, maxItems: most, description: `${description} ${anyOf}` }));

const words = <Word extends string>(values: Readonly<Record<Word, string>>, description: string, maxItems = most) =>
  Type.Optional(
    Type.Array(Type.Unsafe<Word>({ type: 'string', enum: Object.keys(values) }), {
      minItems: 1,
      maxItems,
      description,
    }),
  );

/** Each is up to five searches for every animal that a list passes over. */
const mostMissing = 3;
const anyOf = 'Several, separated by commas: any may match.';
const known = 'An animal without this information is in neither list.';

/** The orders of a list of animals. */
const SORTS = ['newest', 'longest_waiting', 'distance'] as const;

/** The query parameters about the profiles of animals. */
export const TraitFilters = Type.Object({
  species: terms('Only animals of this species, ignoring case.'),
  breed: terms('Only animals whose first or second breed is this one, ignoring case.'),
  color: terms('Only animals with this color, ignoring case.'),
  sex: words(SEXES, `Only animals of this sex. ${anyOf}`),
  age: words(AGES, `Only animals of this age: less than one year, three years, eight years, or older. ${anyOf}`),
  size: words(SIZES, `Only animals of this size. ${anyOf}`),
  coat: words(COATS, `Only animals with this coat. ${anyOf}`),
  goodWith: words(
    COMPANIONS,
    'Only animals that get on with children, for example. Several, separated by commas: all must match.',
  ),
  houseTrained: Type.Optional(Flag(`Only animals that are house-trained, or that are not. ${known}`)),
  specialNeeds: Type.Optional(Flag(`Only animals that have special needs, or that have none. ${known}`)),
  hasPhotos: Type.Optional(Flag('Only animals that have a photo, or that have none.')),
  missing: words(
    ESSENTIALS,
    `Only animals that lack this information: \`photos\`, \`description\`, \`age\`, \`sex\`, \`size\`, or whether they get on with \`children\`. ${anyOf}`,
    mostMissing,
  ),
  ...NearQuery.properties,
  sort: Type.Optional(
    Type.Enum([...SORTS], {
      type: 'string',
      description:
        'The order: `newest` first, as by default; `longest_waiting`: by the day on which they came; `distance` from `near`. An animal is at the `location` of its profile, to two decimals, or else where its organization is.',
    }),
  ),
});
export type TraitFilters = Static<typeof TraitFilters>;

/** The query parameters of a list that narrow or order it. */
export const PetFilters = Type.Object({
  status: Type.Optional(PetStatus),
  categoryId: Type.Optional(Int64('Only animals of the category with this id.')),
  organizationId: Type.Optional(Int64('Only animals of the organization with this id.')),
  ids: Type.Optional(
    Type.Array(Int64(), {
      minItems: 1,
      maxItems: 100,
      description: 'Only animals with one of these ids, separated by commas.',
    }),
  ),
  ...TraitFilters.properties,
  updatedSince: Type.Optional(Timestamp('Only animals that were added or changed at or after this time.')),
  q: Type.Optional(
    SearchText(
      'Only animals whose name contains this text, ignoring case, accents, apostrophes and compatibility forms: `lucja` finds Łucja, `omalley` O’Malley, and `fi` the ligature `ﬁ`. At most 255 characters, also in the form that is compared.',
    ),
  ),
});
export type PetFilters = Static<typeof PetFilters>;
