import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: {
      by: 'kind',
      dog: { by: 'sex', female: 'Cachorra', other: 'Cachorro' },
      cat: { by: 'sex', female: 'Gatita', other: 'Gatito' },
      horse: { by: 'sex', female: 'Potra', other: 'Potro' },
      other: 'Cría',
    },
    young: 'Joven',
    adult: { by: 'sex', female: 'Adulta', other: 'Adulto' },
    senior: 'Sénior',
  },
  sexes: { female: 'Hembra', male: 'Macho', unknown: 'Sin determinar' },
  sizes: { small: 'Talla pequeña', medium: 'Talla mediana', large: 'Talla grande', xlarge: 'Talla muy grande' },
  mix: 'Cruce de {breeds}',
  breedPair: '{first} con {second}',
  mixedBreed: 'Mestizo',
  unknownBreed: 'Raza desconocida',
} as const satisfies OtherWords['animals'];
