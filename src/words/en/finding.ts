/** The dialog of filters, and mails about animals that match them. */
export const finding = {
  /** How many animals a list has. */
  animals: { one: '{count} animal', other: '{count} animals' },
  /** The most that are counted. */
  moreAnimals: 'More than {count} animals',
  /** The button of the dialog. */
  show: { one: 'Show {count} animal', other: 'Show {count} animals' },
  showSome: 'Show animals',
  goodWith: 'Good with',
  photos: 'Photos',
  withPhotosOnly: 'With photos only',
  near: 'Near',
  nearHint: 'A postal code of the US or Canada, or a town with its state or country: Springfield, IL.',
  within: 'Within',
  /** When no distance is chosen. */
  upTo: 'Up to {distance}',
  /** For staff: `console` and `demo` are links with the words of `consoleLink` and `demoLink`. */
  addTheFirst: 'Do you run this shelter? Add the first animal in the {console}, or try a {demo}.',
  consoleLink: 'console',
  demoLink: 'demo',
  noMatch: 'No animals match',
  noMatchHint: 'Try fewer filters or another name. New animals appear here automatically.',
  showAvailable: 'Show all available animals',
  /** What an alert asks for. */
  anyAnimal: 'Any animal',
  inOneCategory: 'In one category',
  tellMe: 'Tell me when such an animal comes',
  checkMail: 'Check your mail',
  done: 'Done',
  openTheLink:
    'Open the link that we mail to {email} and confirm that you want these mails. If none comes, look into your spam folder; you can ask again tomorrow.',
  askForMails: 'Ask for mails',
  emailUse: 'For these mails only: one a day at most, for a year. Each has a link that ends them.',
  pageTitle: 'Mails about new animals',
  noAlert: 'No alert here',
  noAlertWhy:
    'The link may be mistyped, or the mails have ended: a week after they were asked for and not confirmed, or after a year.',
  ended: 'You get no more mails',
  endedText: 'Your address was deleted with the alert.',
  /** Somebody else had asked for the mails. */
  endedUnconfirmed: 'Your address was deleted with the alert. For 30 days nobody can ask for it again.',
  youGet: 'You get mails about new animals',
  doYouWant: 'Do you want these mails?',
  until: 'One a day at most, until {day}, when such an animal is looking for a home:',
  forAYear: 'One a day at most, for a year, when such an animal is looking for a home:',
  renew: 'Renew for a year',
  yesTellMe: 'Yes, tell me',
  end: 'End these mails',
  noAndForget: 'No, and forget my address',
} as const;
