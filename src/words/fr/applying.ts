import type { OtherWords } from '../en/catalogue.ts';

/** With « vous ». No name stands behind “de”, which a vowel would shorten, and no participle shows the sex of an animal or a reader. */
export const applying = {
  apply: 'Faire une demande',
  applyFor: 'Demande d’adoption\u00a0: {animal}',
  several: {
    by: 'hasOrganization',
    true: 'Plusieurs personnes peuvent faire une demande, et {organization} choisit.',
    other: 'Plusieurs personnes peuvent faire une demande, et le refuge choisit.',
  },
  binding: 'Rien n’est réservé. C’est gratuit, et vous pouvez retirer votre demande à tout moment.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} lit toutes les demandes et vous écrira dès qu’une décision sera prise.',
    other: 'Le refuge lit toutes les demandes et vous écrira dès qu’une décision sera prise.',
  },
  taken: 'Une autre famille va accueillir {animal}. Si cela n’aboutit pas, cette page l’affiche aussitôt.',
  nowApply: 'Le refuge reçoit désormais des demandes pour {animal}. Ce que vous avez écrit est conservé.',
  nowReserve: 'Vous pouvez désormais réserver {animal} directement. Ce que vous avez écrit est conservé.',
  soon: 'J’arrive bientôt. Vous ne pouvez pas encore demander à m’adopter\u202f; dès que ce sera possible, cette page l’indiquera.',
  step: 'Faites une demande',
  stepText:
    'Parlez de vous au refuge. Plusieurs personnes peuvent faire une demande pour un animal, et rien n’est réservé. C’est gratuit, et vous pouvez retirer votre demande à tout moment.',
  stepEither: 'Réservez ou faites une demande',
  stepEitherText:
    'Certains animaux vous sont réservés dès que vous le demandez. Pour d’autres, plusieurs personnes peuvent faire une demande, et le refuge choisit.',
  yours: 'Votre demande d’adoption',
  seeYours: 'Voir votre demande',
  none: 'Aucune demande ici',
  noneWhy:
    'Le lien contient peut-être une erreur, ou il a expiré\u00a0: les liens expirent quelque temps après la décision.',
  states: {
    submitted: {
      title: 'Demande envoyée',
      text: {
        by: 'hasOrganization',
        true: 'Vous pouvez la modifier tant que {organization} n’a pas commencé à la lire.',
        other: 'Vous pouvez la modifier tant que le refuge n’a pas commencé à la lire.',
      },
    },
    in_review: {
      title: 'Votre demande est en cours de lecture',
      text: {
        by: 'hasOrganization',
        true: '{organization} vous écrira dès qu’une décision sera prise. Vous ne pouvez plus modifier la demande.',
        other: 'Le refuge vous écrira dès qu’une décision sera prise. Vous ne pouvez plus modifier la demande.',
      },
    },
    accepted: {
      title: 'Votre demande est acceptée',
      text: {
        by: 'hasBoth',
        true: '{organization} a retenu votre demande pour {animal}. Votre réservation indique où en est l’adoption.',
        other: 'Le refuge a retenu votre demande. Votre réservation indique où en est l’adoption.',
      },
    },
    declined: {
      title: 'Votre demande n’a pas été retenue',
      text: {
        by: 'hasBoth',
        true: '{organization} n’a pas retenu votre demande pour {animal}. Merci de votre intérêt.',
        other: 'Le refuge n’a pas retenu votre demande. Merci de votre intérêt.',
      },
    },
    withdrawn: {
      title: 'La demande est retirée',
      text: {
        by: 'hasAnimal',
        true: 'Votre demande pour {animal} n’est plus prise en compte.',
        other: 'Votre demande n’est plus prise en compte.',
      },
    },
    closed: {
      title: 'La demande est close',
      text: {
        by: 'hasOrganization',
        true: '{organization} a clos votre demande. Merci de votre intérêt.',
        other: 'Le refuge a clos votre demande. Merci de votre intérêt.',
      },
    },
  },
  sent: 'Ce que vous avez envoyé',
  change: 'Modifier',
  changeYours: 'Modifier votre demande',
  save: 'Enregistrer',
  tooLate: 'La demande ne peut plus être modifiée ici\u00a0: quelqu’un a commencé à la lire, ou elle est close.',
  withdraw: 'Retirer la demande',
  withdrawQuestion: 'Retirer la demande\u00a0?',
  keepIt: 'La garder',
  withdrawing: {
    by: 'hasAnimal',
    true: 'Votre demande pour {animal} ne sera plus prise en compte. C’est définitif, mais vous pourrez en envoyer une autre.',
    other: 'Votre demande ne sera plus prise en compte. C’est définitif, mais vous pourrez en envoyer une autre.',
  },
} as const satisfies OtherWords['applying'];
