import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'Pokaż całą kategorię {category}',
  nobodyIsCalled: 'Żadne zwierzę nie wabi się „{text}”.',
  allIn: 'To cała kategoria {category}',
  language: 'Język',
  writtenIn: 'Język oryginału: {language}',
  showOriginal: 'Pokaż oryginał',
  showTranslation: 'Pokaż tłumaczenie',
  favoritesCount: 'Ulubione ({count})',
  animal: 'Zwierzę',
  added: 'Nowe zwierzę: {name}.',
  nowIs: { available: '{name} szuka teraz domu.', pending: '{name} ma teraz rezerwację.', sold: '{name} ma już dom.' },
} as const satisfies OtherWords['board'];
