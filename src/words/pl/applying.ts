import type { OtherWords } from '../en/catalogue.ts';

/** No verb in the past tense has the reader, the animal or the organization as its subject: it would show their sex. Names are not inflected. */
export const applying = {
  apply: 'Zgłoś się',
  applyFor: 'Zgłoszenie: {animal}',
  several: {
    by: 'hasOrganization',
    true: 'Zgłosić się może kilka osób, a wybiera {organization}.',
    other: 'Zgłosić się może kilka osób, a wybiera schronisko.',
  },
  binding: 'Niczego nie rezerwujesz. To nic nie kosztuje, a zgłoszenie można w każdej chwili wycofać.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} czyta każde zgłoszenie i napisze do Ciebie, gdy zapadnie decyzja.',
    other: 'Schronisko czyta każde zgłoszenie i napisze do Ciebie, gdy zapadnie decyzja.',
  },
  taken: 'Zwierzę {animal} trafi do kogoś innego. Jeśli nic z tego nie wyjdzie, ta strona od razu to pokaże.',
  nowApply: 'Schronisko przyjmuje teraz zgłoszenia ({animal}). To, co już jest wpisane, nie przepadnie.',
  nowReserve: 'Teraz można od razu zarezerwować zwierzę {animal}. To, co już jest wpisane, nie przepadnie.',
  soon: 'Już niedługo tu będę. Jeszcze nie można wysłać zgłoszenia; gdy tylko będzie można, zobaczysz to na tej stronie.',
  step: 'Zgłoszenie',
  stepText:
    'Opowiedz schronisku o sobie. O jedno zwierzę może się ubiegać kilka osób i niczego się nie rezerwuje. To nic nie kosztuje, a zgłoszenie można w każdej chwili wycofać.',
  stepEither: 'Rezerwacja albo zgłoszenie',
  stepEitherText:
    'Niektóre zwierzęta można od razu zarezerwować. O inne może się ubiegać kilka osób, a schronisko wybiera.',
  yours: 'Twoje zgłoszenie',
  seeYours: 'Zobacz zgłoszenie',
  none: 'Nie ma tu zgłoszenia',
  noneWhy: 'Link może zawierać błąd albo już wygasł: linki wygasają jakiś czas po decyzji.',
  states: {
    submitted: {
      title: 'Zgłoszenie wysłane',
      text: {
        by: 'hasOrganization',
        true: 'Możesz je zmienić, dopóki {organization} nie zacznie go czytać.',
        other: 'Możesz je zmienić, dopóki schronisko nie zacznie go czytać.',
      },
    },
    in_review: {
      title: 'Ktoś czyta Twoje zgłoszenie',
      text: {
        by: 'hasOrganization',
        true: '{organization} napisze do Ciebie, gdy zapadnie decyzja. Zgłoszenia nie można już zmienić.',
        other: 'Schronisko napisze do Ciebie, gdy zapadnie decyzja. Zgłoszenia nie można już zmienić.',
      },
    },
    accepted: {
      title: 'Zgłoszenie przyjęte',
      text: {
        by: 'hasBoth',
        true: '{organization} wybiera Twoje zgłoszenie ({animal}). Aktualny stan znajdziesz przy swojej rezerwacji.',
        other: 'Schronisko wybiera Twoje zgłoszenie. Aktualny stan znajdziesz przy swojej rezerwacji.',
      },
    },
    declined: {
      title: 'Twoje zgłoszenie nie zostało wybrane',
      text: {
        by: 'hasBoth',
        true: '{organization} nie wybiera tym razem Twojego zgłoszenia ({animal}). Dziękujemy za zainteresowanie.',
        other: 'Schronisko nie wybiera tym razem Twojego zgłoszenia. Dziękujemy za zainteresowanie.',
      },
    },
    withdrawn: {
      title: 'Zgłoszenie wycofane',
      text: {
        by: 'hasAnimal',
        true: 'Zgłoszenie ({animal}) nie jest już brane pod uwagę.',
        other: 'Zgłoszenie nie jest już brane pod uwagę.',
      },
    },
    closed: {
      title: 'Zgłoszenie zamknięte',
      text: {
        by: 'hasOrganization',
        true: '{organization} zamyka Twoje zgłoszenie. Dziękujemy za zainteresowanie.',
        other: 'Schronisko zamyka Twoje zgłoszenie. Dziękujemy za zainteresowanie.',
      },
    },
  },
  sent: 'Treść zgłoszenia',
  change: 'Zmień',
  changeYours: 'Zmień zgłoszenie',
  save: 'Zapisz zmiany',
  tooLate: 'Zgłoszenia nie można już tu zmienić: ktoś zaczął je czytać albo jest już zamknięte.',
  withdraw: 'Wycofaj zgłoszenie',
  withdrawQuestion: 'Wycofać zgłoszenie?',
  keepIt: 'Nie wycofuj',
  withdrawing: {
    by: 'hasAnimal',
    true: 'Zgłoszenie ({animal}) nie będzie już brane pod uwagę. Tego nie można cofnąć, ale można zgłosić się ponownie.',
    other: 'Zgłoszenie nie będzie już brane pod uwagę. Tego nie można cofnąć, ale można zgłosić się ponownie.',
  },
} as const satisfies OtherWords['applying'];
