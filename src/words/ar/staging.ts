import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'نسخة للتجربة',
  note: 'للتدريب فقط. الحيوانات هنا ليست حقيقية.',
  toProduction: 'إلى الموقع الفعلي',
} as const satisfies OtherWords['staging'];
