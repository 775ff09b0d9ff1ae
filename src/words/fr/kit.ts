import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(facultatif)',
  close: 'Fermer',
  cancel: 'Annuler',
  copy: 'Copier',
  copied: 'Copié',
  notCopied: 'Le navigateur n’a pas permis la copie. Sélectionnez le texte et copiez-le vous-même.',
  dismiss: 'Fermer le message',
  notFound: 'Page introuvable',
  notFoundWhy: 'L’adresse est peut-être erronée, ou la page a été supprimée.',
  goToBoard: 'Voir les animaux',
} as const satisfies OtherWords['kit'];
