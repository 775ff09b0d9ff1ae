import type { OtherWords } from '../en/catalogue.ts';

/** With „Sie“. No verb has the name of an organization as its subject: it may be a plural. */
export const applying = {
  apply: 'Bewerben',
  applyFor: 'Bewerbung für {animal}',
  several: {
    by: 'hasOrganization',
    true: 'Mehrere können sich bewerben, und das Team von {organization} wählt aus.',
    other: 'Mehrere können sich bewerben, und das Tierheim wählt aus.',
  },
  binding: 'Das Tier wird nicht reserviert. Die Bewerbung kostet nichts, und Sie können sie jederzeit zurückziehen.',
  nextStep: {
    by: 'hasOrganization',
    true: 'Das Team von {organization} liest jede Bewerbung und schreibt Ihnen, sobald eine Entscheidung gefallen ist.',
    other: 'Das Tierheim liest jede Bewerbung und schreibt Ihnen, sobald eine Entscheidung gefallen ist.',
  },
  taken:
    '{animal} ist inzwischen jemand anderem versprochen. Wenn daraus nichts wird, sehen Sie es sofort auf dieser Seite.',
  nowApply: 'Für {animal} nimmt das Tierheim inzwischen Bewerbungen an. Was Sie geschrieben haben, bleibt erhalten.',
  nowReserve: 'Inzwischen können Sie {animal} direkt reservieren. Was Sie geschrieben haben, bleibt erhalten.',
  soon: 'Ich komme bald. Noch können Sie sich nicht für mich bewerben; sobald es geht, steht es hier.',
  step: 'Bewerben',
  stepText:
    'Erzählen Sie dem Tierheim von sich. Mehrere können sich für ein Tier bewerben, und reserviert wird nichts. Das kostet nichts, und Sie können die Bewerbung jederzeit zurückziehen.',
  stepEither: 'Reservieren oder bewerben',
  stepEitherText:
    'Manche Tiere werden für Sie freigehalten, sobald Sie sie reservieren. Für andere können sich mehrere bewerben, und das Tierheim wählt aus.',
  yours: 'Ihre Bewerbung',
  seeYours: 'Bewerbung ansehen',
  none: 'Hier ist keine Bewerbung',
  noneWhy:
    'Vielleicht ist im Link ein Tippfehler, oder er ist abgelaufen: Links laufen einige Zeit nach der Entscheidung ab.',
  states: {
    submitted: {
      title: 'Bewerbung abgeschickt',
      text: {
        by: 'hasOrganization',
        true: 'Sie können sie ändern, bis das Team von {organization} sie zu lesen beginnt.',
        other: 'Sie können sie ändern, bis das Tierheim sie zu lesen beginnt.',
      },
    },
    in_review: {
      title: 'Ihre Bewerbung wird gelesen',
      text: {
        by: 'hasOrganization',
        true: 'Das Team von {organization} schreibt Ihnen, sobald eine Entscheidung gefallen ist. Ändern können Sie die Bewerbung nicht mehr.',
        other:
          'Das Tierheim schreibt Ihnen, sobald eine Entscheidung gefallen ist. Ändern können Sie die Bewerbung nicht mehr.',
      },
    },
    accepted: {
      title: 'Ihre Bewerbung ist angenommen',
      text: {
        by: 'hasBoth',
        true: 'Das Team von {organization} hat sich bei {animal} für Sie entschieden. Ihre Reservierung zeigt den aktuellen Stand.',
        other: 'Das Tierheim hat sich für Sie entschieden. Ihre Reservierung zeigt den aktuellen Stand.',
      },
    },
    declined: {
      title: 'Ihre Bewerbung wurde nicht angenommen',
      text: {
        by: 'hasBoth',
        true: 'Das Team von {organization} hat sich gegen Ihre Bewerbung für {animal} entschieden. Vielen Dank für Ihr Interesse.',
        other: 'Das Tierheim hat sich gegen Ihre Bewerbung entschieden. Vielen Dank für Ihr Interesse.',
      },
    },
    withdrawn: {
      title: 'Die Bewerbung ist zurückgezogen',
      text: {
        by: 'hasAnimal',
        true: 'Sie bewerben sich nicht mehr für {animal}.',
        other: 'Sie bewerben sich nicht mehr für das Tier.',
      },
    },
    closed: {
      title: 'Die Bewerbung ist abgeschlossen',
      text: {
        by: 'hasOrganization',
        true: 'Das Team von {organization} hat Ihre Bewerbung abgeschlossen. Vielen Dank für Ihr Interesse.',
        other: 'Das Tierheim hat Ihre Bewerbung abgeschlossen. Vielen Dank für Ihr Interesse.',
      },
    },
  },
  sent: 'Das haben Sie geschickt',
  change: 'Ändern',
  changeYours: 'Bewerbung ändern',
  save: 'Änderungen speichern',
  tooLate: 'Die Bewerbung lässt sich hier nicht mehr ändern: Jemand liest sie schon, oder sie ist abgeschlossen.',
  withdraw: 'Bewerbung zurückziehen',
  withdrawQuestion: 'Bewerbung zurückziehen?',
  keepIt: 'Behalten',
  withdrawing: {
    by: 'hasAnimal',
    true: 'Sie bewerben sich dann nicht mehr für {animal}. Das lässt sich nicht rückgängig machen, aber Sie können sich erneut bewerben.',
    other:
      'Sie bewerben sich dann nicht mehr für das Tier. Das lässt sich nicht rückgängig machen, aber Sie können sich erneut bewerben.',
  },
} as const satisfies OtherWords['applying'];
