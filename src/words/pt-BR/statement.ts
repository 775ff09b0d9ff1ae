import type { OtherWords } from '../en/catalogue.ts';

export const statement = {
  goal: {
    by: 'hasOrganization',
    true: '{organization} quer que todas as pessoas possam usar estas páginas: com o teclado, com um leitor de tela, ampliadas ou com alto contraste.',
    other:
      'Todas as pessoas devem poder usar estas páginas: com o teclado, com um leitor de tela, ampliadas ou com alto contraste.',
  },
  status: 'Conformidade',
  conforms:
    'As páginas atendem às Diretrizes de Acessibilidade para Conteúdo Web (WCAG) 2.2, nível AA. Foram avaliadas pela última vez em {day}, à mão e por programas.',
  report: 'O que foi avaliado, por critério (em inglês)',
  limits: 'Limitações conhecidas',
  ofPhotos: 'As fotos são descritas por pessoas do abrigo. Onde falta uma descrição, só o nome do animal é informado.',
  ofLanguages: 'Os textos sobre um animal podem estar em outro idioma que não o da página. Uma nota avisa.',
  ofSlideshow: 'Na apresentação, os animais mudam sozinhos. A barra de espaço e um botão a pausam.',
  barrier: 'Relatar uma barreira',
  barrierText:
    'Algo não funciona para você, ou você precisa de algo em outro formato? Escreva ou ligue, e diga qual é a página e o que aconteceu.',
} as const satisfies OtherWords['statement'];
