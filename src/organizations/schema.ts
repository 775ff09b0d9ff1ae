import { type Static, type TOptional, type TSchema, type TString, Type } from 'typebox';
import {
  AssignedId,
  Cursor,
  Limit,
  Locale,
  mergePatchOf,
  Nullable,
  NullableMembers,
  OneOf,
  Origin,
  PathId,
  PlainText,
  SearchText,
  Translations,
  WebUrl,
  Flag,
  Text,
} from '../http/shapes.ts';
import { NearQuery } from '../places/schema.ts';
import { mostChoices, mostQuestions, QUESTION_KINDS } from '../vocabulary/animals/application.ts';
import { ADOPTIONS } from '../vocabulary/application-lifecycle.ts';
import { SOCIAL_NETWORKS, SOCIAL_NETWORK_NAMES, WEEKDAYS } from '../vocabulary/organizations.ts';

const longText = (description: string) =>
  Type.String({ minLength: 1, maxLength: 5_000, format: 'multiline-text', 'x-trim': true, description });

/** An optional member of each name. */
const optional = <Name extends string>(names: readonly Name[], shapeOf: (name: Name) => TString) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(shapeOf(name))])) as Record<Name, TOptional<TString>>;

const name = PlainText(1, 255, 'The name of the organization.');
const email = Type.String({
  maxLength: 254,
  format: 'email',
  'x-trim': true,
  description: 'The email address for the public.',
});
const phone = PlainText(1, 50, 'The telephone number for the public.');
const website = WebUrl('The website of the organization.');
const paymentUrl = WebUrl('Where adopters pay the fee of an animal.', 'secure-url');
const donationUrl = WebUrl('Where people donate to the organization.', 'secure-url');
const timeZone = Type.String({
  format: 'time-zone',
  maxLength: 50,
  description: 'The time zone (IANA) of its hours, mails and days; by default the zone of the machine.',
});
const locale = Locale(
  'The language (BCP 47) for visitors who have not said theirs, such as `en-GB`. Mails follow its habits for dates and times.',
);
const languages = Type.Array(Locale('A language (BCP 47), such as `es`.'), {
  minItems: 1,
  maxItems: 20,
  uniqueItems: true,
  description: 'The languages that it offers visitors; by default all that the service speaks.',
});
const mission = longText('What the organization does.');
const adoptionPolicy = longText('What adopters should know: conditions, fees, the course of an adoption.');
const translations = Translations(
  Type.Object(
    { mission: Type.Optional(mission), adoptionPolicy: Type.Optional(adoptionPolicy) },
    { title: 'OrganizationTexts' },
  ),
  { title: 'OrganizationTranslations' },
);

const adoption = OneOf(
  ADOPTIONS,
  'How visitors adopt: they `reserve` an animal, as by default, and the first one holds it; or several `apply`, and the organization chooses. An animal may differ: see `adoption` of its profile.',
);

const Address = Type.Object(
  {
    street: Type.Optional(PlainText(1, 255, 'The street and the number.')),
    city: Type.Optional(PlainText(1, 255)),
    region: Type.Optional(PlainText(1, 255, 'The state, province or county.')),
    postalCode: Type.Optional(PlainText(1, 20)),
    country: Type.Optional(Type.String({ format: 'country', description: 'The country code (ISO 3166-1 alpha-2).' })),
  },
  { title: 'Address', description: 'Where visitors find the organization.' },
);

const Hours = Type.Object(
  optional(WEEKDAYS, () => PlainText(1, 100)),
  { title: 'Hours', description: 'When the organization is open, in its own words.' },
);

const Social = Type.Object(
  optional(SOCIAL_NETWORK_NAMES, (network) => WebUrl(`The URL of the profile on ${SOCIAL_NETWORKS[network]}.`)),
  { title: 'Social', description: 'The profiles of the organization on social networks.' },
);

const Location = Type.Object(
  {
    latitude: Type.Number({ minimum: -90, maximum: 90, description: 'Degrees north of the equator.' }),
    longitude: Type.Number({ minimum: -180, maximum: 180, description: 'Degrees east of Greenwich.' }),
  },
  { title: 'Location', description: 'The position on the map (WGS 84).' },
);

const question = PlainText(1, 500, 'The question, as adopters read it.');
const choices = (description: string) =>
  Type.Optional(Type.Array(PlainText(1, 200), { maxItems: mostChoices, description }));
const newQuestion = {
  question,
  kind: Type.Enum([...QUESTION_KINDS], {
    type: 'string',
    description: 'How it is answered: with any text, with one of the `choices`, or with `yes` or `no`.',
  }),
  choices: choices('The answers of a `choice`, at least two.'),
  translations: Type.Optional(
    Translations(
      Type.Object(
        {
          question: Type.Optional(question),
          choices: choices('The `choices` as adopters read them, in the same order. An answer names the original.'),
        },
        { title: 'QuestionTexts' },
      ),
      { title: 'QuestionTranslations' },
    ),
  ),
};
const questionId = AssignedId('Identifier of the question, which it keeps.');
const required = Flag('Whether visitors must answer it to reserve an animal.');

const Question = Type.Object({ id: questionId, ...newQuestion, required }, { title: 'Question' });
export type Question = Static<typeof Question>;
const NewQuestion = Type.Object(
  { id: Type.Optional(questionId), ...newQuestion, required: Type.Optional(required) },
  { title: 'NewQuestion' },
);
export type NewQuestion = Static<typeof NewQuestion>;

const newApplication = Type.Array(NewQuestion, {
  maxItems: mostQuestions,
  description:
    'What the organization asks those who reserve its animals or apply for them. A list is replaced as a whole: a question that keeps its `id` and its text stays the same one, and one with another text gets another `id`. Without `translations`, it keeps those that it has as long as its `choices` are the same, too.',
});
const application = Type.Optional(
  Type.Array(Question, { description: 'What the organization asks the adopters of its animals.' }),
);

/** The public data, besides the name, the logo and the questions. */
const publicMembers = {
  email: Type.Optional(email),
  phone: Type.Optional(phone),
  address: Type.Optional(Address),
  hours: Type.Optional(Hours),
  timeZone: Type.Optional(timeZone),
  locale: Type.Optional(locale),
  languages: Type.Optional(languages),
  website: Type.Optional(website),
  paymentUrl: Type.Optional(paymentUrl),
  donationUrl: Type.Optional(donationUrl),
  mission: Type.Optional(mission),
  adoptionPolicy: Type.Optional(adoptionPolicy),
  translations: Type.Optional(translations),
  adoption: Type.Optional(adoption),
  social: Type.Optional(Social),
  location: Type.Optional(Location),
};

const logo = Type.Optional(
  Text('The path of the logo on the host of this service. It works while visitors see the organization.'),
);
const id = AssignedId('The identifier of the organization.');
const listed = (who: string) => Flag(`Whether visitors see the organization and its animals. ${who}`);
const suspended = (who: string) =>
  Flag(`Whether members are refused with 403 \`account_suspended\` and visitors do not see the organization. ${who}`);
const readBy = 'Shown to its members and to operators.';
const writtenBy = 'Changed by operators only.';

const example = {
  id: 1,
  name: 'Riverside Shelter',
  email: 'hello@riverside.example',
  phone: '+1 555 0100',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
  hours: { saturday: '10 am – 4 pm' },
  timeZone: 'America/Chicago',
  locale: 'en-US',
  website: 'https://riverside.example',
  location: { latitude: 39.8, longitude: -89.65 },
};

export const Organization = Type.Object(
  {
    id,
    name,
    ...publicMembers,
    application,
    logo,
    origin: Origin('The organization is one'),
    listed: Type.Optional(listed(readBy)),
    suspended: Type.Optional(suspended(readBy)),
  },
  { title: 'Organization', examples: [{ ...example, listed: true, suspended: false }] },
);
export type Organization = Static<typeof Organization>;

export const Organizations = Type.Array(Organization, { title: 'Organizations', examples: [[example]] });

/** The data of an event. */
export const OrganizationNotice = Type.Object(
  { id, name: Type.Optional(name), ...publicMembers, application, logo, origin: Origin('The organization is one') },
  {
    title: 'OrganizationNotice',
    description: 'The organization after the change, as visitors see it; only its `id` while they do not see it.',
    examples: [example],
  },
);
export type OrganizationNotice = Static<typeof OrganizationNotice>;

export const NewOrganization = Type.Object(
  {
    name,
    ...publicMembers,
    application: Type.Optional(newApplication),
    listed: Type.Optional(listed('By default it is not.')),
  },
  { title: 'NewOrganization', examples: [{ name: example.name, email: example.email, listed: true }] },
);
export type NewOrganization = Static<typeof NewOrganization>;

const orNull = <Shape extends TSchema>(shape: Shape) => Type.Optional(Type.Union([shape, Type.Null()]));

/** A merge patch (RFC 7396): null removes an optional member. */
export const OrganizationPatch = Type.Object(
  {
    name: Type.Optional(name),
    email: Type.Optional(Nullable(email)),
    phone: Type.Optional(Nullable(phone)),
    address: orNull(NullableMembers(Address, { title: 'AddressPatch' })),
    hours: orNull(NullableMembers(Hours, { title: 'HoursPatch' })),
    timeZone: Type.Optional(Nullable(timeZone)),
    locale: Type.Optional(Nullable(locale)),
    languages: Type.Optional(Type.Union([languages, Type.Null()])),
    website: Type.Optional(Nullable(website)),
    paymentUrl: Type.Optional(Nullable(paymentUrl)),
    donationUrl: Type.Optional(Nullable(donationUrl)),
    mission: Type.Optional(Nullable(mission)),
    adoptionPolicy: Type.Optional(Nullable(adoptionPolicy)),
    translations: orNull(mergePatchOf(translations, { title: 'OrganizationTranslationsPatch' })),
    adoption: Type.Optional(Type.Union([adoption, Type.Null()])),
    application: Type.Optional(Type.Union([newApplication, Type.Null()])),
    social: orNull(NullableMembers(Social, { title: 'SocialPatch' })),
    location: orNull(Location),
    listed: Type.Optional(listed(writtenBy)),
    suspended: Type.Optional(suspended(writtenBy)),
  },
  { title: 'OrganizationPatch', examples: [{ phone: '+1 555 0101', hours: { sunday: null } }] },
);
export type OrganizationPatch = Static<typeof OrganizationPatch>;

const OrganizationFilters = Type.Object({
  ...NearQuery.properties,
  name: Type.Optional(
    SearchText('Only organizations whose name contains this text, ignoring case, accents and apostrophes.'),
  ),
});

export const ListOrganizationsQuery = Type.Object({
  limit: Limit,
  cursor: Type.Optional(Cursor),
  ...OrganizationFilters.properties,
});

export const OrganizationParams = Type.Object({
  organizationId: PathId('organization_not_found', 'The identifier of the organization.'),
});
