import type { finding as english } from '../en/finding.ts';
import type { WordsOf } from '../say.ts';

export const finding = {
  animals: { one: '{count} Tier', other: '{count} Tiere' },
  moreAnimals: 'Mehr als {count} Tiere',
  show: { one: '{count} Tier anzeigen', other: '{count} Tiere anzeigen' },
  showSome: 'Tiere anzeigen',
  goodWith: 'Verträglich mit',
  photos: 'Fotos',
  withPhotosOnly: 'Nur mit Fotos',
  near: 'In der Nähe von',
  nearHint: 'Eine Postleitzahl oder ein Ort mit Bundesstaat oder Land: Springfield, IL.',
  within: 'Umkreis',
  upTo: 'Bis {distance}',
  addTheFirst:
    'Ist das Ihr Tierheim? Legen Sie das erste Tier in der {console} an, oder probieren Sie eine {demo} aus.',
  consoleLink: 'Verwaltung',
  demoLink: 'Demo',
  noMatch: 'Kein Tier passt dazu',
  noMatchHint: 'Versuchen Sie es mit weniger Filtern oder einem anderen Namen. Neue Tiere erscheinen hier von selbst.',
  showAvailable: 'Tiere ohne Zuhause anzeigen',
  anyAnimal: 'Alle Tiere',
  inOneCategory: 'In einer Kategorie',
  tellMe: 'E-Mail, wenn so ein Tier kommt',
  checkMail: 'Bitte Postfach prüfen',
  done: 'Fertig',
  openTheLink:
    'Öffnen Sie den Link, den wir an {email} schicken, und bestätigen Sie, dass Sie diese E-Mails möchten. Kommt keine an, schauen Sie in den Spam-Ordner; morgen können Sie es noch einmal versuchen.',
  askForMails: 'E-Mails anfordern',
  emailUse: 'Nur für diese E-Mails: höchstens eine am Tag, ein Jahr lang. In jeder ist ein Link zum Abbestellen.',
  pageTitle: 'E-Mails über neue Tiere',
  noAlert: 'Kein Suchauftrag',
  noAlertWhy:
    'Der Link ist vielleicht falsch geschrieben, oder die E-Mails sind ausgelaufen: ohne Bestätigung nach einer Woche, sonst nach einem Jahr.',
  ended: 'Sie bekommen keine E-Mails mehr',
  endedText: 'Ihre Adresse wurde mit dem Suchauftrag gelöscht.',
  endedUnconfirmed:
    'Ihre Adresse wurde mit dem Suchauftrag gelöscht. In den nächsten 30 Tagen kann sie niemand erneut angeben.',
  youGet: 'Sie bekommen E-Mails über neue Tiere',
  doYouWant: 'Möchten Sie diese E-Mails?',
  until: 'Höchstens eine am Tag, bis zum {day}, wenn so ein Tier ein Zuhause sucht:',
  forAYear: 'Höchstens eine am Tag, ein Jahr lang, wenn so ein Tier ein Zuhause sucht:',
  renew: 'Um ein Jahr verlängern',
  yesTellMe: 'Ja, gern',
  end: 'E-Mails abbestellen',
  noAndForget: 'Nein, Adresse löschen',
} as const satisfies WordsOf<typeof english>;
