import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Animal } from '../../../src/importing/animals.ts';
import { SOURCE_NAMES } from '../../../src/importing/source-names.ts';
import { SOURCES } from '../../../src/importing/sources.ts';
import { importOf } from './read-animals.ts';

const table = (...rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

/** The file of animals that are objects with the same members. */
/** Whether visitors may see the animal: the hold that its row says, or else its status. */
const standing = ({ pet: { status, profile } }: Animal) => {
  const type = profile?.staff?.hold?.type;
  return type === undefined ? status : `held: ${type}`;
};

const tableOf = (rows: readonly Readonly<Record<string, string>>[]): string =>
  table(Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row)));

describe("PetPoint's report", () => {
  const row = {
    'Animal #': 'A51000001',
    ARN: '',
    'Animal Name': '*Wanda',
    'Animal Type': 'Cat',
    Species: 'Cat',
    'Primary Breed': 'Domestic Shorthair',
    'Secondary Breed': 'Mix',
    'Distinguishing Markings': 'Notch in the left ear',
    Gender: 'F',
    Altered: 'Yes',
    'Date Of Birth': '',
    'Age Group': '6 months to 1 year',
    'Intake Date': '12/29/2024 9:21 AM',
    'Intake Type': 'Transfer In',
    'Microchip Number': '985112009876543',
    Stage: 'Available',
    Location: 'Cat Room',
    'Outcome Date': '',
    'Outcome Type': '',
    'Outcome Subtype': '',
  };

  test('has a row for each stay, which says all of an animal', async () => {
    const { source, animals, badCells } = await importOf(tableOf([row]));
    expect([source, badCells]).toEqual(['PetPoint', []]);
    expect(animals).toMatchObject([
      {
        reference: 'ref:A51000001',
        pet: {
          name: 'Wanda',
          categoryId: 2,
          status: 'available',
          profile: {
            reference: 'A51000001',
            species: 'Cat',
            breed: { primary: 'Domestic Short Hair', mixed: true },
            markings: 'Notch in the left ear',
            age: 'baby',
            sex: 'female',
            altered: true,
            staff: {
              microchip: { number: '985112009876543' },
              intake: { date: '2024-12-29', type: 'transfer' },
            },
          },
        },
      },
    ]);
  });

  test.each([
    ['Available', '', 'available'],
    ['Adoption Hold', '', 'pending'],
    ['Bite Quarantine', '', 'held: quarantine'],
    ['Hold - Doctor', '', 'held: other'],
    ['Released', 'Adoption', 'sold'],
    ['Released', 'Transfer Out', 'left the shelter without an adoption'],
    ['Released', 'Return to Owner/Guardian', 'left the shelter without an adoption'],
    ['Available', 'Euthanasia', 'died'],
    ['Released', '', 'left the shelter without an adoption'],
    ['Unavailable', '', 'not up for adoption'],
    ['Kennel 7', '', 'bad'],
    ['Available', 'Vanished', 'bad'],
  ])('with the stage %j and the outcome %j is %s', async (Stage, outcome, expected) => {
    const { animals, passedOver, badRows } = await importOf(tableOf([{ ...row, Stage, 'Outcome Type': outcome }]));
    expect([...animals.map(standing), ...Object.keys(passedOver), ...badRows.map(() => 'bad')]).toEqual([expected]);
  });
});

test.each([
  [{}, 'available'],
  [{ ISQUARANTINE: 1 }, 'held: quarantine'],
  [{ CRUELTYCASE: 1 }, 'held: other'],
  [{ ISHOLD: 1 }, 'held: other'],
  [{ HASACTIVERESERVE: 1 }, 'pending'],
  [{ HASPERMANENTFOSTER: 1 }, 'left the shelter without an adoption'],
  [{ ARCHIVED: 1 }, 'left the shelter without an adoption'],
  [{ ARCHIVED: 1, ACTIVEMOVEMENTTYPE: 1 }, 'sold'],
])("Shelter Manager's animal with %j is %s", async (flags, expected) => {
  const animal = { SHELTERCODE: 'D1', ANIMALNAME: 'Rex', SPECIESNAME: 'Dog', ISQUARANTINE: 0, ARCHIVED: 0, ...flags };
  const { animals, passedOver } = await importOf(JSON.stringify([animal]), 'json');
  expect([...animals.map(standing), ...Object.keys(passedOver)]).toEqual([expected]);
});

test("Petstablished's report", async () => {
  const row = {
    'Petstablished ID': '88001',
    'Pet Name': 'Juniper',
    'Pet Type': 'Dog',
    'Pet Primary Breed': 'Boxer',
    'Pet Secondary Breed': 'Pug',
    Gender: 'Female',
    Color: 'Brindle',
    'Coat Length': 'Short',
    Size: 'Medium',
    Weight: '42 lbs',
    'Date of Birth': '05/01/2021',
    'Current Status': 'Quarantined',
    'Spayed/Neutered?': 'Yes',
    'Special Need?': 'No',
    'Gets along with Dogs?': 'Yes',
    'Gets along with Cats?': 'No',
    'Gets along with Kids?': 'Not Sure',
    'Microchip ID': '985112009876543',
    'Type of Intake': 'Stray At Large',
    'Date Pet Entered Your Care': '01/15/2024',
    Description: 'Sweet &amp; calm',
    'Internal Notes': 'Barks at bicycles',
  };
  const gone = { ...row, 'Petstablished ID': '88002', 'Current Status': 'Free-Roaming' };
  const { source, animals, passedOver, badCells } = await importOf(tableOf([row, gone]));
  expect([source, badCells]).toEqual(['Petstablished', []]);
  expect(passedOver).toEqual({ 'left the shelter without an adoption': 1 });
  expect(animals[0]!.pet).toEqual({
    name: 'Juniper',
    categoryId: 1,
    status: 'available',
    profile: {
      reference: '88001',
      species: 'Dog',
      breed: { primary: 'Boxer', secondary: 'Pug' },
      colors: ['Brindle'],
      coat: 'short',
      birthDate: '2021-05-01',
      sex: 'female',
      size: 'medium',
      weightGrams: 19_051,
      altered: true,
      specialNeeds: false,
      goodWith: { dogs: 'yes', cats: 'no' },
      description: 'Sweet & calm',
      staff: {
        microchip: { number: '985112009876543' },
        intake: { date: '2024-01-15', type: 'stray' },
        hold: { type: 'quarantine' },
        notes: 'Barks at bicycles',
      },
    },
  });
});

test("Shelterluv's report, whose attributes do not say whether they may be published", async () => {
  const row = {
    'Animal ID': 'XYZ-A-201',
    Name: 'Bella',
    Species: 'Dog',
    Sex: 'Female',
    'Age (Y/M/D)': '2Y/ 4M/ 26D',
    'Primary Breed': 'Retriever, Labrador',
    'Secondary Breed': 'Mix',
    'Primary Color': 'Black',
    'Current Weight': '55.25',
    'Altered in Care': 'Altered',
    'Altered before Arrival': 'No',
    Attributes: 'Bite History',
    'Kennel Card / Web Site Memo': 'Bella is a dream.\nShe walks well.',
    'In Custody': 'Yes',
    'Microchip Number': '985112009876543',
  };
  const gone = { ...row, 'Animal ID': 'XYZ-A-202', 'In Custody': 'No' };
  const unsure = { ...row, 'Animal ID': 'XYZ-A-203', 'In Custody': 'Perhaps' };
  const { source, animals, passedOver, badRows, badCells } = await importOf(tableOf([row, gone, unsure]));
  expect(source).toBe('Shelterluv');
  expect(badCells).toMatchObject([
    { column: 'Attributes', reason: expect.stringContaining('which attributes may be published') },
  ]);
  expect(passedOver).toEqual({ 'left the shelter without an adoption': 1 });
  expect(badRows).toMatchObject([{ reason: '"Perhaps" does not say whether the animal can be adopted.' }]);
  expect(animals).toHaveLength(1);
  expect(animals[0]!.pet.profile).toEqual({
    reference: 'XYZ-A-201',
    species: 'Dog',
    breed: { primary: 'Labrador Retriever', mixed: true },
    colors: ['Black'],
    age: 'young',
    sex: 'female',
    weightGrams: 25_061,
    altered: true,
    description: 'Bella is a dream.\nShe walks well.',
    staff: { microchip: { number: '985112009876543' } },
  });
});

test("an answer of Petfinder's API v2", async () => {
  const animal = {
    id: 61000001,
    organization_id: 'TN999',
    type: 'Rabbit',
    species: 'Rabbit',
    breeds: { primary: 'Holland Lop', secondary: null, mixed: false, unknown: false },
    colors: { primary: 'Black', secondary: null },
    age: 'Young',
    gender: 'Male',
    size: 'Small',
    coat: 'Short',
    attributes: {
      spayed_neutered: false,
      house_trained: true,
      declawed: null,
      special_needs: false,
      shots_current: true,
    },
    environment: { children: true, dogs: false, cats: null },
    tags: ['Friendly', ''],
    name: 'Vim &amp; Vigor ',
    description: 'We are &#039;the bunnies&#039;...',
    organization_animal_id: 'R-7',
    photos: [{ small: 'https://photos.example/1.jpg?width=100', full: 'https://photos.example/1.jpg' }],
    videos: [{ embed: '<iframe width="5" src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>' }],
    status: 'adoptable',
    published_at: '2026-10-02T18:43:08+0000',
  };
  const rows = [animal, { ...animal, id: 61000002, status: 'found' }];
  const { source, animals, badCells } = await importOf(
    JSON.stringify({ animals: rows, pagination: { total_count: 2 } }),
    'json',
  );
  expect([source, badCells]).toEqual(['Petfinder', []]);
  expect(animals.map((animal) => [animal.reference, standing(animal)])).toEqual([
    ['ref:61000001', 'available'],
    ['ref:61000002', 'held: stray'],
  ]);
  expect(animals[0]).toMatchObject({ photos: [{ url: 'https://photos.example/1.jpg' }] });
  expect(animals[0]!.pet).toEqual({
    name: 'Vim & Vigor',
    categoryId: 4,
    status: 'available',
    profile: {
      reference: 'R-7',
      species: 'Rabbit',
      breed: { primary: 'Holland Lop', mixed: false },
      colors: ['Black'],
      coat: 'short',
      age: 'young',
      sex: 'male',
      size: 'small',
      shotsCurrent: true,
      houseTrained: true,
      goodWith: { children: 'yes', dogs: 'no' },
      description: "We are 'the bunnies'...",
      videos: [{ url: 'https://www.youtube.com/embed/dQw4w9WgXcQ' }],
      tags: ['Friendly'],
    },
  });
});

test('an answer of the API v2 of RescueGroups', async () => {
  const animal = {
    animalID: '901',
    animalName: 'Rolf',
    animalSpecies: 'Dog',
    animalStatus: 'Available',
    animalGeneralAge: 'Adult',
    animalSex: 'Male',
    animalPictures: [{ urlSecureFullsize: 'https://photos.example/901.jpg' }],
  };
  const data = { 901: animal, 902: { ...animal, animalID: '902', animalStatus: 'Passed Away' } };
  const { source, animals, passedOver } = await importOf(JSON.stringify({ status: 'ok', data }), 'json');
  expect(source).toBe('RescueGroups.org');
  expect(passedOver).toEqual({ died: 1 });
  expect(animals).toMatchObject([
    {
      reference: 'ref:901',
      photos: [{ url: 'https://photos.example/901.jpg' }],
      pet: { status: 'available', profile: { species: 'Dog', age: 'adult', sex: 'male' } },
    },
  ]);
});

describe('a spreadsheet', () => {
  test('has what its shelter knows in columns of many names', async () => {
    const csv = tableOf([
      {
        Name: 'Max',
        Species: 'Canine',
        'Animal ID': 'X1',
        Sex: 'Neutered Male',
        'Age (months)': '8',
        'Weight (kg)': '12.5',
        Microchip: '="985112009876543"',
        'Date Pet Entered Your Care': '2024-05-01',
        'Gets along with Dogs?': 'Some dogs',
        'Good with kids': 'Kids over 8',
        'Intake Type': 'Stray',
        Comments: 'Nice',
        Markings: 'white chest',
        FIV: 'Negative',
        'Outcome Type': 'Adoption',
        'Outcome Date': '2024-06-01',
        Kennel: 'K12',
        Location: 'Barn',
      },
    ]);
    const { animals, badCells } = await importOf(csv);
    expect(badCells).toEqual([]);
    expect(animals[0]!.pet).toEqual({
      name: 'Max',
      categoryId: 1,
      status: 'sold',
      profile: {
        reference: 'X1',
        species: 'Dog',
        markings: 'white chest',
        age: 'baby',
        sex: 'male',
        weightGrams: 12_500,
        altered: true,
        goodWith: { children: 'selective', childrenFromAge: 8, dogs: 'selective' },
        tests: { fiv: 'negative' },
        staff: {
          microchip: { number: '985112009876543' },
          intake: { date: '2024-05-01', type: 'stray' },
          outcome: { date: '2024-06-01', type: 'adoption' },
          notes: 'Nice',
        },
      },
    });
  });

  test.each([
    [{ Status: 'Available' }, 'available'],
    [{ Status: '' }, 'available'],
    [{ Status: 'Stray Hold' }, 'held: stray'],
    [{ Status: 'Coming Soon' }, 'held: coming_soon'],
    [{ Status: 'Deceased' }, 'died'],
    [{ Status: 'Transferred' }, 'left the shelter without an adoption'],
    [{ Status: 'Not available' }, 'not up for adoption'],
    [{ Status: 'Whatever' }, 'bad'],
    [{ Status: 'Unknown' }, 'bad'],
    [{ 'Outcome Type': 'Adoption' }, 'sold'],
    [{ 'Outcome Type': 'Euthanasia' }, 'died'],
    [{ 'Outcome Type': '', 'Outcome Date': '2024-06-03' }, 'left the shelter without an adoption'],
    [{ 'Outcome Type': 'None', 'Outcome Date': '' }, 'available'],
    [{ 'Outcome Type': 'Gone fishing' }, 'bad'],
    [{ Status: 'Available', 'Outcome Type': 'Transfer' }, 'left the shelter without an adoption'],
    [{ Status: 'Available', 'In Custody': 'No' }, 'left the shelter without an adoption'],
    [{ Status: 'Available', 'In Custody': 'Yes' }, 'available'],
    [{ Status: 'Available', 'Record Type': 'LOST' }, 'left the shelter without an adoption'],
    [{ 'Record Type': 'ADOPTABLE' }, 'available'],
    [{ 'Record Type': 'Licence' }, 'bad'],
    [{ Status: 'Available', Adoptable: 'No' }, 'not up for adoption'],
    [{ Status: 'Available', 'Date of death': '2024-06-03' }, 'died'],
    [{ Status: 'Adopted', 'Outcome Date': '2024-06-03' }, 'sold'],
  ])('whose row says %j is %s', async (cells, expected) => {
    const { animals, passedOver, badRows } = await importOf(
      tableOf([{ Name: 'Max', Species: 'Dog', ID: '1', ...(cells as Record<string, string>) }]),
    );
    expect([...animals.map(standing), ...Object.keys(passedOver), ...badRows.map(() => 'bad')]).toEqual([expected]);
  });

  test('names an animal without a name by its reference, and says so', async () => {
    const csv = 'ID,Name,Species\nA1,,Dog\nA2,unknown,Dog\nA3,*Mia (A3),Dog\nA4,Tom &amp; Jo,Dog\n';
    const { animals, badCells } = await importOf(csv);
    expect(animals.map(({ pet }) => pet.name)).toEqual(['A1', 'A2', 'Mia', 'Tom & Jo']);
    expect(badCells.map(({ line, column, reason }) => [line, column, reason])).toEqual(
      [2, 3].map((line) => [line, 'Name', expect.stringContaining('the reference stands for it')]),
    );
    const { badRows } = await importOf('Name,Species\nunknown,Dog\n');
    expect(badRows).toEqual([]);
    expect((await importOf('Name,Species\n,Dog\n')).badRows).toMatchObject([{ line: 2, column: 'Name' }]);
  });

  test("keeps its own file's names letter by letter", async () => {
    const csv = 'id,name,categoryId,status,breed.primary\n1,*Mia &amp; (A3),1,available,Boxer\n';
    const { source, animals } = await importOf(csv);
    expect([source, animals[0]!.pet.name]).toEqual(['Petstore', '*Mia &amp; (A3)']);
  });
});

test('no system shows an animal of which any column says otherwise, or says what nobody knows', () => {
  const shown = ['Available', 'adoptable', 'available for adoption'];
  const kept = [
    'Deceased',
    'Transferred',
    'Not available',
    'Quarantine',
    'Pending',
    'Adopted',
    'Kennel 7',
    'Unknown',
    '?',
  ];
  const columns = ['outcometype', 'outcomedate', 'incustody', 'recordtype', 'adoptable', 'deceased', 'dateofdeath'];
  const cells = fc.dictionary(
    fc.constantFrom(...columns),
    fc.constantFrom('No', 'Yes', 'Euthanasia', 'Adoption', 'x', ''),
  );
  fc.assert(
    fc.property(fc.constantFrom(...SOURCE_NAMES), fc.constantFrom(...shown, ...kept), cells, (name, given, row) => {
      const { said } = SOURCES[name].statusOf((column) => row[column] ?? '', given);
      // ASM3's status is in no column, and our own file has our words.
      if (name === 'asm3' || name === 'petstore' || said !== 'available') return;
      expect(shown).toContain(given);
      if (name !== 'plain') return;
      expect(['', undefined]).toContain(row['outcometype']);
      expect(['', undefined]).toContain(row['outcomedate']);
      expect(['', 'Yes', undefined]).toContain(row['incustody']);
      expect(['', 'Yes', undefined]).toContain(row['adoptable']);
      expect(['', 'No', undefined]).toContain(row['deceased']);
      expect(['', undefined]).toContain(row['dateofdeath']);
      expect(['', undefined]).toContain(row['recordtype']);
    }),
    { numRuns: 1_000 },
  );
});
