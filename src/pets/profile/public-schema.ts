import { type TProperties, type TSchemaOptions, Type } from 'typebox';
import { AssignedId, Day, Locale, MultilineText, OneOf, PlainText, Translations, WebUrl } from '../../http/shapes.ts';
import {
  AGES,
  COATS,
  COMPANIONS,
  COMPATIBILITIES,
  EXPERIENCES,
  LEVELS,
  MAX_BONDS,
  PLACEMENTS,
  SEXES,
  SIZES,
  TEST_RESULTS,
  TESTS,
  type Companion,
  type Test,
} from '../../vocabulary/animal-profile.ts';
import { ADOPTIONS } from '../../vocabulary/application-lifecycle.ts';

/** The public half of an animal's profile. Absent means unknown. */

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const text = (maxLength: number, description: string) => Type.Optional(PlainText(1, maxLength, { description }));
/** A text that lists are filtered by. Its folded form is bounded too, so that it fits into an index. */
const term = (description: string) =>
  Type.String({ minLength: 1, maxLength: 100, format: 'search-text', 'x-trim': true, description });
const oneOf = <Value extends string>(values: Readonly<Record<Value, string>>, description: string) =>
  Type.Optional(OneOf(values, { description }));
const money = <Members extends TProperties>(options: TSchemaOptions, members: Members) =>
  Type.Object({ ...amount, ...members }, options);

const amount = {
  amount: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100_000_000,
      description: 'In the smallest unit of the currency: 12500 is 125.00 USD.',
    }),
  ),
  currency: Type.Optional(
    Type.String({ format: 'currency', description: 'The currency (ISO 4217). Required with `amount`.' }),
  ),
};

/** What visitors see of the fee. */
export const AdoptionFee = money(
  { title: 'AdoptionFee', description: 'What the adoption costs, if that is said and shown.' },
  { waived: flag('True if the fee is waived.') },
);

const Place = Type.Object(
  {
    city: text(100, 'The town.'),
    region: text(100, 'The state, province or county.'),
    postalCode: text(20, 'The postal code.'),
    country: Type.Optional(Type.String({ format: 'country', description: 'The country code (ISO 3166-1 alpha-2).' })),
    latitude: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: 90,
        description: 'Degrees north of the equator. Required with `longitude`.',
      }),
    ),
    longitude: Type.Optional(
      Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east of Greenwich. Required with `latitude`.' }),
    ),
  },
  {
    title: 'PetLocation',
    description:
      'Where the animal is, if not where its organization is: the town, and never a street. Coordinates are rounded to two decimals.',
  },
);

const Breed = Type.Object(
  {
    primary: Type.Optional(term('The breed, or the one that shows most.')),
    secondary: Type.Optional(term('The other breed of a mix.')),
    mixed: flag('Whether it is a mix.'),
    unknown: flag('Whether the breed is unknown.'),
  },
  { title: 'PetBreed', description: 'The breed.' },
);

const TestResults = Type.Object(
  Object.fromEntries(
    Object.entries(TESTS).map(([test, words]) => [test, oneOf(TEST_RESULTS, `The result for ${words}.`)]),
  ) as Record<Test, ReturnType<typeof oneOf<keyof typeof TEST_RESULTS>>>,
  { title: 'PetTests', description: 'The results of medical tests.' },
);

const GoodWith = Type.Object(
  {
    ...(Object.fromEntries(
      Object.entries(COMPANIONS).map(([name, words]) => [
        name,
        oneOf(COMPATIBILITIES, `${words}. \`selective\`: with some of them.`),
      ]),
    ) as Record<Companion, ReturnType<typeof oneOf<keyof typeof COMPATIBILITIES>>>),
    childrenFromAge: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 18, description: 'Minimum age of children, in years.' }),
    ),
  },
  { title: 'PetGoodWith', description: 'With whom it gets on.' },
);

const Needs = Type.Object(
  {
    yard: flag('Whether it needs a yard.'),
    fence: flag('Whether the yard needs a fence.'),
    indoorOnly: flag('Whether it must live indoors.'),
    grooming: oneOf(LEVELS, 'How much grooming it needs.'),
    ownerExperience: oneOf(EXPERIENCES, 'What its adopter must know already: nothing, such animals, or the breed.'),
  },
  { title: 'PetNeeds', description: 'What it needs of a home.' },
);

const Video = Type.Object(
  {
    url: WebUrl('The address of the video, or of a page with it.', 'secure-url'),
  },
  { title: 'PetVideo' },
);

const texts = {
  summary: text(200, 'One sentence for lists.'),
  description: Type.Optional(MultilineText(10_000, 'Its story, in Markdown. Pages show a safe part of that: no HTML.')),
};

/** The members with texts about an animal, and the members with its traits. */
export const publicMembers = {
  reference: text(255, 'The organization’s own number or name for the animal.'),
  location: Type.Optional(Place),
  courtesyListing: flag('Whether the organization lists it for somebody else.'),
  adoption: oneOf(
    ADOPTIONS,
    "How visitors adopt it: the first one can `reserve` it, or several `apply`. By default the organization's `adoption` applies.",
  ),
  tags: Type.Optional(
    Type.Array(PlainText(1, 50), { maxItems: 20, description: 'Words about it, such as `playful` or `lap cat`.' }),
  ),
  priority: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      description: 'How much the organization wants it to be seen: 100 is most.',
    }),
  ),
  species: Type.Optional(term('The species, such as `Dog` or `Guinea pig`.')),
  breed: Type.Optional(Breed),
  colors: Type.Optional(Type.Array(term('A color.'), { maxItems: 3, description: 'Its colors, the main one first.' })),
  coat: oneOf(COATS, 'The coat.'),
  markings: text(255, 'By what it can be told from others.'),
  birthDate: Type.Optional(Day('The day of its birth, or about that day.')),
  birthDateExact: flag('Whether the day of its birth is known exactly.'),
  age: oneOf(
    AGES,
    'The age: up to one year, up to three, up to eight, and more. Follows from `birthDate` if that is known, and then changes with the day.',
  ),
  sex: oneOf(SEXES, 'The sex.'),
  size: oneOf(SIZES, 'The size when it is grown.'),
  weightGrams: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'The weight in grams.' })),
  altered: flag('Whether it is spayed or neutered.'),
  shotsCurrent: flag('Whether its vaccinations are up to date.'),
  declawed: flag('Whether it is declawed.'),
  specialNeeds: flag('Whether it has special needs.'),
  specialNeedsNote: Type.Optional(MultilineText(1_000, 'Which special needs.')),
  microchipped: flag('Whether it has a microchip: true also if the `staff` know its number.'),
  tests: Type.Optional(TestResults),
  goodWith: Type.Optional(GoodWith),
  houseTrained: flag('Whether it is house-trained.'),
  crateTrained: flag('Whether it is crate-trained.'),
  leashTrained: flag('Whether it walks on a leash.'),
  goodTraveler: flag('Whether it travels well.'),
  energyLevel: oneOf(LEVELS, 'How active it is.'),
  needs: Type.Optional(Needs),
  bondedWith: Type.Optional(
    Type.Array(AssignedId(), {
      maxItems: MAX_BONDS,
      description:
        'The ids of the animals that should go to the same home. They must exist; an animal that is removed later disappears from this list.',
    }),
  ),
  ...texts,
  language: Type.Optional(
    Locale('The language (BCP 47) of the texts; by default the `locale` of the animal’s organization.'),
  ),
  translations: Type.Optional(Translations(Type.Object(texts, { title: 'PetTexts' }), { title: 'PetTranslations' })),
  videos: Type.Optional(Type.Array(Video, { maxItems: 10, description: 'Videos.' })),
  adoptionFee: Type.Optional(
    money(
      { title: 'PetAdoptionFee', description: 'What an adoption costs.' },
      { waived: flag('Whether the fee is waived.'), display: flag('Whether pages show it.') },
    ),
  ),
  sponsorable: flag('Whether people can sponsor it.'),
  sponsorshipMinimum: Type.Optional(
    money({ title: 'PetSponsorshipMinimum', description: 'The least that a sponsor gives.' }, {}),
  ),
  placement: oneOf(PLACEMENTS, 'Where it lives until somebody adopts it.'),
};
