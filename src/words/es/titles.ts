import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  /** `adulto` is the one word that agrees with the sex. */
  described: {
    by: 'known',
    all: {
      by: 'sex',
      hembra: { by: 'age', adulto: '{kind}, hembra adulta', other: '{kind}, {sex} {age}' },
      other: '{kind}, {sex} {age}',
    },
    age: '{kind}, {age}',
    sex: '{kind}, {sex}',
    other: '{kind}',
  },
  agesInside: { baby: 'muy joven', young: 'joven', adult: 'adulto', senior: 'sénior' },
  sexesInside: { female: 'hembra', male: 'macho' },
  nameAndKind: '{name} · {described}',
} as const satisfies OtherWords['titles'];
