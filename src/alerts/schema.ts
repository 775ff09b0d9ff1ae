import { type Static, Type } from 'typebox';
import { Locale, Timestamp, Flag } from '../http/shapes.ts';
import { PetFilters } from '../pets/query/schema.ts';

/** What the animals must be like: filters of the list of animals. */
export const AlertFilters = Type.Pick(
  PetFilters,
  [
    'categoryId',
    'organizationId',
    'species',
    'breed',
    'color',
    'sex',
    'age',
    'size',
    'coat',
    'goodWith',
    'houseTrained',
    'specialNeeds',
    'hasPhotos',
    'near',
    'within',
  ],
  { title: 'AlertFilters', description: 'What the animals must be like: filters of the list of animals.' },
);
export type AlertFilters = Static<typeof AlertFilters>;

const filters = { species: ['Dog'], age: ['young'], goodWith: ['cats'] };

const locale = Locale('The language (BCP 47) of the mails, such as `es`.');

export const NewAlert = Type.Object(
  {
    email: Type.String({ format: 'email', maxLength: 254, description: 'Where the mails go.' }),
    filters: AlertFilters,
    locale: Type.Optional(locale),
  },
  { title: 'NewAlert', examples: [{ email: 'ann@example.org', filters }] },
);
export type NewAlert = Static<typeof NewAlert>;

export const AcceptedAlert = Type.Object(
  { filters: AlertFilters },
  { title: 'AcceptedAlert', examples: [{ filters }] },
);

/** An alert as anyone with its link sees it. It does not name its owner: the link may be passed on. */
export const Alert = Type.Object(
  {
    filters: AlertFilters,
    locale: Type.Optional(locale),
    confirmed: Flag('Whether its address is confirmed. Until then nothing else is mailed.'),
    createdAt: Timestamp('When somebody asked for it.'),
    endsAt: Timestamp('When it ends: seven days after it was asked for, or a year after the latest confirmation.'),
  },
  {
    title: 'Alert',
    examples: [{ filters, confirmed: true, createdAt: '2026-11-21T09:30:00.000Z', endsAt: '2027-11-21T09:40:00.000Z' }],
  },
);
export type Alert = Static<typeof Alert>;

export const UnsubscribeQuery = Type.Object({
  token: Type.String({ maxLength: 100, description: 'From the header `List-Unsubscribe` of a mail.' }),
});
