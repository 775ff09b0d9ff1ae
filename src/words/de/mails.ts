import type { OtherWords } from '../en/catalogue.ts';

/** With „Sie“, as shelters write to adopters. No verb has the name of a shelter as its subject: it may be a plural. */
export const mails = {
  linkBefore: '{label}:',
  reservation: {
    subjects: {
      placed: '{animal} ist für Sie reserviert',
      approved: 'Zusage von {shelter} für {animal}',
      delivered: '{animal} hat ein Zuhause',
      cancelled: 'Die Reservierung für {animal} ist aufgehoben',
      expired: 'Die Reservierung für {animal} ist abgelaufen',
      returned: '{animal} ist wieder bei {shelter}',
    },
    texts: {
      placed:
        '{animal} ist bis {time} für Sie reserviert. Bis dahin entscheidet das Team von {shelter}, und Sie bekommen wieder eine E-Mail.',
      approved: 'Das Team von {shelter} hat Ihnen {animal} versprochen.',
      delivered:
        '{animal} ist bei Ihnen eingezogen. Das Team von {shelter} wünscht Ihnen viele schöne gemeinsame Jahre.',
      cancelled: '{animal} ist nicht mehr für Sie reserviert.',
      expired:
        'Bis {time} kam keine Zusage, deshalb ist {animal} nicht mehr für Sie reserviert. Wenn Sie {animal} weiterhin ein Zuhause geben möchten, melden Sie sich gern bei {shelter}.',
      returned: 'Das Team von {shelter} hat {animal} wieder aufgenommen.',
    },
    withoutAnimal: {
      placed: 'Ihre Reservierung',
      approved: 'Zusage von {shelter} für Ihre Adoption',
      delivered: 'Ihre Adoption ist abgeschlossen',
      cancelled: 'Ihre Reservierung ist aufgehoben',
      expired: 'Ihre Reservierung ist abgelaufen',
      returned: 'Das Tier ist wieder bei {shelter}',
    },
    visit: 'Ihr Termin: {time}. Für Ihren Kalender liegt er dieser E-Mail bei.',
    see: 'Ihre Reservierung ansehen',
    cancelThere: 'Dort können Sie sie auch aufheben, falls sich Ihre Pläne ändern.',
    footnote:
      'Sie bekommen diese E-Mail, weil jemand auf {site} mit dieser Adresse ein Tier reserviert hat. Wenn Sie das nicht waren, heben Sie die Reservierung auf oder tun Sie nichts. Wer den Link hat, kann die Reservierung sehen und aufheben.',
  },
  application: {
    subjects: {
      submitted: 'Ihre Bewerbung für {animal} ist bei {shelter} angekommen',
      declined: 'Ihre Bewerbung für {animal}',
      closed: '{animal} sucht kein Zuhause mehr',
    },
    texts: {
      submitted:
        'Das Team von {shelter} liest jede Bewerbung für {animal}. Sobald eine Entscheidung gefallen ist, bekommen Sie wieder eine E-Mail.',
      declined:
        'Das Team von {shelter} hat sich gegen Ihre Bewerbung für {animal} entschieden. Vielen Dank für Ihr Interesse.',
      closed:
        '{animal} sucht kein Zuhause mehr, deshalb ist Ihre Bewerbung bei {shelter} abgeschlossen. Vielen Dank für Ihr Interesse.',
    },
    withoutAnimal: {
      submitted: 'Ihre Bewerbung ist bei {shelter} angekommen',
      declined: 'Ihre Bewerbung bei {shelter}',
      closed: 'Ihre Bewerbung bei {shelter} ist abgeschlossen',
    },
    textsWithoutAnimal: {
      submitted:
        'Das Team von {shelter} liest jede Bewerbung. Sobald eine Entscheidung gefallen ist, bekommen Sie wieder eine E-Mail.',
      declined: 'Das Team von {shelter} hat sich gegen Ihre Bewerbung entschieden. Vielen Dank für Ihr Interesse.',
      closed:
        '{shelter} hat das Tier, für das Sie sich beworben haben, nicht mehr. Ihre Bewerbung ist damit abgeschlossen. Vielen Dank für Ihr Interesse.',
    },
    see: 'Ihre Bewerbung ansehen',
    changeThere: 'Dort können Sie sie zurückziehen oder, solange niemand sie liest, noch ändern.',
    footnote:
      'Sie bekommen diese E-Mail, weil sich jemand auf {site} mit dieser Adresse um ein Tier beworben hat. Wenn Sie das nicht waren, ziehen Sie die Bewerbung zurück oder tun Sie nichts. Wer den Link hat, kann die Bewerbung sehen und zurückziehen.',
  },
  calendar: { visit: 'Besuch bei {animal}, {shelter}', call: '{shelter}: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: 'Wie sind die ersten Tage mit {animal}?',
      text: `Guten Tag {name},

{animal} ist am {day} bei Ihnen eingezogen. Wie läuft es?

Manche Tiere sind in den ersten Tagen still, andere unruhig, und beides ist normal. Wenn Sie eine Frage haben, schreiben Sie uns: Wir kennen {animal} und helfen gern.`,
    },
    afterThirtyDays: {
      subject: 'Ein Monat mit {animal}',
      text: `Guten Tag {name},

{animal} lebt nun seit einem Monat bei Ihnen. Wie klappt das Zusammenleben? Wir freuen uns, von Ihnen zu hören.

Wenn etwas anders ist, als Sie gehofft haben, schreiben Sie uns auch das: Zum Fragen ist es nie zu spät.`,
    },
    write: 'An {shelter} schreiben',
    footnote: 'Sie bekommen diese E-Mail, weil Sie {animal} am {day} von {shelter} übernommen haben.',
    end: 'Keine weiteren E-Mails dieser Art',
  },
  alerts: {
    confirmSubject: 'Möchten Sie E-Mails über neue Tiere?',
    confirmText:
      'Jemand, vermutlich Sie selbst, hat {writer} gebeten, dieser Adresse zu schreiben, wenn bestimmte Tiere ein Zuhause suchen. Bestätigen Sie das bitte innerhalb von sieben Tagen:',
    confirm: 'Ansehen und bestätigen',
    confirmFootnote:
      'Wenn Sie das nicht waren, tun Sie nichts: Es kommt keine weitere E-Mail. Auf derselben Seite können Sie solche E-Mails auch ablehnen.',
    foundOne: '{animal} sucht ein Zuhause',
    found: { one: '{count} Tier sucht ein Zuhause', other: '{count} Tiere suchen ein Zuhause' },
    meet: '{animal} kennenlernen',
    more: 'Es gibt noch mehr: alle ansehen',
    foundFootnote: 'Sie haben um diese E-Mail gebeten.',
    renewOrEnd: 'Diese E-Mails verlängern oder beenden',
  },
  answers: {
    fromShelter: 'Antwort von {shelter}',
    fromShelterAbout: 'Antwort von {shelter} zu {animal}',
    fromOperators: 'Antwort vom Team von {host}',
    fromOperatorsAbout: 'Antwort vom Team von {host} zu {animal}',
    operators: 'Das Team von {host}',
    footnote:
      'Sie bekommen diese E-Mail, weil jemand auf {site} mit dieser Adresse eine Nachricht geschrieben hat. Wenn Sie das nicht waren, tun Sie nichts: Es kommt keine weitere E-Mail.',
  },
} as const satisfies OtherWords['mails'];
