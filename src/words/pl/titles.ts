import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  described: { by: 'known', all: '{kind}, {age} {sex}', age: '{kind}, {age}', sex: '{kind}, {sex}', other: '{kind}' },
  agesInside: {
    baby: { by: 'sex', female: 'malutka', male: 'malutki', other: 'maluch' },
    young: { by: 'sex', female: 'młoda', male: 'młody', other: 'młode zwierzę' },
    adult: { by: 'sex', female: 'dorosła', male: 'dorosły', other: 'dorosłe zwierzę' },
    senior: { by: 'sex', female: 'starsza', male: 'starszy', other: 'starsze zwierzę' },
  },
  sexesInside: { female: 'samica', male: 'samiec' },
  nameAndKind: '{name} – {described}',
} as const satisfies OtherWords['titles'];
