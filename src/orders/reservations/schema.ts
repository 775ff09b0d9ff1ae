import { type Static, Type } from 'typebox';
import { Timestamp, Text, Flag } from '../../http/shapes.ts';
import { NewMessage } from '../../messages/schema.ts';
import { Organization } from '../../organizations/schema.ts';
import { AdoptionFee } from '../../pets/profile/public-schema.ts';
import { Pet } from '../../pets/schema.ts';
import { Order } from '../schema.ts';

export const ReservedPet = Type.Pick(Pet, ['id', 'name'], { title: 'ReservedPet', description: 'The animal.' });

export const ReservationOrganization = Type.Pick(
  Organization,
  [
    'id',
    'name',
    'email',
    'phone',
    'address',
    'hours',
    'timeZone',
    'locale',
    'website',
    'paymentUrl',
    'donationUrl',
    'logo',
    'location',
  ],
  {
    title: 'ReservationOrganization',
    description: 'Whom to call, and where to go. Absent while visitors do not see it.',
  },
);

/** An order as the visitor sees it who has placed it. It does not say who adopts: the link may be passed on. */
export const Reservation = Type.Object(
  {
    status: Order.properties.status,
    pet: Type.Optional(ReservedPet),
    organization: Type.Optional(ReservationOrganization),
    adoptionFee: Type.Optional(AdoptionFee),
    paidAt: Order.properties.paidAt,
    visitAt: Order.properties.visitAt,
    calendar: Type.Optional(Text('The visit as an entry for a calendar, while the order is approved. RFC 5545.')),
    messageToAdopter: Order.properties.messageToAdopter,
    locale: Order.properties.locale,
    followUps: Type.Optional(Flag('True while the organization asks by mail how it goes with the animal.')),
    expiresAt: Order.properties.expiresAt,
    createdAt: Order.properties.createdAt,
    updatedAt: Order.properties.updatedAt,
    endsAt: Type.Optional(
      Timestamp(
        'When the link ends: 30 days after the order was closed, or after the last of the mails that ask how it goes.',
      ),
    ),
  },
  {
    title: 'Reservation',
    examples: [
      {
        status: 'approved',
        pet: { id: 42, name: 'Rex' },
        organization: { id: 1, name: 'Riverside Shelter', phone: '+1 555 0100', hours: { saturday: '10 am – 4 pm' } },
        adoptionFee: { amount: 12_500, currency: 'USD' },
        visitAt: '2026-11-24T10:00:00.000Z',
        messageToAdopter: 'Please bring a carrier.',
        expiresAt: '2026-11-23T09:30:00.000Z',
        createdAt: '2026-11-21T09:30:00.000Z',
        updatedAt: '2026-11-21T10:30:00.000Z',
      },
    ],
  },
);
export type Reservation = Static<typeof Reservation>;

export const NewReservationMessage = Type.Pick(NewMessage, ['message', 'locale'], {
  title: 'NewReservationMessage',
  examples: [{ message: 'Rex sleeps on the sofa, and is doing well.' }],
});
