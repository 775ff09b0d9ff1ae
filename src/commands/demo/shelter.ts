import type { NewOrganization } from '../../organizations/schema.ts';

/** What the demo says about the organization where it says nothing itself. */
export const SHELTER = {
  name: 'Willow Creek Animal Rescue',
  email: 'hello@willowcreek.invalid',
  phone: '+1 217 555 0142',
  address: { street: '12 Mill Lane', city: 'Springfield', region: 'IL', postalCode: '62701', country: 'US' },
  paymentUrl: 'https://willowcreek.invalid/pay',
  donationUrl: 'https://willowcreek.invalid/donate',
  hours: {
    tuesday: '1 pm – 6 pm',
    wednesday: '1 pm – 6 pm',
    thursday: '1 pm – 7 pm',
    friday: '1 pm – 6 pm',
    saturday: '10 am – 4 pm',
    sunday: '11 am – 3 pm',
  },
  mission:
    'Six people, forty volunteers and an old mill by the creek: since 1998 we take in animals of all kinds, and look for people who fit them.',
  adoptionPolicy:
    'Come and meet the animal first, with everybody who lives with you. Fees cover spaying or neutering, vaccinations and a microchip. For as long as it lives, an animal may come back to us.',
  application: [
    { question: 'How do you live?', kind: 'choice', choices: ['House', 'Apartment', 'Farm'], required: true },
    { question: 'Does everybody at home agree?', kind: 'yes_no', required: true },
    { question: 'Which animals live with you?', kind: 'text', required: false },
  ],
} as const satisfies NewOrganization;

type Who = readonly [name: string, phone?: string];

/** The address is nobody's, and no mail is sent there: see `isMailbox`. */
export const personOf = ([name, phone]: Who) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.invalid`,
  ...(phone !== undefined && { phone }),
});

/** What happens to an order: the steps, each with its number of days before now. */
export interface DemoOrder {
  readonly animal: string;
  readonly adopter: Who;
  readonly placed: number;
  /** What the adopter has answered: how they live, and which animals live with them. */
  readonly home: readonly ['House' | 'Apartment' | 'Farm', string];
  readonly note?: string;
  readonly moves?: readonly {
    readonly move: 'approve' | 'deliver' | 'cancel' | 'return';
    readonly days: number;
    readonly says?: string;
    /** A visit, this number of days from now; negative ones are past. */
    readonly visit?: number;
  }[];
  /** What staff note at the end. */
  readonly staffNote?: string;
}

export const ORDERS: readonly DemoOrder[] = [
  {
    animal: 'Pippa',
    adopter: ['Grace Kim'],
    placed: 26,
    home: ['Apartment', 'None yet.'],
    moves: [
      { move: 'approve', days: 25.8, visit: -24, says: 'Pippa would love to meet you.' },
      { move: 'deliver', days: 23.9 },
    ],
  },
  {
    animal: 'Moose',
    adopter: ['Henrik Olsen', '+1 217 555 0119'],
    placed: 22,
    home: ['House', 'A very patient cat.'],
    note: 'We live on the ground floor.',
    moves: [
      { move: 'approve', days: 21.4, visit: -20 },
      { move: 'deliver', days: 19.2, says: 'Give him a kiss from all of us.' },
    ],
    staffNote: 'Bed, bowls and two bags of food went with him.',
  },
  {
    animal: 'Duke',
    adopter: ['Alma Rivera'],
    placed: 20,
    home: ['House', 'None.'],
    moves: [
      { move: 'approve', days: 19.6, visit: -18 },
      { move: 'deliver', days: 17.1 },
      { move: 'return', days: 8.3, says: 'Thank you for trying, and for bringing him back to us.' },
    ],
    staffNote: 'Allergy of the younger son. Duke did nothing wrong: good reference from the family.',
  },
  {
    animal: 'Nugget',
    adopter: ['Leo Brandt'],
    placed: 18,
    home: ['Apartment', 'One guinea pig, who is alone now.'],
    moves: [
      { move: 'approve', days: 17.7, visit: -16.5 },
      { move: 'deliver', days: 16.3 },
    ],
  },
  {
    animal: 'Clementine',
    adopter: ['Fatima Haddad'],
    placed: 15,
    home: ['House', 'A cat of the same age.'],
    moves: [
      { move: 'approve', days: 14.5, visit: -13 },
      { move: 'deliver', days: 12.4 },
    ],
  },
  {
    animal: 'Luna',
    adopter: ['Ben Carter'],
    placed: 13,
    home: ['Apartment', 'Three cats.'],
    moves: [
      { move: 'cancel', days: 12.6, says: 'Luna cannot live with cats, I am sorry. Would you like to meet Rosie?' },
    ],
  },
  { animal: 'Snowdrop', adopter: ['Mira Novak'], placed: 11, home: ['House', 'None.'] },
  {
    animal: 'Otis',
    adopter: ['Jamal Wright'],
    placed: 10,
    home: ['Apartment', 'None.'],
    moves: [
      { move: 'approve', days: 9.7, visit: -8.5 },
      { move: 'cancel', days: 9.1, says: 'Thank you for telling us. We hope that the move goes well.' },
    ],
  },
  {
    animal: 'Sunny',
    adopter: ['Edith Moreau', '+1 217 555 0171'],
    placed: 9,
    home: ['Apartment', 'A canary.'],
    moves: [
      { move: 'approve', days: 8.6, visit: -7.5 },
      { move: 'deliver', days: 7.2 },
    ],
  },
  {
    animal: 'Rosie',
    adopter: ['The Okafor family'],
    placed: 6,
    home: ['House', 'None. We have two children, nine and eleven.'],
    moves: [
      { move: 'approve', days: 5.7, visit: -4.6 },
      { move: 'deliver', days: 4.1, says: 'Six times Rosie has seen us off. Now we see her off.' },
    ],
  },
  {
    animal: 'Biscuit',
    adopter: ['Priya Nair', '+1 217 555 0163'],
    placed: 2.2,
    home: ['House', 'A beagle, twelve years old.'],
    note: 'Our garden has a fence all around.',
    moves: [{ move: 'approve', days: 1.9, visit: 1.2, says: 'Please bring your beagle: the two should meet first.' }],
    staffNote: 'Called the vet: up to date with everything.',
  },
  {
    animal: 'Olive',
    adopter: ['Tom Becker'],
    placed: 1.6,
    home: ['Apartment', 'None.'],
    moves: [{ move: 'approve', days: 1.1, visit: 2.1 }],
  },
  {
    animal: 'Oscar',
    adopter: ['Sofia Marino'],
    placed: 1.85,
    home: ['Farm', 'Chickens, and a dog who fears them.'],
    note: 'I work from home.',
  },
  { animal: 'Maple', adopter: ['Daniel Levy', '+1 217 555 0188'], placed: 0.8, home: ['House', 'None at the moment.'] },
  {
    animal: 'Kiwi',
    adopter: ['Nora Lindqvist'],
    placed: 0.2,
    home: ['Apartment', 'A budgie, who has lost his friend.'],
    note: 'When could we come?',
  },
];

/** Of several applications for an animal, what became of each. */
export interface DemoApplication extends Pick<DemoOrder, 'animal' | 'adopter' | 'home' | 'note' | 'staffNote'> {
  readonly submitted: number;
  readonly moves?: readonly {
    readonly move: 'review' | 'accept' | 'decline' | 'withdraw' | 'close';
    readonly days: number;
    readonly says?: string;
  }[];
}

export const APPLICATIONS: readonly DemoApplication[] = [
  {
    animal: 'Hazel',
    adopter: ['Lena Fischer', '+1 217 555 0126'],
    submitted: 9.4,
    home: ['House', 'None since our shepherd died last year.'],
    note: 'I would take two weeks off when she comes.',
    moves: [{ move: 'review', days: 8.9 }],
    staffNote: 'Kind on the phone, asks the right questions. Came for a walk, and stayed an hour.',
  },
  {
    animal: 'Hazel',
    adopter: ['Marcus Reed'],
    submitted: 7.8,
    home: ['Apartment', 'A cat.'],
    moves: [
      {
        move: 'decline',
        days: 6.9,
        says: 'We do not know whether Hazel can live with a cat, and do not want to try it on yours. May we call you about Maple?',
      },
    ],
  },
  {
    animal: 'Hazel',
    adopter: ['Aiko Tanaka'],
    submitted: 5.1,
    home: ['House', 'None.'],
    moves: [{ move: 'withdraw', days: 3.2 }],
  },
  {
    animal: 'Hazel',
    adopter: ['Paul and Ruth Adler'],
    submitted: 1.4,
    home: ['House', 'None. Our grandchildren visit on Sundays.'],
    note: 'We have had shepherds for thirty years.',
  },
  { animal: 'Hazel', adopter: ['Diego Santos'], submitted: 0.3, home: ['Farm', 'Two dogs, both old.'] },
  {
    animal: 'Juniper',
    adopter: ['Amara Diallo'],
    submitted: 6.2,
    home: ['House', 'None.'],
    moves: [
      { move: 'review', days: 5.6 },
      { move: 'accept', days: 0.9, says: 'Juniper is yours, if you still want her. Come when it suits you.' },
    ],
  },
  { animal: 'Juniper', adopter: ['Victor Hahn'], submitted: 4.7, home: ['Apartment', 'A tomcat of four.'] },
  {
    animal: 'Juniper',
    adopter: ['Elsie Brook'],
    submitted: 4.2,
    home: ['Apartment', 'None.'],
    moves: [{ move: 'close', days: 0.8, says: 'Juniper has found her people. Thank you for thinking of her.' }],
  },
];

/** What visitors wrote, how many days ago, and what was answered. */
export interface DemoMessage {
  readonly animal: string;
  readonly from: Who;
  readonly days: number;
  readonly text: string;
  readonly answer?: readonly [days: number, text: string];
  readonly isClosed?: boolean;
}

export const MESSAGES: readonly DemoMessage[] = [
  {
    animal: 'Moose',
    from: ['Henrik Olsen'],
    days: 24,
    text: 'Can Moose climb two steps? We have no more.',
    answer: [23.6, 'He can, if there is somebody at the top. Come and see!'],
    isClosed: true,
  },
  {
    animal: 'Otis',
    from: ['Carla Stein'],
    days: 14,
    text: 'Is Otis good with a ten-year-old? She has read his story three times.',
    answer: [13.7, 'Very. He is strong, so an adult should hold the leash. Would Saturday at eleven suit you?'],
    isClosed: true,
  },
  {
    animal: 'Sheldon',
    from: ['Walter Finch'],
    days: 6,
    text: 'I am seventy. Is it wrong to adopt a tortoise?',
    answer: [5.8, 'Not if somebody younger signs, too. Many of our tortoises have godchildren.'],
  },
  {
    animal: 'Captain',
    from: ['Ines Duarte'],
    days: 4.4,
    text: 'What does FIV mean for our old cat, who is vaccinated?',
    answer: [
      4.1,
      'They could share a sofa, but not a fight. Let us talk about introducing them slowly; I have sent you our leaflet.',
    ],
  },
  {
    animal: 'Peanut',
    from: ['Jonas Weber'],
    days: 2.5,
    text: 'Do Peanut and Butter have to stay together? We have room for one.',
    answer: [2.3, 'Yes, they do. A cage for two is hardly larger than one for one; shall I show you ours?'],
  },
  {
    animal: 'Ziggy',
    from: ['Hannah Price'],
    days: 1.3,
    text: 'My partner is deaf and I sign. We think that Ziggy may be our dog. What are his twelve signs?',
  },
  {
    animal: 'Binx',
    from: ['Rahul Mehta'],
    days: 0.6,
    text: 'Is it true that you only give black cats away in pairs around Halloween?',
  },
  {
    animal: 'Dexter',
    from: ['Owen Gallagher'],
    days: 0.15,
    text: 'We have eleven sheep. They must not stay where they are.',
  },
];
