import type { staging as english } from '../en/staging.ts';
import type { WordsOf } from '../say.ts';

export const staging = {
  badge: 'Pruebas',
  note: 'Para practicar. Los animales de aquí no son reales.',
  toProduction: 'Ir al sitio real',
} as const satisfies WordsOf<typeof english>;
