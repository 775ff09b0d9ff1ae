import type { OtherWords } from '../en/catalogue.ts';

export const statement = {
  goal: {
    by: 'hasOrganization',
    true: '{organization} souhaite que tout le monde puisse utiliser ces pages : au clavier, avec un lecteur d’écran, agrandies ou en contraste élevé.',
    other:
      'Tout le monde doit pouvoir utiliser ces pages : au clavier, avec un lecteur d’écran, agrandies ou en contraste élevé.',
  },
  status: 'Conformité',
  conforms:
    'Les pages respectent les Règles pour l’accessibilité des contenus web (WCAG) 2.2, niveau AA. Elles ont été évaluées pour la dernière fois le {day}, à la main et par des programmes.',
  report: 'Ce qui a été évalué, critère par critère (en anglais)',
  limits: 'Limites connues',
  ofPhotos:
    'Les photos sont décrites par des personnes du refuge. S’il manque une description, seul le nom de l’animal est donné.',
  ofLanguages: 'Les textes sur un animal peuvent être dans une autre langue que la page. Une note le signale.',
  ofSlideshow:
    'Dans le diaporama, les animaux changent tout seuls. La barre d’espace et un bouton le mettent en pause.',
  barrier: 'Signaler un obstacle',
  barrierText:
    'Quelque chose ne fonctionne pas pour vous, ou vous en avez besoin sous une autre forme ? Écrivez ou appelez, en indiquant la page et ce qui s’est passé.',
} as const satisfies OtherWords['statement'];
