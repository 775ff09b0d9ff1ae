import type { OtherWords } from '../en/catalogue.ts';

/** With „Sie“. No verb has the name of an organization as its subject: it may be a plural. */
export const reserving = {
  send: 'Senden',
  askAbout: 'Frage zu {animal}',
  reserveAnimal: '{animal} reservieren',
  back: 'Zurück',
  taken:
    'Jemand anderes hat {animal} gerade reserviert. Wenn die Reservierung endet, sehen Sie es sofort auf dieser Seite.',
  held: {
    by: 'hasTime',
    true: 'Das Tier wird {time} lang für Sie freigehalten, und für niemanden sonst.',
    other: 'Das Tier wird für Sie freigehalten, und für niemanden sonst.',
  },
  binding: 'Das kostet nichts und verpflichtet Sie zu nichts: Sie können jederzeit absagen.',
  nextStep: {
    by: 'hasOrganization',
    true: 'Sie bekommen eine E-Mail von {organization} zum nächsten Schritt, etwa einem Besuch.',
    other: 'Sie bekommen eine E-Mail vom Tierheim zum nächsten Schritt, etwa einem Besuch.',
  },
  question: 'Ihre Frage',
  enterQuestion: 'Bitte geben Sie Ihre Frage ein.',
  name: 'Ihr Name',
  enterName: 'Bitte geben Sie Ihren Namen ein.',
  email: 'Ihre E-Mail-Adresse',
  enterEmail: 'Bitte geben Sie eine E-Mail-Adresse ein, zum Beispiel anna@example.org.',
  seenBy: {
    by: 'hasOrganization',
    true: 'Nur {organization} und die Betreiber dieses Dienstes sehen Ihren Namen und Ihre Adresse.',
    other: 'Nur das Tierheim und die Betreiber dieses Dienstes sehen Ihren Namen und Ihre Adresse.',
  },
  phone: 'Ihre Telefonnummer',
  note: 'Nachricht an das Tierheim',
  answerIt: 'Bitte beantworten Sie diese Frage.',
  choose: 'Bitte wählen …',
  yesNo: { yes: 'Ja', no: 'Nein' },
  reachDirectly: 'Sie können das Tierheim auch direkt erreichen:',
  yourReservation: 'Ihre Reservierung',
  seeYours: 'Reservierung ansehen',
  none: 'Hier ist keine Reservierung',
  noneWhy:
    'Vielleicht ist im Link ein Tippfehler, oder er ist abgelaufen: Links laufen einige Zeit nach dem Ende einer Reservierung ab.',
  states: {
    placed: {
      title: 'Für Sie reserviert',
      text: {
        by: 'hasOrganization',
        true: 'Bis {time}. Bis dahin entscheidet das Team von {organization}.',
        other: 'Bis {time}. Bis dahin entscheidet das Tierheim.',
      },
    },
    approved: {
      title: 'Zieht bei Ihnen ein',
      text: {
        by: 'hasBoth',
        true: 'Das Team von {organization} hat Ihnen {animal} versprochen.',
        other: 'Das Tierheim hat Ihnen das Tier versprochen.',
      },
    },
    delivered: {
      title: 'Bei Ihnen zu Hause',
      text: {
        by: 'hasAnimal',
        true: '{animal} hat bei Ihnen ein Zuhause gefunden.',
        other: 'Das Tier hat bei Ihnen ein Zuhause gefunden.',
      },
    },
    cancelled: {
      title: 'Die Reservierung ist aufgehoben',
      text: {
        by: 'hasAnimal',
        true: '{animal} ist nicht mehr für Sie reserviert.',
        other: 'Das Tier ist nicht mehr für Sie reserviert.',
      },
    },
    expired: {
      title: 'Die Reservierung ist abgelaufen',
      text: {
        by: 'hasBoth',
        true: 'Bis {time} hat sie niemand bestätigt. Wenn Sie {animal} weiterhin ein Zuhause geben möchten, melden Sie sich gern bei {organization}.',
        other:
          'Bis {time} hat sie niemand bestätigt. Wenn Sie dem Tier weiterhin ein Zuhause geben möchten, melden Sie sich gern beim Tierheim.',
      },
    },
    returned: {
      title: { by: 'hasOrganization', true: 'Zurück bei {organization}', other: 'Zurück im Tierheim' },
      text: {
        by: 'hasBoth',
        true: 'Das Team von {organization} hat {animal} wieder aufgenommen.',
        other: 'Das Tierheim hat das Tier wieder aufgenommen.',
      },
    },
  },
  expected: 'Ihr Termin: {time}.',
  feeIs: 'Die Schutzgebühr beträgt {fee}.',
  feeNone: 'Eine Schutzgebühr gibt es nicht.',
  paidOn: 'Bezahlt am {day}',
  payFee: 'Schutzgebühr bezahlen',
  donateTo: 'Spenden: {shelter}',
  addToCalendar: 'In den Kalender eintragen',
  cancelIt: 'Reservierung aufheben',
  cancelQuestion: 'Reservierung aufheben?',
  keepIt: 'Behalten',
  cancelled: {
    by: 'hasAnimal',
    true: '{animal} wird wieder für andere frei. Das lässt sich nicht rückgängig machen.',
    other: 'Das Tier wird wieder für andere frei. Das lässt sich nicht rückgängig machen.',
  },
  howIs: { by: 'hasAnimal', true: 'Wie geht es {animal}?', other: 'Wie geht es dem Tier?' },
  writeTo: 'Nachricht an {organization}',
  writeSomething: 'Bitte schreiben Sie ein paar Worte.',
  answerIsMailed: 'Die Antwort bekommen Sie per E-Mail.',
  sent: 'Gesendet. Vielen Dank!',
  endMails: 'Keine weiteren E-Mails mit dieser Frage',
  mailsEnded: 'Sie bekommen keine weiteren E-Mails dieser Art.',
  mission: 'Unsere Aufgabe',
  policy: 'Vermittlung',
  online: 'Im Internet',
  hours: 'Öffnungszeiten',
  directions: 'Anfahrt',
  directionsTo: 'Anfahrt: {address}',
  today: 'Heute: {hours}',
  favorite: 'Favorit: {animal}',
  noFavorites: 'Noch keine Favoriten',
  noFavoritesHint:
    'Das Herz auf dem Bild eines Tieres merkt es hier vor, in diesem Browser. Das Tierheim erfährt, wie viele Herzen das Tier bekommen hat, aber nicht, von wem.',
  share: 'Teilen',
  linkCopied: 'Der Link wurde kopiert',
  unknownPlace: 'Diesen Ort kennen wir nicht',
  unknownPlaceHint:
    'Versuchen Sie es mit einer Postleitzahl der USA oder Kanadas oder mit einem Ort und seinem Bundesstaat oder Land, zum Beispiel Springfield, IL.',
  searchEverywhere: 'Überall suchen',
  noOrganization: 'Hier ist noch kein Tierheim eingetragen',
  noOrganizationHint: 'Sobald es eines gibt, erscheinen seine Tiere hier automatisch.',
  consoleLink: 'Konsole',
  listOne: 'Betreiben Sie diesen Dienst? Tragen Sie eine Organisation in der {console} oder mit {command} ein.',
  switchedOff: 'Diese Seite ist abgeschaltet',
  switchedOffWhy: 'Der API-Schlüssel, mit dem sie die Tiere liest, wurde widerrufen. Bitte kommen Sie später wieder.',
  makeKey:
    'Betreiben Sie diesen Dienst? Erstellen Sie einen neuen Schlüssel in der {console} beim Konto {account} oder mit {command}.',
} as const satisfies OtherWords['reserving'];
