import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: {
      by: 'kind',
      dog: 'جرو',
      cat: { by: 'sex', female: 'قطة صغيرة', other: 'قط صغير' },
      horse: { by: 'sex', female: 'مهرة', other: 'مهر' },
      other: { by: 'sex', female: 'صغيرة', other: 'صغير' },
    },
    young: { by: 'sex', female: 'يافعة', other: 'يافع' },
    adult: { by: 'sex', female: 'بالغة', other: 'بالغ' },
    senior: { by: 'sex', female: 'مسنة', other: 'مسن' },
  },
  sexes: { female: 'أنثى', male: 'ذكر', unknown: 'غير معروف' },
  sizes: { small: 'حجم صغير', medium: 'حجم متوسط', large: 'حجم كبير', xlarge: 'حجم كبير جدًا' },
  mix: 'هجين {breeds}',
  breedPair: '{first} و{second}',
  mixedBreed: 'سلالة مختلطة',
  unknownBreed: 'سلالة غير معروفة',
} as const satisfies OtherWords['animals'];
