import { type AnimalType, names } from './species.ts';

/**
 * The names of the colors of each type of animal, in the order of the alphabet. Source: Petfinder's `/v2/types` as recorded by public test suites in
 * January 2020 and, unchanged, on 2024-11-07.
 */
const colors = {
  dog: names(`
    Apricot / Beige; Bicolor; Black; Brindle; Brown / Chocolate; Golden; Gray / Blue / Silver; Harlequin; Merle (Blue);
    Merle (Red); Red / Chestnut / Orange; Sable; Tricolor (Brown, Black, & White); White / Cream;
    Yellow / Tan / Blond / Fawn
  `),
  cat: names(`
    Black; Black & White / Tuxedo; Blue Cream; Blue Point; Brown / Chocolate; Buff & White; Buff / Tan / Fawn; Calico;
    Chocolate Point; Cream / Ivory; Cream Point; Dilute Calico; Dilute Tortoiseshell; Flame Point; Gray & White;
    Gray / Blue / Silver; Lilac Point; Orange & White; Orange / Red; Seal Point; Smoke; Tabby (Brown / Chocolate);
    Tabby (Buff / Tan / Fawn); Tabby (Gray / Blue / Silver); Tabby (Leopard / Spotted); Tabby (Orange / Red);
    Tabby (Tiger Striped); Torbie; Tortoiseshell; White
  `),
  rabbit: names(`
    Agouti; Black; Blue / Gray; Brown / Chocolate; Cream; Lilac; Orange / Red; Sable; Silver Marten; Tan; Tortoiseshell;
    White
  `),
  'small-furry': names(`
    Agouti; Albino; Black; Black Sable; Blue / Gray; Brown / Chocolate; Calico; Champagne; Cinnamon; Cream;
    Orange / Red; Sable; Tan; Tortoiseshell; White; White (Dark-Eyed)
  `),
  horse: names(`
    Appaloosa; Bay; Bay Roan; Black; Blue Roan; Brown; Buckskin; Champagne; Chestnut / Sorrel; Cremello; Dapple Gray;
    Dun; Gray; Grullo; Liver; Paint; Palomino; Perlino; Piebald; Pinto; Red Roan; Silver Bay; Silver Buckskin;
    Silver Dapple; White
  `),
  bird: names(`
    Black; Blue; Brown; Buff; Gray; Green; Olive; Orange; Pink; Purple / Violet; Red; Rust / Rufous; Tan; White; Yellow
  `),
  'scales-fins-other': names(`
    Black; Blue; Brown; Gray; Green; Iridescent; Orange; Purple; Red; Tan; White; Yellow
  `),
  barnyard: names(`
    Agouti; Black; Black & White; Brindle; Brown; Gray; Pink; Red; Roan; Spotted; Tan; White
  `),
};
export type Color = (typeof colors)[AnimalType][number];
export const COLORS: Readonly<Record<AnimalType, readonly string[]>> = colors;
