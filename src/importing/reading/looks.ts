import { word } from './cells.ts';

/** How large an animal is, in English and the languages of the board, without marks. */
export const size = word([
  [
    'small s sm xs xsmall extrasmall verysmall tiny toy pequeno pequena klein petit petite portepequeno maly mala صغير',
    'small',
  ],
  [
    'medium m med mediano mediana mittel mittelgross moyen moyenne medio media portemedio sredni srednia متوسط',
    'medium',
  ],
  ['large l lg big grande gross grand portegrande duzy duza كبير', 'large'],
  [
    'xlarge xl xxl extralarge verylarge giant gigante sehrgross muygrande tresgrand portegigante bardzoduzy bardzoduza كبيرجدا',
    'xlarge',
  ],
]);

export const coat = word([
  ['hairless sinpelo haarlos nu bezwlosa bezwlosy sempelo بلاشعر', 'hairless'],
  ['short shorthair shorthaired s smooth corto kurz court krotka krotkowlosy curto قصير', 'short'],
  ['medium mediumhair m medio mittel milong srednia poldluga متوسط', 'medium'],
  ['long longhair longhaired l largo lang dluga dlugowlosy longo طويل', 'long'],
  ['wire wiry wirehaired rough duro rau drahthaar dur szorstka خشن', 'wire'],
  ['curly corded rizado lockig frise krecona encaracolado مجعد', 'curly'],
]);
