import { describe, expect, test } from 'vitest';
import { age } from '../../../src/importing/reading/ages.ts';
import { flag } from '../../../src/importing/reading/answers.ts';
import { breeds, colors, species } from '../../../src/importing/reading/breeds.ts';
import { coat, size } from '../../../src/importing/reading/looks.ts';
import { sex } from '../../../src/importing/reading/sexes.ts';
import type { AnimalType } from '../../../src/vocabulary/animals/species.ts';
import { read, spellings } from './read.ts';

const male = { sex: 'male' };
const female = { sex: 'female' };
const altered = { altered: true };

describe('cells in the languages of the board', () => {
  test.each([
    ['hembra; Hündin; femelle; samica; suczka; kotka; fêmea; أنثى', female],
    ['macho; Rüde; Kater; mâle; samiec; kocur; ذكر', male],
    ['samiec kastrowany; pies, wykastrowany; macho castrado', { ...male, ...altered }],
    ['suka sterylizowana; fêmea castrada', { ...female, ...altered }],
    ['samica, niesterylizowana; fêmea não castrada', { ...female, altered: false }],
    ['nieznana; desconhecido; inconnue', 'unknown'],
  ])('the sex %s is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(sex, word)]).toEqual([word, value]);
  });

  test.each([
    ['cría; Welpe; chaton; szczeniak; młode; filhote; جرو', 'baby'],
    ['joven; Junghund; jeune; młody; jovem; يافع', 'young'],
    ['3 lata; 4 anos; 5 Jahre; 3 سنوات; dorosła; adulto; بالغ', 'adult'],
    ['mayor; senior; 11 lat; idosa; مسن', 'senior'],
    ['8 tygodni; 3 miesiące; 2 meses; 5 أشهر', 'baby'],
  ])('the age %s is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(age, word)]).toEqual([word, value]);
  });

  test.each([
    ['sí; oui; ja; tak; sim; نعم', true],
    ['no; non; nein; nie; não; لا', false],
  ])('the answer %s is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(flag, word)]).toEqual([word, value]);
  });

  test('of an age may have two units', () => {
    expect(['1 rok i 6 miesięcy', '2 anos e 4 meses'].map((cell) => read(age, cell))).toEqual(['young', 'young']);
  });

  test.each([
    ['pequeño; klein; petite; mała; porte pequeno; صغير', 'small'],
    ['mediano; mittelgroß; moyenne; średnia; médio; متوسط', 'medium'],
    ['grande; groß; duży; porte grande; كبير', 'large'],
    ['muy grande; sehr groß; très grand; bardzo duży; gigante; كبير جدا', 'xlarge'],
  ])('the size %s is %j', (words, value) => {
    for (const word of spellings(words)) expect([word, read(size, word)]).toEqual([word, value]);
  });

  test('of a coat are read', () => {
    const cells = ['krótka', 'longo', 'szorstka', 'lockig', 'sin pelo', 'قصير'];
    expect(cells.map((cell) => read(coat, cell))).toEqual(['short', 'long', 'wire', 'curly', 'hairless', 'short']);
  });

  test.each([
    ['perros; Hunde; chienne; psy; cães; كلاب', 'Dog'],
    ['gata; Katzen; chatte; koty; gatinho; قطط', 'Cat'],
    ['cobayas; Meerschweinchen; cochons d’Inde; świnki morskie; porquinho-da-índia', 'Guinea Pig'],
    ['tortuga; Schildkröten; żółw; cágado', 'Turtle'],
    ['szczeniak; Welpen', { species: 'Dog', age: 'baby' }],
    ['kociak; gatito', { species: 'Cat', age: 'baby' }],
    // A puppy in Spanish, and any dog in Brazil: its age is not guessed.
    ['cachorro; cachorros', 'Dog'],
  ])('the species %s is %j', (words, value) => {
    for (const word of spellings(words))
      expect([word, read(species('breed'), word, {}, undefined)]).toEqual([word, value]);
  });

  test.each([
    [
      'dog',
      'Deutscher Schäferhund; pastor alemán; berger allemand; owczarek niemiecki',
      { primary: 'German Shepherd Dog' },
    ],
    [
      'dog',
      'Labrador-Mischling; Labrador croisé; labrador mestiza; Labrador mieszaniec; labrador mestiça',
      { primary: 'Labrador Retriever', mixed: true },
    ],
    ['dog', 'Mischling; mestizo; mestiza; mieszaniec; mestiço; هجين', { primary: 'Mixed Breed' }],
    ['cat', 'Europäisch Kurzhaar; común europeo; SRD de pelo curto', { primary: 'Domestic Short Hair' }],
    ['cat', 'Pers', { primary: 'Pers' }],
  ] as const)('the breed of a %s, %s, is %j', (type, words, value) => {
    for (const word of words.split('; ')) expect([word, read(breeds, word, {}, type)]).toEqual([word, value]);
  });

  test.each<[AnimalType, string, readonly string[]]>([
    ['dog', 'schwarz; negro; czarny; preto; أسود', ['Black']],
    ['dog', 'braun/weiß; marrón, blanco; marron, blanc', ['Brown / Chocolate', 'White / Cream']],
    ['cat', 'carey; Schildpatt; szylkretowy', ['Tortoiseshell']],
    // Purple in German, lilac in Spanish; a rabbit has only the one.
    ['rabbit', 'lila', ['Lilac']],
    ['scales-fins-other', 'lila', ['Purple']],
    // The cell does not say which kind of tabby.
    ['cat', 'getigert', ['getigert']],
  ])('the color of a %s, %s, is %j', (type, words, value) => {
    for (const word of words.split('; ')) expect([word, read(colors, word, {}, type)]).toEqual([word, value]);
  });
});
