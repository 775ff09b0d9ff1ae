import type { reserving as english } from '../en/reserving.ts';
import type { WordsOf } from '../say.ts';

/** With « vous ». No name stands behind “de”, which a vowel would shorten, and no participle shows the sex of an animal or a reader. */
export const reserving = {
  send: 'Envoyer',
  askAbout: 'Poser une question sur {animal}',
  reserveAnimal: 'Réserver {animal}',
  back: 'Retour',
  taken: 'Une autre personne vient de réserver {animal}. Si la réservation prend fin, cette page l’affiche aussitôt.',
  held: {
    by: 'hasTime',
    true: 'L’animal vous est réservé pendant {time}, et à personne d’autre.',
    other: 'L’animal vous est réservé, et à personne d’autre.',
  },
  binding: 'C’est gratuit et sans engagement\u00a0: vous pouvez annuler à tout moment.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} vous enverra un e-mail pour la suite, par exemple une visite.',
    other: 'Le refuge vous enverra un e-mail pour la suite, par exemple une visite.',
  },
  question: 'Votre question',
  enterQuestion: 'Écrivez votre question.',
  name: 'Votre nom',
  enterName: 'Indiquez votre nom.',
  email: 'Votre adresse e-mail',
  enterEmail: 'Indiquez une adresse e-mail, par exemple anne@example.org.',
  seenBy: {
    by: 'hasOrganization',
    true: 'Seuls {organization} et les responsables de ce service voient votre nom et votre adresse.',
    other: 'Seuls le refuge et les responsables de ce service voient votre nom et votre adresse.',
  },
  phone: 'Votre numéro de téléphone',
  note: 'Message au refuge',
  answerIt: 'Répondez à cette question.',
  choose: 'Choisissez…',
  yesNo: { yes: 'Oui', no: 'Non' },
  reachDirectly: 'Vous pouvez aussi joindre directement le refuge\u00a0:',
  yourReservation: 'Votre réservation',
  seeYours: 'Voir votre réservation',
  none: 'Aucune réservation ici',
  noneWhy:
    'Le lien contient peut-être une erreur, ou il a expiré\u00a0: les liens expirent quelque temps après la fin d’une réservation.',
  states: {
    placed: {
      title: 'Réservation à votre nom',
      text: {
        by: 'hasOrganization',
        true: 'Jusqu’au {time}. {organization} décide d’ici là.',
        other: 'Jusqu’au {time}. Le refuge décide d’ici là.',
      },
    },
    approved: {
      title: 'Bientôt chez vous',
      text: {
        by: 'hasBoth',
        true: '{organization} a accepté l’adoption\u00a0: {animal} vient habiter chez vous.',
        other: 'Le refuge a accepté l’adoption\u00a0: l’animal vient habiter chez vous.',
      },
    },
    delivered: {
      title: 'Chez vous',
      text: {
        by: 'hasAnimal',
        true: '{animal} a trouvé une famille chez vous.',
        other: 'L’animal a trouvé une famille chez vous.',
      },
    },
    cancelled: {
      title: 'La réservation est annulée',
      text: {
        by: 'hasAnimal',
        true: 'Vous n’avez plus de réservation pour {animal}.',
        other: 'Vous n’avez plus de réservation pour l’animal.',
      },
    },
    expired: {
      title: 'La réservation est terminée',
      text: {
        by: 'hasBoth',
        true: 'Personne ne l’a acceptée avant le {time}. Si vous souhaitez toujours adopter {animal}, écrivez à {organization}.',
        other:
          'Personne ne l’a acceptée avant le {time}. Si vous souhaitez toujours adopter l’animal, écrivez au refuge.',
      },
    },
    returned: {
      title: { by: 'hasOrganization', true: 'De retour chez {organization}', other: 'De retour au refuge' },
      text: {
        by: 'hasBoth',
        true: '{organization} accueille de nouveau {animal}.',
        other: 'Le refuge accueille de nouveau l’animal.',
      },
    },
  },
  expected: 'Votre rendez-vous\u00a0: {time}.',
  feeIs: 'Les frais d’adoption s’élèvent à {fee}.',
  feeNone: 'Il n’y a pas de frais d’adoption.',
  paidOn: 'Payés le {day}',
  payFee: 'Payer les frais',
  donateTo: 'Faire un don à {shelter}',
  addToCalendar: 'Ajouter à l’agenda',
  cancelIt: 'Annuler la réservation',
  cancelQuestion: 'Annuler la réservation\u00a0?',
  keepIt: 'La garder',
  cancelled: {
    by: 'hasAnimal',
    true: 'D’autres personnes pourront alors réserver {animal}. Vous ne pourrez pas revenir en arrière.',
    other: 'D’autres personnes pourront alors réserver l’animal. Vous ne pourrez pas revenir en arrière.',
  },
  howIs: { by: 'hasAnimal', true: 'Comment va {animal}\u00a0?', other: 'Comment va l’animal\u00a0?' },
  writeTo: 'Écrire à {organization}',
  writeSomething: 'Écrivez quelques mots.',
  answerIsMailed: 'Vous recevrez la réponse par e-mail.',
  sent: 'C’est envoyé. Merci\u00a0!',
  endMails: 'Ne plus recevoir d’e-mails avec cette question',
  mailsEnded: 'Vous ne recevrez plus ces e-mails.',
  mission: 'Mission',
  policy: 'Adoption',
  online: 'En ligne',
  hours: 'Horaires',
  directions: 'Itinéraire',
  directionsTo: 'Itinéraire\u00a0: {address}',
  today: 'Aujourd’hui\u00a0: {hours}',
  favorite: 'Favori\u00a0: {animal}',
  noFavorites: 'Aucun favori pour l’instant',
  noFavoritesHint:
    'Le cœur sur la photo d’un animal le garde ici, dans ce navigateur. Le refuge sait combien de cœurs l’animal a reçus, mais pas de qui.',
  share: 'Partager',
  linkCopied: 'Lien copié',
  unknownPlace: 'Ce lieu est inconnu',
  unknownPlaceHint:
    'Essayez un code postal des États-Unis ou du Canada, ou une ville avec son État ou son pays, par exemple Springfield, IL.',
  searchEverywhere: 'Chercher partout',
  noOrganization: 'Aucun refuge n’est encore présenté ici',
  noOrganizationHint: 'Dès qu’il y en aura un, ses animaux apparaîtront ici automatiquement.',
  consoleLink: 'console',
  listOne: 'Vous gérez ce service\u00a0? Présentez une organisation dans la {console} ou avec {command}.',
  switchedOff: 'Cette page est désactivée',
  switchedOffWhy: 'Sa clé d’API pour lire les animaux a été révoquée. Revenez plus tard.',
  makeKey:
    'Vous gérez ce service\u00a0? Créez une autre clé dans la {console}, sur le compte {account}, ou avec {command}.',
} as const satisfies WordsOf<typeof english>;
