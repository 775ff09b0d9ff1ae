import { word } from './cells.ts';

/** How large an animal is, in English, Spanish, German and French, without marks. */
export const size = word([
  ['small s sm xs xsmall extrasmall verysmall tiny toy pequeno pequena klein petit petite', 'small'],
  ['medium m med mediano mediana mittel mittelgross moyen moyenne', 'medium'],
  ['large l lg big grande gross grand', 'large'],
  ['xlarge xl xxl extralarge verylarge giant gigante sehrgross', 'xlarge'],
]);

export const coat = word([
  ['hairless', 'hairless'],
  ['short shorthair shorthaired s smooth corto kurz court', 'short'],
  ['medium mediumhair m medio mittel milong', 'medium'],
  ['long longhair longhaired l largo lang', 'long'],
  ['wire wiry wirehaired rough', 'wire'],
  ['curly corded', 'curly'],
]);
