import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: {
      by: 'kind',
      dog: 'Chiot',
      cat: 'Chaton',
      rabbit: 'Lapereau',
      horse: { by: 'sex', female: 'Pouliche', other: 'Poulain' },
      other: 'Bébé',
    },
    young: 'Jeune',
    adult: 'Adulte',
    senior: 'Senior',
  },
  sexes: { female: 'Femelle', male: 'Mâle', unknown: 'Indéterminé' },
  sizes: { small: 'Petite taille', medium: 'Taille moyenne', large: 'Grande taille', xlarge: 'Très grande taille' },
  mix: 'Croisé {breeds}',
  breedPair: '{first} et {second}',
  mixedBreed: 'Croisé',
  unknownBreed: 'Race inconnue',
} as const satisfies OtherWords['animals'];
