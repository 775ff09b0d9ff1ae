import type { OtherWords } from '../en/catalogue.ts';

export const animals = {
  ages: {
    baby: { by: 'kind', dog: 'Welpe', cat: 'Kitten', horse: 'Fohlen', other: 'Jungtier' },
    young: { by: 'kind', dog: 'Junghund', cat: 'Jungkatze', other: 'Jung' },
    adult: 'Erwachsen',
    senior: { by: 'sex', female: 'Seniorin', other: 'Senior' },
  },
  sexes: {
    female: { by: 'kind', dog: 'Hündin', cat: 'Kätzin', rabbit: 'Häsin', horse: 'Stute', other: 'Weiblich' },
    male: { by: 'kind', dog: 'Rüde', cat: 'Kater', rabbit: 'Rammler', other: 'Männlich' },
    unknown: 'Unbekannt',
  },
  sizes: { small: 'Klein', medium: 'Mittelgroß', large: 'Groß', xlarge: 'Sehr groß' },
  mix: '{breeds}-Mix',
  breedPair: '{first}/{second}',
  mixedBreed: 'Mischling',
  unknownBreed: 'Rasse unbekannt',
} as const satisfies OtherWords['animals'];
