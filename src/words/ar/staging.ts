import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'نسخة للتجربة',
  note: 'للتدريب فقط. الحيوانات هنا ليست حقيقية.',
  toProduction: 'إلى الموقع الفعلي',
} as const satisfies WordsOf<typeof english>;
