import type { OtherWords } from '../en/catalogue.ts';

export const statement = {
  goal: {
    by: 'hasOrganization',
    true: '{organization} möchte, dass alle diese Seiten nutzen können: mit der Tastatur, mit einem Screenreader, vergrößert oder mit hohem Kontrast.',
    other:
      'Alle sollen diese Seiten nutzen können: mit der Tastatur, mit einem Screenreader, vergrößert oder mit hohem Kontrast.',
  },
  status: 'Konformität',
  conforms:
    'Die Seiten erfüllen die Web Content Accessibility Guidelines (WCAG) 2.2 auf Stufe AA. Zuletzt wurden sie am {day} geprüft, von Hand und mit Programmen.',
  report: 'Was geprüft wurde, nach Kriterien (auf Englisch)',
  limits: 'Bekannte Einschränkungen',
  ofPhotos:
    'Fotos werden von Menschen im Tierheim beschrieben. Fehlt eine Beschreibung, wird nur der Name des Tieres genannt.',
  ofLanguages: 'Texte über ein Tier können in einer anderen Sprache sein als die Seite. Ein Hinweis sagt das.',
  ofSlideshow: 'In der Diashow wechseln die Tiere von selbst. Die Leertaste und eine Schaltfläche halten sie an.',
  barrier: 'Eine Barriere melden',
  barrierText:
    'Funktioniert etwas für Sie nicht, oder brauchen Sie etwas in anderer Form? Schreiben Sie uns oder rufen Sie an, und nennen Sie die Seite und was geschehen ist.',
} as const satisfies OtherWords['statement'];
