import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(opcjonalnie)',
  close: 'Zamknij',
  cancel: 'Anuluj',
  copy: 'Kopiuj',
  copied: 'Skopiowano',
  notCopied: 'Przeglądarka nie pozwoliła skopiować. Zaznacz tekst i skopiuj go ręcznie.',
  dismiss: 'Ukryj',
  notFound: 'Nie znaleziono strony',
  notFoundWhy: 'Adres może być błędny albo strona została usunięta.',
  goToBoard: 'Zobacz zwierzęta',
} as const satisfies OtherWords['kit'];
