import type { kit as english } from '../en/kit.ts';
import type { WordsOf } from '../say.ts';

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
} as const satisfies WordsOf<typeof english>;
