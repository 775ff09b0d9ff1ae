import type { OtherWords } from '../en/catalogue.ts';

export const failures = {
  rate_limit_exceeded: { title: 'Trop de requêtes', advice: 'Patientez un instant, puis réessayez.' },
  service_unavailable: { title: 'Le service est indisponible', advice: 'Réessayez dans un instant.' },
  timeout: {
    title: 'La réponse se fait trop attendre',
    advice: 'La connexion est peut-être lente. Réessayez dans un instant.',
  },
  unexpected_answer: {
    title: 'Réponse inattendue',
    advice:
      'La réponse ne vient pas de ce service, mais peut-être de la page de connexion de votre réseau. Réessayez dans un instant.',
  },
  daily_quota_exceeded: {
    title: 'Limite quotidienne atteinte',
    advice: 'Les requêtes de ces 24\u00a0heures sont épuisées. Réessayez quand la limite sera réinitialisée.',
  },
  internal_error: {
    title: 'Une erreur est survenue',
    advice: 'Réessayez. Si le problème persiste, donnez au responsable du service le numéro de requête ci-dessous.',
  },
  too_many_open_orders: {
    title: 'Trop de réservations en cours',
    advice:
      'Vous pourrez réserver un autre animal quand l’une de vos réservations aura pris fin. Le refuge peut en annuler une pour vous.',
  },
  already_applied: {
    title: 'Vous avez déjà fait une demande',
    advice:
      'Une demande est en cours pour cet animal avec cette adresse e-mail. Son lien, aussi dans l’e-mail de confirmation, permet de la voir.',
  },
  too_many_open_applications: {
    title: 'Trop de demandes en cours',
    advice:
      'Vous pourrez faire une demande pour un autre animal quand l’une de vos demandes aura reçu une réponse, ou si vous en retirez une.',
  },
  pet_not_found: {
    title: 'Cet animal n’est plus ici',
    advice: 'Il a peut-être été retiré depuis l’ouverture de la page.',
  },
  order_closed: {
    title: 'Cette adoption est close',
    advice: 'Quelqu’un d’autre l’a close, ou elle a expiré. Consultez son état actuel.',
  },
  missing_api_key: { title: 'Votre session est fermée', advice: 'Reconnectez-vous pour continuer.' },
  account_suspended: { title: 'Ce compte est suspendu', advice: 'Contactez le responsable de ce service.' },
} as const satisfies OtherWords['failures'];
