import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OTHER_BANDS } from '../../src/exporting/syndicated.ts';
import { AGE_BANDS, ageOf, AGES } from '../../src/vocabulary/animal-profile.ts';
import { breedOf, colorsOf, days, line, many, orEmpty, references, runs, story, typeName, types } from './arbitrary.ts';
import { expectSame, imported, listed, nowMs } from './files.ts';

/** Files as the other systems write them come out of the export of the same format unchanged, wherever both have the field. */

const flag = fc.constantFrom('', '1');
const yesNo = fc.constantFrom('', 'Yes', 'No');
const COATS = ['Hairless', 'Short', 'Medium', 'Long', 'Wire', 'Curly'];

const petfinderRow = types.chain((type) =>
  fc
    .record({
      reference: references,
      name: line,
      breeds: fc.tuple(orEmpty(breedOf(type)), orEmpty(breedOf(type))),
      sex: fc.constantFrom('', 'M', 'F'),
      size: fc.constantFrom('S', 'M', 'L', 'XL'),
      age: fc.constantFrom('', 'Baby', 'Young', 'Adult', 'Senior'),
      birthDate: orEmpty(days),
      story: story('&#10;'),
      status: fc.constantFrom('A', 'H', 'X'),
      flags: fc.array(flag, { minLength: 7, maxLength: 7 }),
      not: fc.array(fc.constantFrom('', '0', '1'), { minLength: 3, maxLength: 3 }),
      video: orEmpty(fc.constant('https://www.youtube.com/watch?v=dQw4w9WgXcQ')),
      arrival: days,
      colors: colorsOf(type),
      coat: orEmpty(fc.constantFrom(...COATS)),
      cents: fc.integer({ min: 0, max: 90_000 }),
      waived: flag,
      note: story('&#10;'),
      tags: fc.uniqueArray(fc.constantFrom('calm', 'lap cat', 'goofy'), { maxLength: 3 }),
    })
    .map((of) => ({
      ID: of.reference,
      Internal: of.reference,
      AnimalName: of.name,
      PrimaryBreed: of.breeds[0],
      SecondaryBreed: of.breeds[1],
      Sex: of.sex,
      Size: of.size,
      Age: of.birthDate === '' ? of.age : AGES[ageOf(of.birthDate, nowMs, AGE_BANDS)],
      Desc: of.story,
      Type: typeName(type),
      Status: of.status,
      Shots: of.flags[0]!,
      Altered: of.flags[1]!,
      NoDogs: of.not[0]!,
      NoCats: of.not[1]!,
      NoKids: of.not[2]!,
      Housetrained: of.flags[2]!,
      Declawed: of.flags[3]!,
      specialNeeds: of.flags[4]!,
      Mix: of.flags[5]!,
      photo1: '',
      photo2: '',
      photo3: '',
      photo4: '',
      photo5: '',
      photo6: of.video,
      arrival_date: of.arrival,
      birth_date: of.birthDate,
      primaryColor: of.colors[0] ?? '',
      secondaryColor: of.colors[1] ?? '',
      tertiaryColor: of.colors[2] ?? '',
      coat_length: of.coat,
      adoption_fee: of.cents === 0 ? '' : (of.cents / 100).toFixed(2),
      display_adoption_fee: of.cents === 0 ? '' : '1',
      adoption_fee_waived: of.waived,
      special_needs_notes: of.note,
      no_other: '',
      no_other_note: '',
      tags: of.tags.join(', '),
    })),
);

const rescuegroupsRow = types.chain((type) =>
  fc
    .record({
      reference: references,
      name: line,
      summary: orEmpty(line),
      breeds: fc.tuple(breedOf(type), orEmpty(breedOf(type))),
      sex: fc.constantFrom('', 'Male', 'Female'),
      answers: fc.array(yesNo, { minLength: 8, maxLength: 8 }),
      age: fc.constantFrom('', 'Baby', 'Young', 'Adult', 'Senior'),
      needs: flag,
      status: fc.constantFrom('Available', 'Pending', 'Adopted'),
      size: fc.constantFrom('', 'S', 'M', 'L', 'XL'),
      colors: colorsOf(type, 1),
      coat: fc.constantFrom('', 'Short', 'Medium', 'Long'),
      courtesy: fc.constantFrom('', 'Yes'),
      story: story('<br />'),
    })
    .map((of) => ({
      orgID: 'R1',
      animalID: '1',
      status: of.status,
      lastUpdated: String(nowMs / 1_000),
      rescueID: of.reference,
      name: of.name,
      summary: of.summary,
      species: SPECIES[type],
      breed: `${of.breeds.filter((breed) => breed !== '').join(' / ')}${of.answers[0] === 'Yes' ? ' Mix' : ''}`,
      primaryBreed: of.breeds[0],
      secondaryBreed: of.breeds[1],
      sex: of.sex,
      mixed: of.answers[0]!,
      dogs: of.answers[1]!,
      cats: of.answers[2]!,
      kids: of.answers[3]!,
      declawed: of.answers[4]!,
      housetrained: of.answers[5]!,
      age: of.age,
      specialNeeds: of.needs,
      altered: of.answers[6]!,
      size: of.size,
      uptodate: of.answers[7]!,
      color: of.colors[0] ?? '',
      coatLength: of.coat,
      pattern: '',
      courtesy: of.courtesy,
      description: of.story,
      pic1: '',
      pic2: '',
      pic3: '',
      pic4: '',
    })),
);
const SPECIES = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  'small-furry': 'Chinchilla',
  horse: 'Horse',
  bird: 'Bird',
  barnyard: 'Pig',
  'scales-fins-other': 'Reptile',
} as const;

test("Petfinder's file", async () => {
  const files = many(petfinderRow, ({ ID }) => ID);
  await fc.assert(
    fc.asyncProperty(files, (rows) => expectSame(rows, 'petfinder')),
    runs,
  );
});

test("RescueGroups' file", async () => {
  const files = many(rescuegroupsRow, ({ rescueID }) => rescueID);
  const numbered = files.map((rows) => rows.map((row, i) => ({ ...row, animalID: String(i + 1) })));
  await fc.assert(
    fc.asyncProperty(numbered, (rows) => expectSame(rows, 'rescuegroups')),
    runs,
  );
});

/** An animal of Shelter Manager, as its `animal_view` has it. */
const asm3Animal = types.chain((type) =>
  fc.record({
    SHELTERCODE: references,
    ANIMALNAME: line,
    SPECIESNAME: fc.constant(SPECIES[type]),
    PETFINDERSPECIES: fc.constant(type === 'barnyard' ? 'Pig' : typeName(type)),
    PETFINDERBREED: breedOf(type),
    PETFINDERBREED2: breedOf(type),
    CROSSBREED: fc.constantFrom(0, 1),
    SEX: fc.constantFrom(0, 1),
    SIZE: fc.constantFrom(0, 1, 2, 3),
    DATEOFBIRTH: days.map((day) => `${day}T00:00:00`),
    ANIMALCOMMENTS: story('\n'),
    HASACTIVERESERVE: fc.constantFrom(0, 1),
    ISCOURTESY: fc.constantFrom(0, 1),
    NEUTERED: fc.constantFrom(0, 1),
    ISGOODWITHDOGS: fc.constantFrom(0, 1, 2, 3),
    ISGOODWITHCATS: fc.constantFrom(0, 1, 2, 3),
    ISGOODWITHCHILDREN: fc.constantFrom(0, 1, 2, 5, 12),
    ISHOUSETRAINED: fc.constantFrom(0, 1, 2, 3),
    HASSPECIALNEEDS: fc.constantFrom(0, 1),
    MOSTRECENTENTRYDATE: days.map((day) => `${day}T00:00:00`),
    FEE: fc.constantFrom(0, 5000, 12_550),
    BASECOLOURNAME: colorsOf(type, 1).map(([color = 'Octarine']) => color),
    WEBSITEVIDEOURL: fc.constantFrom(null, 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'),
  }),
);
type Asm3Animal = typeof asm3Animal extends fc.Arbitrary<infer Value> ? Value : never;

const day = (time: string) => time.slice(0, 10);
const is = (value: boolean, yes: string, no: string) => (value ? yes : no);
const sizes = ['XL', 'L', 'M', 'S'];
/** 0 yes, 1 no, others unknown. */
const among = (value: number, yes: string, no: string) => [yes, no][value] ?? '';

describe("Shelter Manager's animals come out as its own publisher writes them", () => {
  const files: readonly (readonly ['petfinder' | 'adopt-a-pet' | 'rescuegroups', (a: Asm3Animal) => object])[] = [
    [
      'petfinder',
      (a) => ({
        ID: a.SHELTERCODE,
        Internal: a.SHELTERCODE,
        AnimalName: a.ANIMALNAME,
        PrimaryBreed: a.PETFINDERBREED,
        Sex: is(a.SEX === 0, 'F', 'M'),
        Size: sizes[a.SIZE],
        Age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, AGE_BANDS)],
        Desc: a.ANIMALCOMMENTS.replaceAll('\n', '&#10;'),
        Type: a.PETFINDERSPECIES,
        Status: is(a.HASACTIVERESERVE === 1, 'H', 'A'),
        Altered: is(a.NEUTERED === 1, '1', ''),
        NoDogs: among(a.ISGOODWITHDOGS, '0', '1'),
        NoCats: among(a.ISGOODWITHCATS, '0', '1'),
        NoKids: among(a.ISGOODWITHCHILDREN, '0', '1'),
        Housetrained: is(a.ISHOUSETRAINED === 0, '1', ''),
        specialNeeds: is(a.HASSPECIALNEEDS === 1, '1', ''),
        Mix: is(a.CROSSBREED === 1, '1', ''),
        photo6: a.WEBSITEVIDEOURL ?? '',
        arrival_date: day(a.MOSTRECENTENTRYDATE),
        birth_date: day(a.DATEOFBIRTH),
        adoption_fee: a.FEE === 0 ? '' : (a.FEE / 100).toFixed(2),
        display_adoption_fee: is(a.FEE > 0, '1', ''),
      }),
    ],
    [
      'adopt-a-pet',
      (a) => ({
        Id: a.SHELTERCODE,
        Animal: a.PETFINDERSPECIES,
        Breed: a.PETFINDERBREED,
        Purebred: is(a.CROSSBREED === 0, '1', '0'),
        Age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, OTHER_BANDS)],
        Name: a.ANIMALNAME,
        Size: is(['Dog', 'Cat'].includes(a.PETFINDERSPECIES), sizes[a.SIZE]!, ''),
        Sex: is(a.SEX === 0, 'F', 'M'),
        Color: a.BASECOLOURNAME,
        Description: a.ANIMALCOMMENTS.replaceAll('\n', '<br />'),
        Status: is(a.HASACTIVERESERVE === 1, 'Delete', 'Available'),
        GoodWKids: among(a.ISGOODWITHCHILDREN, '1', '0'),
        GoodWCats: among(a.ISGOODWITHCATS, '1', '0'),
        GoodWDogs: among(a.ISGOODWITHDOGS, '1', '0'),
        SpayedNeutered: is(a.NEUTERED === 1, '1', '0'),
        Housetrained: among(a.ISHOUSETRAINED, '1', '0'),
        SpecialNeeds: is(a.HASSPECIALNEEDS === 1, '1', '0'),
        YouTubeVideoURL: a.WEBSITEVIDEOURL ?? '',
        Birthdate: day(a.DATEOFBIRTH).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
        AdoptionFee: a.FEE === 0 ? '' : String(Math.round(a.FEE / 100)),
      }),
    ],
    [
      'rescuegroups',
      (a) => ({
        rescueID: a.SHELTERCODE,
        name: a.ANIMALNAME,
        species: a.SPECIESNAME,
        primaryBreed: a.PETFINDERBREED,
        sex: is(a.SEX === 0, 'Female', 'Male'),
        mixed: is(a.CROSSBREED === 1, 'Yes', 'No'),
        dogs: among(a.ISGOODWITHDOGS, 'Yes', 'No'),
        cats: among(a.ISGOODWITHCATS, 'Yes', 'No'),
        kids: among(a.ISGOODWITHCHILDREN, 'Yes', 'No'),
        housetrained: among(a.ISHOUSETRAINED, 'Yes', 'No'),
        age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, OTHER_BANDS)],
        specialNeeds: is(a.HASSPECIALNEEDS === 1, '1', ''),
        altered: is(a.NEUTERED === 1, 'Yes', 'No'),
        size: sizes[a.SIZE],
        color: a.BASECOLOURNAME,
        courtesy: is(a.ISCOURTESY === 1, 'Yes', ''),
        description: a.ANIMALCOMMENTS.replaceAll('\n', '<br />'),
      }),
    ],
  ];
  test.each(files)('for %s', async (format, expected) => {
    await fc.assert(
      fc.asyncProperty(
        many(asm3Animal, ({ SHELTERCODE }) => SHELTERCODE),
        async (animals) => {
          const out = await listed(await imported(JSON.stringify(animals), 'json'), format);
          expect(out).toMatchObject(animals.map(expected));
        },
      ),
      runs,
    );
  });
});

/** An animal of Shelterluv's API v1. */
const shelterluvAnimal = fc.constantFrom('dog', 'cat').chain((type) =>
  fc.record({
    'Internal-ID': fc.integer({ min: 1, max: 99_999 }).map(String),
    ID: references,
    Name: line,
    Type: fc.constant(type === 'dog' ? 'Dog' : 'Cat'),
    Sex: fc.constantFrom('Male', 'Female'),
    Status: fc.constantFrom('Available For Adoption', 'Adoption Pending'),
    Size: fc.constantFrom('Small (0-19)', 'Medium (20-59)', 'Large (60-99)', 'Extra-Large (100+)'),
    Altered: fc.constantFrom('Yes', 'No'),
    DOBUnixTime: fc.integer({ min: 1_300_000_000, max: 1_790_000_000 }).map(String),
    Breed: breedOf(type as 'dog'),
    Color: colorsOf(type as 'dog', 1).map(([color = 'None']) => color),
    Description: story('\n'),
    AdoptionFeeGroup: fc.constantFrom({ Price: '125' }, { Price: '80.50' }),
    LastIntakeUnixTime: fc.integer({ min: 1_700_000_000, max: 1_790_000_000 }).map(String),
    LastUpdatedUnixTime: fc.constant('1790000000'),
  }),
);

test("Shelterluv's animals in Petfinder's file", async () => {
  const unixDay = (seconds: string) => new Date(Number(seconds) * 1_000).toISOString().slice(0, 10);
  await fc.assert(
    fc.asyncProperty(
      many(shelterluvAnimal, (a) => a['Internal-ID']),
      async (animals) => {
        const document = JSON.stringify({ success: 1, animals, has_more: false });
        const out = await listed(await imported(document, 'json'), 'petfinder');
        const expected = animals.map((a) => ({
          ID: a.ID,
          AnimalName: a.Name,
          PrimaryBreed: a.Breed,
          Sex: a.Sex.slice(0, 1),
          Size: { S: 'S', M: 'M', L: 'L', E: 'XL' }[a.Size.slice(0, 1)],
          Age: AGES[ageOf(unixDay(a.DOBUnixTime), nowMs, AGE_BANDS)],
          Desc: a.Description.replaceAll('\n', '&#10;'),
          Type: a.Type,
          Status: a.Status.startsWith('Available') ? 'A' : 'H',
          Altered: a.Altered === 'Yes' ? '1' : '',
          primaryColor: a.Color === 'None' ? '' : a.Color,
          arrival_date: unixDay(a.LastIntakeUnixTime),
          birth_date: unixDay(a.DOBUnixTime),
          adoption_fee: Number(a.AdoptionFeeGroup.Price).toFixed(2),
        }));
        expect(out).toMatchObject(expected);
      },
    ),
    runs,
  );
});
