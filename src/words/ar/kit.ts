import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(اختياري)',
  close: 'إغلاق',
  cancel: 'إلغاء',
  copy: 'نسخ',
  copied: 'تم النسخ',
  notCopied: 'لم يسمح المتصفح بالنسخ. يرجى تحديد النص ونسخه يدويًا.',
  dismiss: 'إخفاء',
  notFound: 'الصفحة غير موجودة',
  notFoundWhy: 'قد يكون العنوان خاطئًا، أو أُزيلت الصفحة.',
  goToBoard: 'عرض الحيوانات',
} as const satisfies OtherWords['kit'];
