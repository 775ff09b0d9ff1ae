import { FOLLOW_UPS } from '../../vocabulary/follow-ups.ts';

/** Mails to visitors. `animal` and `shelter` are names: no language changes their form. */
export const mails = {
  /** A link in plain text: the address is in the next line. */
  linkBefore: '{label}:',
  /** About a reservation, by the status that it has now. */
  reservation: {
    subjects: {
      placed: '{animal} is reserved for you',
      approved: '{shelter} has approved your adoption of {animal}',
      delivered: '{animal} has found a home',
      cancelled: 'The reservation of {animal} is cancelled',
      expired: 'The reservation of {animal} has ended',
      returned: '{animal} is back at {shelter}',
    },
    /** `time` is when the reservation ends. */
    texts: {
      placed: '{animal} is reserved for you until {time}. {shelter} decides by then, and you get another mail.',
      approved: '{shelter} has promised {animal} to you.',
      delivered: '{animal} has come home with you. {shelter} wishes you many good years together.',
      cancelled: '{animal} is no longer reserved for you.',
      expired:
        'Nobody approved it before {time}, so {animal} is no longer reserved for you. If you would still like to adopt {animal}, ask {shelter}.',
      returned: '{shelter} has taken {animal} back.',
    },
    /** Subjects of mails without a text: the animal is not on the site any more. */
    withoutAnimal: {
      placed: 'Your reservation',
      approved: '{shelter} has approved your adoption',
      delivered: 'Your adoption is complete',
      cancelled: 'Your reservation is cancelled',
      expired: 'Your reservation has ended',
      returned: 'The animal is back at {shelter}',
    },
    /** `time` is when the adopter comes. */
    visit: 'You are expected on {time}. The visit is attached as an entry for your calendar.',
    /** A link. */
    see: 'See your reservation',
    /** Below that link. */
    cancelThere: 'There you can cancel it, too, if your plans change.',
    footnote:
      'You receive this mail because somebody reserved an animal on {site} with this address. If it was not you, cancel the reservation, or do nothing. Anyone with the link can see and cancel the reservation.',
  },
  /** About an application for an animal. A message of the shelter stands in place of `texts`. */
  application: {
    subjects: {
      submitted: '{shelter} has your application for {animal}',
      declined: 'Your application for {animal}',
      closed: '{animal} is no longer looking for a home',
    },
    texts: {
      submitted: '{shelter} reads every application for {animal}, and you get another mail when there is a decision.',
      declined: '{shelter} has decided against your application for {animal}. Thank you for your interest.',
      closed:
        '{animal} is no longer looking for a home, so {shelter} has closed your application. Thank you for your interest.',
    },
    /** Subjects, if the animal is not on the site any more, or another shelter has it. */
    withoutAnimal: {
      submitted: '{shelter} has your application',
      declined: 'Your application to {shelter}',
      closed: 'Your application to {shelter} is closed',
    },
    textsWithoutAnimal: {
      submitted: '{shelter} reads every application, and you get another mail when there is a decision.',
      declined: '{shelter} has decided against your application. Thank you for your interest.',
      closed:
        '{shelter} no longer has the animal that you applied for, so your application is closed. Thank you for your interest.',
    },
    /** A link. */
    see: 'See your application',
    /** Below that link. */
    changeThere: 'There you can change it until somebody begins to read it, or withdraw it.',
    footnote:
      'You receive this mail because somebody applied for an animal on {site} with this address. If it was not you, withdraw the application, or do nothing. Anyone with the link can see and withdraw the application.',
  },
  /** An entry for a calendar. */
  calendar: {
    visit: 'Visit {animal} at {shelter}',
    call: '{shelter}: {phone}',
  },
  /** How it goes after an adoption. `day` is when the animal came home. */
  followUps: {
    afterThreeDays: { subject: FOLLOW_UPS.afterThreeDays.subject, text: FOLLOW_UPS.afterThreeDays.text },
    afterThirtyDays: { subject: FOLLOW_UPS.afterThirtyDays.subject, text: FOLLOW_UPS.afterThirtyDays.text },
    /** A link to a page with a field for a message. */
    write: 'Write to {shelter}',
    footnote: 'You receive this mail because you adopted {animal} from {shelter} on {day}.',
    /** A link. */
    end: 'Get no more of these mails',
  },
  /** Animals that somebody waits for. */
  alerts: {
    confirmSubject: 'Do you want mails about new animals?',
    /** `writer` is the name of the site or of a shelter. A link follows. */
    confirmText:
      'Somebody, most likely you, asked {writer} to tell this address when certain animals are looking for a home. Confirm that within seven days:',
    /** A link to a page that shows what is looked for. */
    confirm: 'Look at it and confirm',
    confirmFootnote: 'If it was not you, do nothing: nothing else is sent. On the same page you can refuse such mails.',
    foundOne: '{animal} is looking for a home',
    found: { other: '{count} animals are looking for a home' },
    /** A link to the page of the animal. */
    meet: 'Meet {animal}',
    /** A link to the list of animals. */
    more: 'There are more: see them all',
    foundFootnote: 'You asked for this mail.',
    /** A link. */
    renewOrEnd: 'Renew or end these mails',
  },
  /** Answers to messages. */
  answers: {
    fromShelter: 'An answer from {shelter}',
    fromShelterAbout: 'An answer from {shelter} about {animal}',
    /** `host` is the host name of the site. */
    fromOperators: 'An answer from the operators of {host}',
    fromOperatorsAbout: 'An answer from the operators of {host} about {animal}',
    /** A signature. */
    operators: 'The operators of {host}',
    footnote:
      'You receive this mail because somebody sent a message on {site} with this address. If it was not you, do nothing: nothing else is sent.',
  },
} as const;
