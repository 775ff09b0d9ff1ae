import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(opcional)',
  close: 'Cerrar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'El navegador no permitió copiar. Selecciona el texto y cópialo a mano.',
  dismiss: 'Cerrar el aviso',
  notFound: 'Página no encontrada',
  notFoundWhy: 'Puede que la dirección sea incorrecta o que la página se haya eliminado.',
  goToBoard: 'Ver los animales',
} as const satisfies OtherWords['kit'];
