import type { OtherWords } from '../en/catalogue.ts';

export const kit = {
  optional: '(opcional)',
  close: 'Fechar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  notCopied: 'O navegador não permitiu copiar. Selecione o texto e copie você mesmo.',
  dismiss: 'Dispensar',
  notFound: 'Página não encontrada',
  notFoundWhy: 'O endereço pode estar errado, ou a página foi removida.',
  goToBoard: 'Ver os animais',
} as const satisfies OtherWords['kit'];
