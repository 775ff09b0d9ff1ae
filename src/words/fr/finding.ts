import type { OtherWords } from '../en/catalogue.ts';

export const finding = {
  animals: { one: '{count} animal', many: '{count} d’animaux', other: '{count} animaux' },
  moreAnimals: 'Plus de {count} animaux',
  show: { one: 'Voir {count} animal', many: 'Voir {count} d’animaux', other: 'Voir {count} animaux' },
  showSome: 'Voir les animaux',
  goodWith: 'S’entend avec',
  photos: 'Photos',
  withPhotosOnly: 'Avec photos uniquement',
  near: 'Lieu',
  nearHint:
    'Un code postal des États-Unis ou du Canada, ou une ville avec son État ou son pays\u00a0: Springfield, IL.',
  within: 'Distance',
  upTo: 'Jusqu’à {distance}',
  addTheFirst: 'Vous gérez ce refuge\u202f? Ajoutez le premier animal dans la {console} ou essayez une {demo}.',
  consoleLink: 'console',
  demoLink: 'démo',
  noMatch: 'Aucun animal ne correspond',
  noMatchHint: 'Essayez moins de filtres ou un autre nom. Les nouveaux animaux apparaissent ici automatiquement.',
  showAvailable: 'Voir les animaux à l’adoption',
  anyAnimal: 'Tous les animaux',
  inOneCategory: 'Dans une catégorie',
  tellMe: 'Me prévenir si un tel animal arrive',
  checkMail: 'Consultez vos e-mails',
  done: 'Terminé',
  openTheLink:
    'Ouvrez le lien que nous envoyons à {email} et confirmez que vous voulez ces e-mails. Si rien n’arrive, regardez dans vos indésirables\u202f; vous pourrez refaire la demande demain.',
  askForMails: 'Demander ces e-mails',
  emailUse:
    'Uniquement pour ces e-mails\u00a0: un par jour au plus, pendant un an. Chacun contient un lien pour ne plus en recevoir.',
  pageTitle: 'E-mails sur les nouveaux animaux',
  noAlert: 'Aucune alerte ici',
  noAlertWhy:
    'Le lien est peut-être mal recopié, ou les e-mails ont pris fin\u00a0: une semaine après une demande non confirmée, ou au bout d’un an.',
  ended: 'Vous ne recevrez plus d’e-mails',
  endedText: 'Votre adresse a été effacée avec l’alerte.',
  endedUnconfirmed:
    'Votre adresse a été effacée avec l’alerte. Pendant 30\u00a0jours, personne ne pourra refaire de demande pour elle.',
  youGet: 'Vous recevez des e-mails sur les nouveaux animaux',
  doYouWant: 'Voulez-vous ces e-mails\u202f?',
  until: 'Un par jour au plus, jusqu’au {day}, quand un tel animal cherche une famille\u00a0:',
  forAYear: 'Un par jour au plus, pendant un an, quand un tel animal cherche une famille\u00a0:',
  renew: 'Prolonger d’un an',
  yesTellMe: 'Oui, prévenez-moi',
  end: 'Arrêter ces e-mails',
  noAndForget: 'Non, oubliez mon adresse',
} as const satisfies OtherWords['finding'];
