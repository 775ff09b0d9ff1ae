import type { OtherWords } from '../en/catalogue.ts';

export const titles = {
  described: { by: 'known', all: '{kind}, {age}, {sex}', age: '{kind}, {age}', sex: '{kind}, {sex}', other: '{kind}' },
  agesInside: { baby: 'noch ganz jung', young: 'jung', adult: 'erwachsen', senior: 'im Seniorenalter' },
  sexesInside: { female: 'weiblich', male: 'männlich' },
  nameAndKind: '{name}, {described}',
} as const satisfies OtherWords['titles'];
