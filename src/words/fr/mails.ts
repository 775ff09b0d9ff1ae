import type { OtherWords } from '../en/catalogue.ts';

/** With « vous ». No name stands behind “de”, which a vowel would shorten, and no participle shows the sex of an animal or a reader. */
export const mails = {
  linkBefore: '{label}\u00a0:',
  reservation: {
    subjects: {
      placed: 'Votre réservation\u00a0: {animal}',
      approved: '{shelter} a accepté votre demande d’adoption\u00a0: {animal}',
      delivered: '{animal} a trouvé une famille',
      cancelled: 'Réservation annulée\u00a0: {animal}',
      expired: 'Réservation terminée\u00a0: {animal}',
      returned: '{animal} est de retour chez {shelter}',
    },
    texts: {
      placed:
        'Votre réservation pour {animal} est valable jusqu’au {time}. {shelter} prendra sa décision d’ici là, et vous recevrez un autre e-mail.',
      approved: '{shelter} vous confie {animal}.',
      delivered: '{animal} vit maintenant chez vous. {shelter} vous souhaite de belles années ensemble.',
      cancelled: 'Votre réservation pour {animal} est annulée.',
      expired:
        'Personne ne l’a acceptée avant le {time}\u00a0: votre réservation pour {animal} est donc terminée. Si vous souhaitez toujours adopter {animal}, écrivez à {shelter}.',
      returned: '{shelter} a repris {animal}.',
    },
    withoutAnimal: {
      placed: 'Votre réservation',
      approved: '{shelter} a accepté votre demande d’adoption',
      delivered: 'Votre adoption est conclue',
      cancelled: 'Votre réservation est annulée',
      expired: 'Votre réservation est terminée',
      returned: 'L’animal est de retour chez {shelter}',
    },
    visit: 'Votre rendez-vous\u00a0: {time}. Il est joint à cet e-mail, pour votre agenda.',
    see: 'Voir votre réservation',
    cancelThere: 'Vous pourrez aussi l’annuler sur cette page si vos projets changent.',
    footnote:
      'Vous recevez cet e-mail parce que quelqu’un a réservé un animal sur {site} avec cette adresse. Si ce n’était pas vous, annulez la réservation ou ne faites rien. Toute personne qui a le lien peut voir et annuler la réservation.',
  },
  application: {
    subjects: {
      submitted: '{shelter} a bien reçu votre demande d’adoption\u00a0: {animal}',
      declined: 'Votre demande d’adoption\u00a0: {animal}',
      closed: '{animal} ne cherche plus de famille',
    },
    texts: {
      submitted:
        '{shelter} lit toutes les demandes pour {animal}. Vous recevrez un autre e-mail dès qu’une décision sera prise.',
      declined: '{shelter} n’a pas retenu votre demande pour {animal}. Merci de votre intérêt.',
      closed: '{animal} ne cherche plus de famille\u00a0: {shelter} a donc clos votre demande. Merci de votre intérêt.',
    },
    withoutAnimal: {
      submitted: '{shelter} a bien reçu votre demande d’adoption',
      declined: 'Votre demande d’adoption ({shelter})',
      closed: 'Votre demande d’adoption est close ({shelter})',
    },
    textsWithoutAnimal: {
      submitted: '{shelter} lit toutes les demandes. Vous recevrez un autre e-mail dès qu’une décision sera prise.',
      declined: '{shelter} n’a pas retenu votre demande. Merci de votre intérêt.',
      closed:
        'L’animal que vous vouliez adopter n’est plus chez {shelter}\u00a0: votre demande est donc close. Merci de votre intérêt.',
    },
    see: 'Voir votre demande',
    changeThere: 'Sur cette page, vous pouvez la modifier tant que personne n’a commencé à la lire, ou la retirer.',
    footnote:
      'Vous recevez cet e-mail parce que quelqu’un a envoyé une demande d’adoption sur {site} avec cette adresse. Si ce n’était pas vous, retirez la demande ou ne faites rien. Toute personne qui a le lien peut voir et retirer la demande.',
  },
  calendar: { visit: 'Visite\u00a0: {animal}, {shelter}', call: '{shelter}\u00a0: {phone}' },
  followUps: {
    afterThreeDays: {
      subject: 'Comment se passent les premiers jours avec {animal}\u00a0?',
      text: `Bonjour {name},

{animal} vit chez vous depuis le {day}. Comment cela se passe-t-il\u00a0?

Les premiers jours, certains animaux sont très calmes et d’autres agités\u00a0: l’un comme l’autre est normal. Si vous vous posez une question, écrivez-nous\u00a0: nous connaissons {animal} et vous aiderons volontiers.`,
    },
    afterThirtyDays: {
      subject: 'Un mois avec {animal}',
      text: `Bonjour {name},

{animal} vit chez vous depuis un mois. Comment va la vie ensemble\u00a0? Vos nouvelles nous feraient très plaisir.

Si tout n’est pas comme vous l’espériez, dites-le-nous aussi\u00a0: il n’est jamais trop tard pour demander conseil.`,
    },
    write: 'Écrire à {shelter}',
    footnote: 'Vous recevez cet e-mail parce que vous avez adopté {animal} chez {shelter} le {day}.',
    end: 'Ne plus recevoir ces e-mails',
  },
  alerts: {
    confirmSubject: 'Voulez-vous des e-mails sur les nouveaux animaux\u00a0?',
    confirmText:
      'Quelqu’un, sans doute vous, a demandé à {writer} d’écrire à cette adresse quand certains animaux cherchent une famille. Confirmez-le sous sept jours\u00a0:',
    confirm: 'Voir et confirmer',
    confirmFootnote:
      'Si ce n’était pas vous, ne faites rien\u00a0: vous ne recevrez rien d’autre. Sur la même page, vous pouvez refuser ces e-mails.',
    foundOne: '{animal} cherche une famille',
    found: { one: '{count} animal cherche une famille', other: '{count} animaux cherchent une famille' },
    meet: 'Rencontrer {animal}',
    more: 'Il y en a d’autres\u00a0: les voir tous',
    foundFootnote: 'Vous avez demandé cet e-mail.',
    renewOrEnd: 'Prolonger ou arrêter ces e-mails',
  },
  answers: {
    fromShelter: '{shelter} vous a répondu',
    fromShelterAbout: '{shelter} vous a répondu\u00a0: {animal}',
    fromOperators: 'L’équipe du site {host} vous a répondu',
    fromOperatorsAbout: 'L’équipe du site {host} vous a répondu\u00a0: {animal}',
    operators: 'L’équipe du site {host}',
    footnote:
      'Vous recevez cet e-mail parce que quelqu’un a écrit un message sur {site} avec cette adresse. Si ce n’était pas vous, ne faites rien\u00a0: vous ne recevrez rien d’autre.',
  },
} as const satisfies OtherWords['mails'];
