import type { OtherWords } from '../en/catalogue.ts';

export const board = {
  showAllIn: 'عرض كل فئة {category}',
  nobodyIsCalled: 'لا يوجد حيوان باسم «{text}».',
  allIn: 'هذه كل فئة {category}',
  language: 'اللغة',
  writtenIn: 'لغة النص الأصلي: {language}',
  showOriginal: 'عرض النص الأصلي',
  showTranslation: 'عرض الترجمة',
  favoritesCount: 'المفضلة ({count})',
  animal: 'حيوان',
  added: 'حيوان جديد: {name}.',
  nowIs: { available: 'تبني {name} متاح الآن.', pending: 'تم حجز {name}.', sold: 'تم تبني {name}.' },
} as const satisfies OtherWords['board'];
