/** What the picture of an animal shows. */
export type Species = 'dog' | 'cat' | 'bird' | 'rabbit' | 'fish' | 'reptile' | 'rodent' | 'other';

/** Shelters name their categories themselves, in their own languages. */
const WORDS: readonly (readonly [Species, RegExp])[] = [
  ['dog', /\b(?:dog|pupp|hund|chien|perro|cane\b|cani\b|cach?orro|hond|pies\b|psy\b|köpek)|собак|犬|狗|كلب|כלב/i],
  ['cat', /\b(?:cats?\b|kitten|katze|chat|gato|gatt[oi]|kat(?:ten)?\b|kot\b|koty|kedi)|кош|猫|貓|قط|חתול/i],
  [
    'rabbit',
    /\b(?:rabbit|bunn|hares?\b|kaninchen|lapin|conejo|conigli|coelho|konijn|królik|tavşan)|кролик|兔|أرنب|ארנב/i,
  ],
  [
    'bird',
    /\b(?:bird|parrot|budg|canar|chicken|hens?\b|duck|vogel|vögel|oiseau|pájaro|aves?\b|uccell|pássaro|ptak|kuş)|птиц|鳥|鸟|طيور|ציפור/i,
  ],
  ['fish', /fish|\b(?:fisch|poisson|pez\b|peces|pesc[ei]|peixe|vis(?:sen)?\b|ryb|balık)|рыб|魚|鱼|سمك|דגים/i],
  ['reptile', /\b(?:reptil|turtle|tortoise|lizard|snake|gecko|schildkröt|tortue|tortuga)|рептил|爬虫|爬行|زواحف|זוחל/i],
  [
    'rodent',
    /small mammal|\b(?:rodent|hamster|guinea|mouse|mice|rats?\b|gerbil|ferret|kleintier|nager|meerschwein|rongeur|roedor)|грызун|小動物|小动物/i,
  ],
];

/** The species that a category's name suggests; `other`, shown as a paw, if it suggests none. */
export function speciesOf(categoryName: string | undefined): Species {
  if (categoryName === undefined) return 'other';
  return WORDS.find(([, words]) => words.test(categoryName))?.[0] ?? 'other';
}
