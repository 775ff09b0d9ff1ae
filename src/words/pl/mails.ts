import type { OtherWords } from '../en/catalogue.ts';

/** Without a form of address, and in the present tense: the past would show the sex of the animal, the shelter and the reader. */
export const mails = {
  linkBefore: '{label}:',
  reservation: {
    subjects: {
      placed: 'Rezerwacja: {animal}',
      approved: 'Zgoda na adopcję: {animal} ({shelter})',
      delivered: '{animal} ma już dom',
      cancelled: 'Rezerwacja anulowana: {animal}',
      expired: 'Rezerwacja wygasła: {animal}',
      returned: '{animal} jest znów pod opieką: {shelter}',
    },
    texts: {
      placed:
        'Rezerwacja ({animal}) jest ważna do: {time}. Do tego czasu {shelter} podejmie decyzję i przyjdzie kolejny e-mail.',
      approved: '{animal} czeka na nowy dom. {shelter} zgadza się na tę adopcję.',
      delivered: '{animal} jest już w nowym domu. {shelter} życzy wielu wspólnych, szczęśliwych lat.',
      cancelled: 'Rezerwacja ({animal}) nie jest już ważna.',
      expired:
        'Rezerwacja ({animal}) była ważna do {time} i wygasła bez decyzji. Jeśli plan adopcji jest nadal aktualny, prosimy o kontakt: {shelter}.',
      returned: '{animal} jest znów z nami. Opiekę zapewnia {shelter}.',
    },
    withoutAnimal: {
      placed: 'Rezerwacja',
      approved: 'Zgoda na adopcję: {shelter}',
      delivered: 'Adopcja zakończona',
      cancelled: 'Rezerwacja anulowana',
      expired: 'Rezerwacja wygasła',
      returned: 'Zwierzę jest znów pod opieką: {shelter}',
    },
    visit: 'Termin wizyty: {time}. W załączniku jest wpis do kalendarza.',
    see: 'Zobacz rezerwację',
    cancelThere: 'Można ją tam również anulować, jeśli plany się zmienią.',
    footnote:
      'Ta wiadomość przyszła, bo na stronie {site} ktoś zarezerwował zwierzę, podając ten adres. Jeśli to pomyłka, wystarczy anulować rezerwację albo nic nie robić. Każdy, kto ma link, może zobaczyć i anulować rezerwację.',
  },
  application: {
    subjects: {
      submitted: 'Zgłoszenie dotarło: {animal} ({shelter})',
      declined: 'Zgłoszenie: {animal}',
      closed: '{animal} nie szuka już domu',
    },
    texts: {
      submitted: '{shelter} rozpatruje wszystkie zgłoszenia ({animal}). O decyzji powiadomi kolejny e-mail.',
      declined: 'Tym razem zgłoszenie ({animal}) nie zostaje przyjęte. {shelter} dziękuje za zainteresowanie.',
      closed: '{animal} nie szuka już domu, dlatego zgłoszenie jest zamknięte. {shelter} dziękuje za zainteresowanie.',
    },
    withoutAnimal: {
      submitted: 'Zgłoszenie dotarło: {shelter}',
      declined: 'Zgłoszenie adopcyjne: {shelter}',
      closed: 'Zgłoszenie zamknięte: {shelter}',
    },
    textsWithoutAnimal: {
      submitted: '{shelter} rozpatruje wszystkie zgłoszenia. O decyzji powiadomi kolejny e-mail.',
      declined: 'Tym razem zgłoszenie nie zostaje przyjęte. {shelter} dziękuje za zainteresowanie.',
      closed:
        '{shelter} nie ma już zwierzęcia, którego dotyczy zgłoszenie, dlatego zgłoszenie jest zamknięte. Dziękujemy za zainteresowanie.',
    },
    see: 'Zobacz zgłoszenie',
    changeThere: 'Można je tam zmienić, dopóki nikt nie zacznie go czytać, albo wycofać.',
    footnote:
      'Ta wiadomość przyszła, bo na stronie {site} ktoś wysłał zgłoszenie adopcyjne, podając ten adres. Jeśli to pomyłka, wystarczy wycofać zgłoszenie albo nic nie robić. Każdy, kto ma link, może zobaczyć i wycofać zgłoszenie.',
  },
  calendar: { visit: 'Wizyta: {animal}, {shelter}', call: '{shelter}: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: 'Pierwsze dni w nowym domu: {animal}',
      text: `Dzień dobry, {name}!

{animal} mieszka w nowym domu od niedawna ({day}). Jak mijają pierwsze dni?

Niektóre zwierzęta są na początku ciche, inne niespokojne: jedno i drugie jest normalne. W razie pytań prosimy o wiadomość: dobrze znamy naszych podopiecznych i chętnie pomożemy.`,
    },
    afterThirtyDays: {
      subject: 'Miesiąc w nowym domu: {animal}',
      text: `Dzień dobry, {name}!

{animal} mieszka w nowym domu już od miesiąca. Jak układa się wspólne życie? Bardzo ucieszy nas każda wiadomość.

Jeśli coś jest inaczej, niż można się było spodziewać, prosimy napisać również o tym: na pytania nigdy nie jest za późno.`,
    },
    write: 'Napisz: {shelter}',
    footnote: 'Ta wiadomość dotyczy adopcji: {animal}, {shelter}, {day}.',
    end: 'Nie chcę więcej takich wiadomości',
  },
  alerts: {
    confirmSubject: 'Czy wysyłać wiadomości o nowych zwierzętach?',
    confirmText:
      'Na ten adres mają przychodzić wiadomości o wybranych zwierzętach, które szukają domu (nadawca: {writer}). Prosimy to potwierdzić w ciągu siedmiu dni:',
    confirm: 'Zobacz i potwierdź',
    confirmFootnote:
      'Jeśli to pomyłka, nic nie trzeba robić: nie wyślemy nic więcej. Na tej samej stronie można odmówić takich wiadomości.',
    foundOne: '{animal} szuka domu',
    found: {
      one: '{count} zwierzę szuka domu',
      few: '{count} zwierzęta szukają domu',
      many: '{count} zwierząt szuka domu',
      other: '{count} zwierzęcia szuka domu',
    },
    meet: 'Poznaj: {animal}',
    more: 'Jest ich więcej: zobacz wszystkie',
    foundFootnote: 'Ta wiadomość przyszła na prośbę, którą otrzymaliśmy na naszej stronie.',
    renewOrEnd: 'Przedłuż lub zakończ te wiadomości',
  },
  answers: {
    fromShelter: 'Odpowiedź: {shelter}',
    fromShelterAbout: 'Odpowiedź ({animal}): {shelter}',
    fromOperators: 'Odpowiedź zespołu strony {host}',
    fromOperatorsAbout: 'Odpowiedź zespołu strony {host}: {animal}',
    operators: 'Zespół strony {host}',
    footnote:
      'Ta wiadomość przyszła, bo na stronie {site} ktoś napisał wiadomość, podając ten adres. Jeśli to pomyłka, nic nie trzeba robić: nie wyślemy nic więcej.',
  },
} as const satisfies OtherWords['mails'];
