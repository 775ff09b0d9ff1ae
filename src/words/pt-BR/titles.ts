import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  /** `adulto` and `idoso` agree with the sex. */
  described: {
    by: 'known',
    all: {
      by: 'sex',
      fêmea: { by: 'age', adulto: '{kind}, fêmea adulta', idoso: '{kind}, fêmea idosa', other: '{kind}, {sex} {age}' },
      other: '{kind}, {sex} {age}',
    },
    age: '{kind}, {age}',
    sex: '{kind}, {sex}',
    other: '{kind}',
  },
  agesInside: { baby: 'filhote', young: 'jovem', adult: 'adulto', senior: 'idoso' },
  sexesInside: { female: 'fêmea', male: 'macho' },
  nameAndKind: '{name} · {described}',
} as const satisfies OtherWords['titles'];
