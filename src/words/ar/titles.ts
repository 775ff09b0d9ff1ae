import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  described: { by: 'known', all: '{kind}، {sex} {age}', age: '{kind}، {age}', sex: '{kind}، {sex}', other: '{kind}' },
  agesInside: {
    baby: { by: 'sex', female: 'صغيرة', other: 'صغير' },
    young: { by: 'sex', female: 'يافعة', other: 'يافع' },
    adult: { by: 'sex', female: 'بالغة', other: 'بالغ' },
    senior: { by: 'sex', female: 'مسنة', other: 'مسن' },
  },
  sexesInside: { female: 'أنثى', male: 'ذكر' },
  nameAndKind: '{name}، {described}',
} as const satisfies OtherWords['titles'];
