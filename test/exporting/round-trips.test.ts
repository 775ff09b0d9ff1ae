import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OTHER_BANDS } from '../../src/exporting/syndicated.ts';
import { AGE_BANDS, ageOf, AGES } from '../../src/vocabulary/animal-profile.ts';
import { BREEDS } from '../../src/vocabulary/animals/breeds.ts';
import { COATS_OF } from '../../src/vocabulary/animals/coats.ts';
import { COLORS } from '../../src/vocabulary/animals/colors.ts';
import type { AnimalType } from '../../src/vocabulary/animals/species.ts';
import {
  ASM3_TYPES,
  breedOf,
  colorsOf,
  days,
  line,
  many,
  orEmpty,
  PETFINDER_TYPES,
  references,
  runs,
  secondBreedOf,
  story,
  types,
} from './arbitrary.ts';
import { csvOf, expectSame, imported, listed, nowMs } from './files.ts';

/** Files as the other systems write them come out of the export of the same format unchanged, wherever both have the field. */

const flag = fc.constantFrom('', '1');
const yesNo = fc.constantFrom('', 'Yes', 'No');
const COATS = ['Hairless', 'Short', 'Medium', 'Long', 'Wire', 'Curly'];

const petfinderRow = types.chain((type) =>
  fc
    .record({
      reference: references,
      name: line,
      breeds: fc.tuple(orEmpty(breedOf(type)), orEmpty(secondBreedOf(type))),
      sex: fc.constantFrom('', 'M', 'F'),
      size: fc.constantFrom('', 'S', 'M', 'L', 'XL'),
      age: fc.constantFrom('', 'Baby', 'Young', 'Adult', 'Senior'),
      birthDate: orEmpty(days),
      story: story('&#10;'),
      status: fc.constantFrom('A', 'P', 'X'),
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
      Type: PETFINDER_TYPES[type],
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

/** Both forms of the same animal: RescueGroups' own, and Shelter Manager's. */
const rescuegroupsRows = types.chain((type) =>
  fc
    .record({
      reference: references,
      name: line,
      summary: orEmpty(line),
      breeds: fc.tuple(breedOf(type), orEmpty(secondBreedOf(type))),
      sex: fc.constantFrom('', 'Male', 'Female'),
      answers: fc.array(yesNo, { minLength: 9, maxLength: 9 }),
      age: fc.constantFrom('', 'Baby', 'Young', 'Adult', 'Senior'),
      status: fc.constantFrom('Available', 'Pending', 'Adopted'),
      size: fc.constantFrom(['', ''], ['Small', 'S'], ['Medium', 'M'], ['Large', 'L'], ['X-Large', 'XL']),
      colors: colorsOf(type, 1),
      coat: fc.constantFrom('', 'Short', 'Medium', 'Long'),
      courtesy: fc.constantFrom('', 'Yes'),
      story: story('<br>'),
      video: orEmpty(fc.constant('https://www.youtube.com/watch?v=dQw4w9WgXcQ')),
    })
    .map((of) => ({
      own: {
        externalID: of.reference,
        internalID: of.reference,
        name: of.name,
        status: of.status,
        type: SPECIES[type],
        priBreed: of.breeds[0],
        secBreed: of.breeds[1],
        mix: of.answers[0]!,
        sex: of.sex,
        age: of.age,
        okwithdogs: of.answers[1]!,
        okwithcats: of.answers[2]!,
        okwithkids: of.answers[3]!,
        declawed: of.answers[4]!,
        housebroken: of.answers[5]!,
        specialNeeds: of.answers[8]!,
        altered: of.answers[6]!,
        size: of.size[0],
        uptodate: of.answers[7]!,
        color: of.colors[0] ?? '',
        pattern: '',
        coatLength: of.coat,
        courtesy: of.courtesy,
        dsc: of.story,
        photo1: '',
        photo2: '',
        photo3: '',
        photo4: '',
        videoUrl: of.video,
      },
      asm3: {
        orgID: 'R1',
        animalID: of.reference,
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
        specialNeeds: { Yes: '1', No: '0', '': '' }[of.answers[8]!],
        altered: of.answers[6]!,
        size: of.size[1],
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
      },
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

/** What Petfinder's list has of the type, without what it does not know. */
const onList = (lists: typeof COLORS, type: string, ...names: readonly string[]): readonly string[] =>
  names.filter((name) => lists[type as AnimalType].includes(name));

test("Petfinder's file", async () => {
  const files = many(petfinderRow, ({ ID }) => ID);
  await fc.assert(
    fc.asyncProperty(files, (rows) =>
      expectSame(rows, 'petfinder', (row, ID) => {
        const { Type, PrimaryBreed, SecondaryBreed, Mix, Sex, Size, Age } = row;
        const [type = ''] = Object.entries(PETFINDER_TYPES).find(([, name]) => name === Type) ?? [];
        const [breed] = onList(BREEDS, type, PrimaryBreed);
        if (breed === undefined || [Sex, Size, Age].includes('')) return undefined;
        const colors = onList(COLORS, type, row.primaryColor, row.secondaryColor, row.tertiaryColor);
        const isMix = Mix === '1' || SecondaryBreed !== '' || /^Domestic .* Hair$/.test(breed);
        return {
          ...row,
          ID,
          SecondaryBreed: onList(BREEDS, type, SecondaryBreed)[0] ?? '',
          Mix: isMix ? '1' : '',
          Declawed: Type === 'Dog' ? '' : row.Declawed,
          primaryColor: colors[0] ?? '',
          secondaryColor: colors[1] ?? '',
          tertiaryColor: colors[2] ?? '',
          coat_length: onList(COATS_OF, type, row.coat_length)[0] ?? '',
        };
      }),
    ),
    runs,
  );
});

test("RescueGroups' file, and Shelter Manager's for it", async () => {
  const files = many(rescuegroupsRows, ({ own }) => own.externalID);
  await fc.assert(
    fc.asyncProperty(files, async (animals) => {
      const expected = (row: (typeof animals)[number]['own'], externalID: string) =>
        row.name.length > 50 ? undefined : { ...row, externalID };
      await expectSame(
        animals.map(({ own }) => own),
        'rescuegroups',
        expected,
      );
      await expectSame(
        animals.map(({ asm3 }) => asm3),
        'rescuegroups',
        ({ rescueID }, id) => {
          const { own } = animals.find(({ asm3 }) => asm3.rescueID === rescueID)!;
          return expected({ ...own, videoUrl: '' }, id);
        },
      );
      const profiles = (await imported(csvOf(animals.map(({ asm3 }) => asm3)), 'csv')).map(({ profile }) => profile);
      expect(profiles.map((profile) => profile?.summary ?? '')).toEqual(animals.map(({ asm3 }) => asm3.summary));
    }),
    runs,
  );
});

/** An animal of Shelter Manager, as its `animal_view` has it. */
const asm3Animal = types.chain((type) =>
  fc.record({
    SHELTERCODE: references,
    ANIMALNAME: line,
    SPECIESNAME: fc.constant(SPECIES[type]),
    PETFINDERSPECIES: fc.constant(type === 'barnyard' ? 'Pig' : ASM3_TYPES[type]),
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
const MIXES = ['Large', 'Large', 'Medium', 'Small'];
const TYPES = Object.fromEntries(Object.entries(SPECIES).map(([type, name]) => [name, type]));
/** 0 yes, 1 no, others unknown. */
const among = (value: number, yes: string, no: string) => [yes, no][value] ?? '';

describe("Shelter Manager's animals come out as its own publisher writes them", () => {
  const files: readonly (readonly [
    'petfinder' | 'adopt-a-pet' | 'rescuegroups',
    (a: Asm3Animal, id: string) => object | false,
  ])[] = [
    [
      'petfinder',
      (a, ID) =>
        onList(BREEDS, TYPES[a.SPECIESNAME]!, a.PETFINDERBREED).length > 0 && {
          ID,
          Internal: a.SHELTERCODE,
          AnimalName: a.ANIMALNAME,
          PrimaryBreed: a.PETFINDERBREED,
          Sex: is(a.SEX === 0, 'F', 'M'),
          Size: sizes[a.SIZE],
          Age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, AGE_BANDS)],
          Desc: a.ANIMALCOMMENTS.replaceAll('\n', '&#10;'),
          Type: a.PETFINDERSPECIES.replace('&F', ' & F'),
          Status: is(a.HASACTIVERESERVE === 1, 'P', 'A'),
          Altered: is(a.NEUTERED === 1, '1', ''),
          NoDogs: among(a.ISGOODWITHDOGS, '0', '1'),
          NoCats: among(a.ISGOODWITHCATS, '0', '1'),
          NoKids: among(a.ISGOODWITHCHILDREN, '0', '1'),
          Housetrained: is(a.ISHOUSETRAINED === 0, '1', ''),
          specialNeeds: is(a.HASSPECIALNEEDS === 1, '1', ''),
          Mix: is(a.CROSSBREED === 1 || /^Domestic .* Hair$/.test(a.PETFINDERBREED), '1', ''),
          photo6: a.WEBSITEVIDEOURL ?? '',
          arrival_date: day(a.MOSTRECENTENTRYDATE),
          birth_date: day(a.DATEOFBIRTH),
          adoption_fee: a.FEE === 0 ? '' : (a.FEE / 100).toFixed(2),
          display_adoption_fee: is(a.FEE > 0, '1', ''),
        },
    ],
    [
      'adopt-a-pet',
      (a, Id) =>
        a.HASACTIVERESERVE === 0 && {
          Id,
          Animal: { Pig: 'Farm Animal', 'Small&Furry': 'Small Animal' }[a.PETFINDERSPECIES] ?? a.PETFINDERSPECIES,
          Breed: a.PETFINDERBREED.replace(/^Mixed Breed$/, `Mixed Breed (${MIXES[a.SIZE]})`),
          Purebred: is(a.CROSSBREED === 0, '1', '0'),
          Age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, OTHER_BANDS)],
          Name: a.ANIMALNAME,
          Size: is(['Dog', 'Cat'].includes(a.PETFINDERSPECIES), sizes[a.SIZE]!, ''),
          Sex: is(a.SEX === 0, 'F', 'M'),
          Color: a.BASECOLOURNAME,
          Description: a.ANIMALCOMMENTS.replaceAll('\n', '<br>'),
          Status: 'Available',
          GoodWKids: among(a.ISGOODWITHCHILDREN, '1', '0'),
          GoodWCats: among(a.ISGOODWITHCATS, '1', '0'),
          GoodWDogs: among(a.ISGOODWITHDOGS, '1', '0'),
          SpayedNeutered: is(a.NEUTERED === 1, '1', '0'),
          Housetrained: among(a.ISHOUSETRAINED, '1', '0'),
          SpecialNeeds: is(a.HASSPECIALNEEDS === 1, '1', '0'),
          YouTubeVideoURL: a.WEBSITEVIDEOURL ?? '',
          Birthdate: day(a.DATEOFBIRTH).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
          AdoptionFee: a.FEE === 0 ? '' : String(Math.round(a.FEE / 100)),
        },
    ],
    [
      'rescuegroups',
      (a, externalID) =>
        a.ANIMALNAME.length <= 50 && {
          externalID,
          internalID: a.SHELTERCODE,
          name: a.ANIMALNAME,
          status: is(a.HASACTIVERESERVE === 1, 'Pending', 'Available'),
          type: a.SPECIESNAME,
          priBreed: a.PETFINDERBREED,
          sex: is(a.SEX === 0, 'Female', 'Male'),
          mix: is(a.CROSSBREED === 1, 'Yes', 'No'),
          okwithdogs: among(a.ISGOODWITHDOGS, 'Yes', 'No'),
          okwithcats: among(a.ISGOODWITHCATS, 'Yes', 'No'),
          okwithkids: among(a.ISGOODWITHCHILDREN, 'Yes', 'No'),
          housebroken: among(a.ISHOUSETRAINED, 'Yes', 'No'),
          age: AGES[ageOf(day(a.DATEOFBIRTH), nowMs, OTHER_BANDS)],
          specialNeeds: is(a.HASSPECIALNEEDS === 1, 'Yes', 'No'),
          altered: is(a.NEUTERED === 1, 'Yes', 'No'),
          size: ['X-Large', 'Large', 'Medium', 'Small'][a.SIZE],
          color: a.BASECOLOURNAME,
          courtesy: is(a.ISCOURTESY === 1, 'Yes', ''),
          dsc: a.ANIMALCOMMENTS.replaceAll('\n', '<br>'),
          videoUrl: a.WEBSITEVIDEOURL ?? '',
        },
    ],
  ];
  test.each(files)('for %s', async (format, expected) => {
    await fc.assert(
      fc.asyncProperty(
        many(asm3Animal, ({ SHELTERCODE }) => SHELTERCODE),
        async (animals) => {
          const out = await listed(await imported(JSON.stringify(animals), 'json'), format);
          expect(out).toMatchObject(animals.flatMap((a, i) => expected(a, String(i + 1)) || []));
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
        const expected = animals.flatMap((a, i) =>
          onList(BREEDS, a.Type.toLowerCase(), a.Breed).length === 0
            ? []
            : {
                ID: String(i + 1),
                Internal: a.ID,
                AnimalName: a.Name,
                PrimaryBreed: a.Breed,
                Sex: a.Sex.slice(0, 1),
                Size: { S: 'S', M: 'M', L: 'L', E: 'XL' }[a.Size.slice(0, 1)],
                Age: AGES[ageOf(unixDay(a.DOBUnixTime), nowMs, AGE_BANDS)],
                Desc: a.Description.replaceAll('\n', '&#10;'),
                Type: a.Type,
                Status: a.Status.startsWith('Available') ? 'A' : 'P',
                Altered: a.Altered === 'Yes' ? '1' : '',
                primaryColor: onList(COLORS, a.Type.toLowerCase(), a.Color)[0] ?? '',
                arrival_date: unixDay(a.LastIntakeUnixTime),
                birth_date: unixDay(a.DOBUnixTime),
                adoption_fee: Number(a.AdoptionFeeGroup.Price).toFixed(2),
              },
        );
        expect(out).toMatchObject(expected);
      },
    ),
    runs,
  );
});
