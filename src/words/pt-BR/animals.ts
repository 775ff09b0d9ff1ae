import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: 'Filhote',
    young: 'Jovem',
    adult: { by: 'sex', female: 'Adulta', other: 'Adulto' },
    senior: { by: 'sex', female: 'Idosa', other: 'Idoso' },
  },
  sexes: { female: 'Fêmea', male: 'Macho', unknown: 'Não informado' },
  sizes: { small: 'Porte pequeno', medium: 'Porte médio', large: 'Porte grande', xlarge: 'Porte gigante' },
  mix: 'Mistura de {breeds}',
  breedPair: '{first} com {second}',
  mixedBreed: 'Sem raça definida (SRD)',
  unknownBreed: 'Raça desconhecida',
} as const satisfies OtherWords['animals'];
