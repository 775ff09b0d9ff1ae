import type { OtherWords } from '../en/catalogue.ts';

export const staging = {
  badge: 'Pruebas',
  note: 'Para practicar. Los animales de aquí no son reales.',
  toProduction: 'Ir al sitio real',
} as const satisfies OtherWords['staging'];
