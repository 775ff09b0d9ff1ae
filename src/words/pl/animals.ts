import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: { by: 'kind', dog: 'Szczeniak', cat: 'Kociak', horse: 'Źrebię', other: 'Maluch' },
    young: { by: 'sex', female: 'Młoda', male: 'Młody', other: 'Młode' },
    adult: { by: 'sex', female: 'Dorosła', male: 'Dorosły', other: 'Dorosłe' },
    senior: { by: 'sex', female: 'Seniorka', other: 'Senior' },
  },
  sexes: {
    female: { by: 'kind', dog: 'Suczka', cat: 'Kotka', horse: 'Klacz', other: 'Samica' },
    male: { by: 'kind', cat: 'Kocur', other: 'Samiec' },
    unknown: 'Nieznana',
  },
  sizes: { small: 'Mały rozmiar', medium: 'Średni rozmiar', large: 'Duży rozmiar', xlarge: 'Bardzo duży rozmiar' },
  mix: '{breeds} (mieszaniec)',
  breedPair: '{first} i {second}',
  mixedBreed: 'Mieszaniec',
  unknownBreed: 'Rasa nieznana',
} as const satisfies OtherWords['animals'];
