import type { OtherWords } from '../en/catalogue.ts';

export const statement = {
  goal: {
    by: 'hasOrganization',
    true: '{organization} quiere que todas las personas puedan usar estas páginas: con el teclado, con un lector de pantalla, ampliadas o con alto contraste.',
    other:
      'Todas las personas deben poder usar estas páginas: con el teclado, con un lector de pantalla, ampliadas o con alto contraste.',
  },
  status: 'Conformidad',
  conforms:
    'Las páginas cumplen las Pautas de Accesibilidad para el Contenido Web (WCAG) 2.2, nivel AA. Se evaluaron por última vez el {day}, a mano y con programas.',
  report: 'Qué se evaluó, por criterio (en inglés)',
  limits: 'Limitaciones conocidas',
  ofPhotos:
    'Las fotos las describen personas del refugio. Si falta una descripción, solo se indica el nombre del animal.',
  ofLanguages: 'Los textos sobre un animal pueden estar en un idioma distinto del de la página. Una nota lo indica.',
  ofSlideshow: 'En la presentación los animales cambian solos. La barra espaciadora y un botón la ponen en pausa.',
  barrier: 'Informar de una barrera',
  barrierText:
    '¿Hay algo que no te funciona, o necesitas algo en otro formato? Escribe o llama, e indica la página y qué ha ocurrido.',
} as const satisfies OtherWords['statement'];
