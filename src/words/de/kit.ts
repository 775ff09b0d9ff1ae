import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(optional)',
  close: 'Schließen',
  cancel: 'Abbrechen',
  copy: 'Kopieren',
  copied: 'Kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren Sie den Text und kopieren Sie ihn von Hand.',
  dismiss: 'Ausblenden',
  notFound: 'Seite nicht gefunden',
  notFoundWhy: 'Vielleicht ist die Adresse falsch, oder die Seite wurde entfernt.',
  goToBoard: 'Zu den Tieren',
} as const satisfies OtherWords['kit'];
