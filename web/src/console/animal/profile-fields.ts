import {
  AGES,
  COATS,
  COMPANIONS,
  COMPATIBILITIES,
  EXPERIENCES,
  INTAKE_TYPES,
  LEVELS,
  OUTCOME_TYPES,
  PLACEMENTS,
  SEXES,
  SIZES,
  TEST_RESULTS,
  TESTS,
} from '../../../../src/vocabulary/animal-profile.ts';
import { HOLD_TYPES } from '../../../../src/vocabulary/animals/hiding.ts';
import type { AnimalType } from '../../../../src/vocabulary/animals/species.ts';
import { ADOPTIONS } from '../../../../src/vocabulary/application-lifecycle.ts';
import { LANGUAGE_TAGS } from '../../../../src/vocabulary/languages.ts';
import { languageName } from '../language-name.ts';

interface Named {
  /** Where the value is in a profile, such as `breed.primary`. In an entry of a list: the name of its member. */
  readonly path: string;
  readonly label: string;
  readonly hint?: string | undefined;
  /** The form asks it of these types of animals; by default of all. */
  readonly types?: readonly AnimalType[];
}

/** A member of a profile with a control of its own. The bounds are the schema's. */
export type SimpleField = Named &
  (
    | { readonly kind: 'text'; readonly max: number; readonly names?: 'species' | 'breeds' }
    | { readonly kind: 'longText'; readonly max: number }
    /** `none` is what an empty choice means; by default that it is not known. */
    | { readonly kind: 'choice'; readonly words: Readonly<Record<string, string>>; readonly none?: string }
    | { readonly kind: 'yesNo' }
    | { readonly kind: 'day' }
    | { readonly kind: 'number'; readonly min: number; readonly max: number; readonly isWhole: boolean }
    /** Typed with its unit, kept in grams. */
    | { readonly kind: 'weight'; readonly max: number }
    /** An amount in the smallest unit of the currency that another field has. */
    | { readonly kind: 'money'; readonly currency: string; readonly max: number }
    | { readonly kind: 'currency' }
    | { readonly kind: 'country' }
    | { readonly kind: 'colors'; readonly maxItems: number; readonly max: number }
    /** One item a line. */
    | { readonly kind: 'lines'; readonly maxItems: number; readonly of: 'texts' | 'ids' | 'urls' }
  );

/** A list of objects, such as vaccinations. */
export interface EntriesField extends Named {
  readonly kind: 'entries';
  readonly maxItems: number;
  readonly one: string;
  readonly fields: readonly SimpleField[];
}

export type ProfileField = SimpleField | EntriesField;

export interface FieldGroup {
  readonly title: string;
  readonly about?: string;
  /** Whether it ends with the texts in other languages. */
  readonly hasVersions?: boolean;
  readonly fields: readonly ProfileField[];
}

const text = (path: string, label: string, max: number, hint?: string): SimpleField => ({
  kind: 'text',
  path,
  label,
  max,
  hint,
});
const longText = (path: string, label: string, max: number, hint?: string): SimpleField => ({
  ...text(path, label, max, hint),
  kind: 'longText',
  max,
});
/** A text whose usual values are suggested. */
const named = (path: string, label: string, names: 'species' | 'breeds'): SimpleField => ({
  ...text(path, label, 100),
  kind: 'text',
  max: 100,
  names,
});
const yesNo = (path: string, label: string, hint?: string): SimpleField => ({ kind: 'yesNo', path, label, hint });
const day = (path: string, label: string, hint?: string): SimpleField => ({ kind: 'day', path, label, hint });
const choice = (path: string, label: string, words: Readonly<Record<string, string>>, hint?: string): SimpleField => ({
  kind: 'choice',
  path,
  label,
  words,
  hint,
});
const wholeNumber = (path: string, label: string, max: number, hint?: string): SimpleField => ({
  ...number(path, label, 0, max),
  isWhole: true,
  hint,
});
const number = (path: string, label: string, min: number, max: number) =>
  ({ kind: 'number', path, label, min, max, isWhole: false }) as const;
/** An amount, and the currency that it is in. */
const money = (path: string, label: string, currencyLabel: string): SimpleField[] => {
  const currency = `${path}.currency`;
  return [
    { kind: 'money', path: `${path}.amount`, label, currency, max: 100_000_000 },
    { kind: 'currency', path: currency, label: currencyLabel },
  ];
};
const lines = (
  path: string,
  label: string,
  of: 'texts' | 'ids' | 'urls',
  maxItems: number,
  hint: string,
): SimpleField => ({ kind: 'lines', path, label, of, maxItems, hint });
const choices = (path: string, labels: Readonly<Record<string, string>>, words: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([name, label]) => choice(`${path}.${name}`, label, words));

const of = <Field extends SimpleField>(types: readonly AnimalType[], ...fields: readonly Field[]): Field[] =>
  fields.map((field) => ({ ...field, types }));

const HAIRY: readonly AnimalType[] = ['dog', 'cat', 'rabbit', 'small-furry', 'horse', 'barnyard'];
const WARM: readonly AnimalType[] = [...HAIRY, 'bird'];
const OUTDOORS: readonly AnimalType[] = ['dog', 'rabbit', 'horse', 'barnyard'];

const [CHILDREN, DOGS, CATS, ...OTHER_COMPANIONS] = choices('goodWith', COMPANIONS, COMPATIBILITIES) as [
  SimpleField,
  SimpleField,
  SimpleField,
  ...SimpleField[],
];

/** What everybody may see. */
export const PUBLIC_GROUPS: readonly FieldGroup[] = [
  {
    title: 'What adopters ask first',
    about: 'Names are suggested while you type. Others are fine too.',
    hasVersions: true,
    fields: [
      named('species', 'Species', 'species'),
      named('breed.primary', 'Breed', 'breeds'),
      choice('sex', 'Sex', SEXES),
      day('birthDate', 'Born on', 'A guess is fine.'),
      choice('size', 'Size when grown', SIZES),
      CHILDREN,
      ...of(WARM, DOGS, CATS),
      ...money('adoptionFee', 'Adoption fee', 'Currency of the fee'),
      longText('description', 'Story', 10_000, 'An empty line begins a paragraph. **Bold**, lists and links work.'),
    ],
  },
  {
    title: 'What it is',
    fields: [
      ...of(WARM, named('breed.secondary', 'Second breed', 'breeds'), yesNo('breed.mixed', 'A mix')),
      yesNo('breed.unknown', 'Breed unknown'),
      yesNo('birthDateExact', 'The day of birth is exact'),
      choice('age', 'Age', AGES, 'Follows from the day of birth if you enter one.'),
      { kind: 'weight', path: 'weightGrams', label: 'Weight', max: 10_000_000 },
      ...of(HAIRY, choice('coat', 'Coat', COATS)),
      { kind: 'colors', path: 'colors', label: 'Color', maxItems: 3, max: 100 },
      text('markings', 'Markings', 255),
    ],
  },
  {
    title: 'Health',
    fields: [
      ...of(HAIRY, yesNo('altered', 'Spayed or neutered'), yesNo('shotsCurrent', 'Vaccinations up to date')),
      yesNo('microchipped', 'Microchipped'),
      ...of(['cat'], yesNo('declawed', 'Declawed')),
      ...Object.entries(TESTS).flatMap(([test, name]) =>
        of(test === 'heartworm' ? ['dog', 'cat'] : ['cat'], choice(`tests.${test}`, `${name} test`, TEST_RESULTS)),
      ),
      yesNo('specialNeeds', 'Special needs'),
      longText('specialNeedsNote', 'Which special needs', 1_000),
    ],
  },
  {
    title: 'Behavior and home',
    about: 'With whom it gets on, and what it needs of a home.',
    fields: [
      ...of(WARM, ...OTHER_COMPANIONS),
      wholeNumber('goodWith.childrenFromAge', 'Children from this age', 18),
      ...of(['dog', 'cat', 'rabbit', 'small-furry', 'barnyard'], yesNo('houseTrained', 'House-trained')),
      ...of(['dog'], yesNo('crateTrained', 'Crate-trained')),
      ...of(['dog', 'cat', 'horse'], yesNo('leashTrained', 'Walks on a leash')),
      ...of(WARM, yesNo('goodTraveler', 'Travels well'), choice('energyLevel', 'Energy', LEVELS)),
      ...of(OUTDOORS, yesNo('needs.yard', 'Needs a yard'), yesNo('needs.fence', 'Needs a fence')),
      ...of(['dog', 'cat', 'rabbit', 'small-furry', 'bird'], yesNo('needs.indoorOnly', 'Indoors only')),
      ...of(HAIRY, choice('needs.grooming', 'Grooming', LEVELS)),
      choice('needs.ownerExperience', 'Experience needed', EXPERIENCES),
      lines('bondedWith', 'Belongs together with', 'ids', 10, 'The numbers of other animals, one a line.'),
    ],
  },
  {
    title: 'Words',
    fields: [
      text('summary', 'In one sentence', 200, 'For lists and shared links.'),
      text('language', 'Language of the words', 35, 'Such as es. Empty: the language of your organization.'),
      lines('tags', 'Known for', 'texts', 20, 'One a line, such as playful.'),
      lines('videos', 'Videos', 'urls', 10, 'Addresses that begin with https://, one a line.'),
    ],
  },
  {
    title: 'Adoption, fee and sponsors',
    fields: [
      {
        kind: 'choice',
        path: 'adoption',
        label: 'How it is adopted',
        hint: 'If several may apply, nobody holds it, and you choose.',
        words: ADOPTIONS,
        none: 'As the organization',
      },
      yesNo('adoptionFee.waived', 'The fee is waived'),
      yesNo('adoptionFee.display', 'Pages show the fee'),
      yesNo('sponsorable', 'People can sponsor it'),
      ...money('sponsorshipMinimum', 'Sponsors give at least', 'Currency of sponsors'),
    ],
  },
  {
    title: 'Place and listing',
    about: 'Only if the animal is not where your organization is. A town, never a street.',
    fields: [
      choice('placement', 'Lives', PLACEMENTS),
      text('location.city', 'City', 100),
      text('location.region', 'State, province or county', 100),
      text('location.postalCode', 'Postal code', 20),
      { kind: 'country', path: 'location.country', label: 'Country' },
      number('location.latitude', 'Latitude', -90, 90),
      number('location.longitude', 'Longitude', -180, 180),
      text('reference', 'Your own number for it', 255),
      yesNo('courtesyListing', 'Listed for somebody else'),
      wholeNumber('priority', 'Priority', 100, '100 is most.'),
    ],
  },
];

/** A list of what happened to an animal. */
const entries = (path: string, label: string, ...dates: readonly SimpleField[]): EntriesField => ({
  kind: 'entries',
  path,
  label,
  one: label.toLowerCase().replace(/s$/, ''),
  maxItems: 50,
  fields: [text('name', 'Name', 100), ...dates, text('note', 'Note', 500)],
});

/** What only the people of the animal see. */
export const STAFF_GROUPS: readonly FieldGroup[] = [
  {
    title: 'Stay',
    fields: [
      day('staff.intake.date', 'Came on', 'Everybody sees this day as “waiting since”.'),
      choice('staff.intake.type', 'How it came', INTAKE_TYPES),
      longText('staff.intake.reason', 'Why it came', 500),
      {
        kind: 'choice',
        path: 'staff.hold.type',
        label: 'On hold',
        hint: 'Hides it from visitors. Nobody can reserve it.',
        words: HOLD_TYPES,
        none: 'No hold',
      },
      day('staff.hold.until', 'Last day of the hold', 'Visitors see the animal from the next day on.'),
      longText('staff.hold.reason', 'Why it is on hold', 500),
      yesNo('staff.hold.showPage', 'Show its page already', 'If it is coming soon. No list shows it.'),
      day('staff.outcome.date', 'Left on'),
      choice('staff.outcome.type', 'How it left', OUTCOME_TYPES),
      text('staff.outcome.subtype', 'More exactly', 100),
    ],
  },
  {
    title: 'Medical record',
    fields: [
      text('staff.microchip.number', 'Microchip number', 50),
      day('staff.microchip.implantedAt', 'Implanted on'),
      text('staff.microchip.issuer', 'Registered with', 100),
      day('staff.alteredDate', 'Spayed or neutered on'),
      entries('staff.vaccinations', 'Vaccinations', day('date', 'Given on'), day('nextDate', 'Next due')),
      entries('staff.treatments', 'Treatments', day('date', 'From'), day('until', 'Until')),
      entries('staff.conditions', 'Conditions', day('since', 'Since'), day('until', 'Until')),
    ],
  },
  {
    title: 'Notes',
    fields: [
      longText('staff.behaviorNotes', 'Behavior', 5_000),
      longText('staff.biteHistory', 'Bites', 5_000),
      longText('staff.notes', 'Other notes', 5_000),
    ],
  },
];

/** The texts in other languages. */
export const VERSIONS = LANGUAGE_TAGS.map((tag) => {
  const name = languageName(tag);
  return {
    tag,
    fields: [
      text(`translations.${tag}.summary`, `In one sentence, in ${name}`, 200),
      longText(`translations.${tag}.description`, `Story, in ${name}`, 10_000),
    ],
  };
});

export const FIELDS: readonly ProfileField[] = [...PUBLIC_GROUPS, ...STAFF_GROUPS, ...VERSIONS].flatMap(
  ({ fields }): readonly ProfileField[] => fields,
);
