import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  described: { by: 'known', all: '{kind}, {age} {sex}', age: '{kind}, {age}', sex: '{kind}, {sex}', other: '{kind}' },
  agesInside: { baby: 'bébé', young: 'jeune', adult: 'adulte', senior: 'senior' },
  sexesInside: { female: 'femelle', male: 'mâle' },
  nameAndKind: '{name} · {described}',
} as const satisfies OtherWords['titles'];
