/**
 * Asking about an animal, reserving it, and the organization that has it. `animal` and `organization` are names, which may be unknown: a form
 * with `true` has them.
 */
export const reserving = {
  /** Sends a question, or an answer. */
  send: 'Send',
  /** Titles of dialogs. */
  askAbout: 'Ask about {animal}',
  reserveAnimal: 'Reserve {animal}',
  /** Closes the dialog when somebody else was faster. */
  back: 'Back',
  taken: 'Somebody else has just reserved {animal}. If the reservation ends, this page shows it at once.',
  /** What reserving means. `time` is a duration such as `2 days`. */
  held: {
    by: 'hasTime',
    true: 'The animal is held for you for {time}, and for nobody else.',
    other: 'The animal is held for you, and for nobody else.',
  },
  binding: 'That costs nothing and binds you to nothing: you can cancel at any time.',
  nextStep: {
    by: 'hasOrganization',
    true: 'You get an email from {organization} about the next step, such as a visit.',
    other: 'You get an email from the shelter about the next step, such as a visit.',
  },
  question: 'Your question',
  enterQuestion: 'Enter your question.',
  name: 'Your name',
  enterName: 'Enter your name.',
  email: 'Your email address',
  enterEmail: 'Enter an email address, such as ann@example.org.',
  seenBy: {
    by: 'hasOrganization',
    true: 'Only {organization} and the operators of this service see your name and address.',
    other: 'Only the shelter and the operators of this service see your name and address.',
  },
  phone: 'Your telephone number',
  note: 'Message to the shelter',
  /** The organization's own questions. */
  answerIt: 'Answer this question.',
  choose: 'Choose…',
  yesNo: { yes: 'Yes', no: 'No' },
  /** Below a failure. */
  reachDirectly: 'You can also reach the shelter directly:',
  /** The page behind the link of a visitor who has reserved. */
  yourReservation: 'Your reservation',
  seeYours: 'See your reservation',
  none: 'No reservation here',
  noneWhy: 'The link may be mistyped, or it has ended: links end some time after a reservation was closed.',
  states: {
    placed: {
      title: 'Reserved for you',
      text: {
        by: 'hasOrganization',
        true: 'Until {time}. {organization} decides by then.',
        other: 'Until {time}. The shelter decides by then.',
      },
    },
    approved: {
      title: 'Going home with you',
      text: {
        by: 'hasBoth',
        true: '{organization} has promised {animal} to you.',
        other: 'The animal has been promised to you.',
      },
    },
    delivered: {
      title: 'At home with you',
      text: {
        by: 'hasAnimal',
        true: '{animal} has found a home with you.',
        other: 'The animal has found a home with you.',
      },
    },
    cancelled: {
      title: 'The reservation is cancelled',
      text: {
        by: 'hasAnimal',
        true: '{animal} is no longer reserved for you.',
        other: 'The animal is no longer reserved for you.',
      },
    },
    expired: {
      title: 'The reservation has ended',
      text: {
        by: 'hasBoth',
        true: 'Nobody approved it before {time}. Ask {organization} if you would still like to adopt {animal}.',
        other: 'Nobody approved it before {time}. Ask the shelter if you would still like to adopt the animal.',
      },
    },
    /** The adoption did not work out, and the animal is at the shelter again. */
    returned: {
      title: { by: 'hasOrganization', true: 'Back at {organization}', other: 'Back at the shelter' },
      text: {
        by: 'hasBoth',
        true: '{organization} has taken {animal} back.',
        other: 'The shelter has taken the animal back.',
      },
    },
  },
  /** `time` is a day and a time of day, such as `Monday, January 5 at 10:00 AM`. */
  expected: 'You are expected on {time}.',
  /** `fee` is what the adopter pays, such as `$125`. */
  feeIs: 'The adoption fee is {fee}.',
  feeNone: 'There is no adoption fee.',
  /** The fee. `day` is such as `Monday, January 5`. */
  paidOn: 'Paid on {day}',
  /** Links to pages of the organization, or of those who collect its money. */
  payFee: 'Pay the fee',
  donateTo: 'Donate to {shelter}',
  addToCalendar: 'Add to calendar',
  cancelIt: 'Cancel the reservation',
  cancelQuestion: 'Cancel the reservation?',
  keepIt: 'Keep it',
  cancelled: {
    by: 'hasAnimal',
    true: '{animal} becomes available for others. You cannot undo this.',
    other: 'The animal becomes available for others. You cannot undo this.',
  },
  /** After an adoption. */
  howIs: { by: 'hasAnimal', true: 'How is {animal}?', other: 'How is the animal?' },
  writeTo: 'Write to {organization}',
  writeSomething: 'Write a few words.',
  answerIsMailed: 'The answer is mailed to you.',
  sent: 'Sent. Thank you!',
  endMails: 'Get no more mails that ask this',
  mailsEnded: 'You get no more of these mails.',
  /** Headings of what an organization says about itself. `policy` is how it gives animals away, `online` is its website and profiles. */
  mission: 'Mission',
  policy: 'Adoption',
  online: 'Online',
  hours: 'Hours',
  /** A link to a map. */
  directions: 'Directions',
  directionsTo: 'Directions {address}',
  /** `hours` are the organization's own words, such as `10 am – 4 pm`, or `closed`. */
  today: 'Today: {hours}',
  /** The button with a heart. */
  favorite: 'Favorite: {animal}',
  noFavorites: 'No favorites yet',
  noFavoritesHint:
    'The heart on an animal’s picture keeps the animal here, in this browser. The shelter learns how many hearts the animal was given, not by whom.',
  /** A button that offers the address of the page to other programs. */
  share: 'Share',
  linkCopied: 'The link was copied',
  unknownPlace: 'No such place is known',
  unknownPlaceHint:
    'Try a postal code of the United States or Canada, or a town with its state or country, such as Springfield, IL.',
  searchEverywhere: 'Search everywhere',
  noOrganization: 'No shelter is listed here yet',
  noOrganizationHint: 'When one is, its animals appear here automatically.',
  /** For operators: `console` is a link with the word of `consoleLink`, `command` is code. */
  consoleLink: 'console',
  listOne: 'Do you run this service? List an organization in the {console}, or with {command}.',
  switchedOff: 'This board is switched off',
  switchedOffWhy: 'Its API key for reading the animals was revoked. Come back later.',
  /** Also for operators: `account` is an address. */
  makeKey: 'Do you run this service? Make another key in the {console}, at the account {account}, or with {command}.',
} as const;
