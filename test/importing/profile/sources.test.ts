import { expect, test } from 'vitest';
import { profileIn, readAnimals } from './read-animals.ts';

/** As in the sample of sheltermanager/asm3, doc/manual/service.rst, with more values. */
const asm3Animal = {
  ACTIVEMOVEMENTTYPE: 2,
  ANIMALCOMMENTS: 'Loves laps &amp; windows.<br>Hates brooms.',
  ANIMALNAME: 'Tilly',
  BASECOLOURNAME: 'Grey',
  BREEDNAME1: 'British Shorthair',
  BREEDNAME2: 'British Shorthair',
  COATTYPE: 4,
  COATTYPENAME: 'Corded',
  COMBITESTRESULT: 1,
  CROSSBREED: 0,
  DATEOFBIRTH: '2018-01-18T00:00:00',
  DECEASEDDATE: null,
  DECLAWED: 0,
  ENERGYLEVEL: 2,
  ENTRYREASONNAME: 'Stray',
  ESTIMATEDDOB: 1,
  FEE: 12500,
  FLVRESULT: 2,
  HASSPECIALNEEDS: 1,
  HEARTWORMTESTRESULT: 0,
  HIDDENANIMALDETAILS: 'Owner moved away.',
  HOLDUNTILDATE: null,
  IDENTICHIPNUMBER: '985112003456789',
  IDENTICHIPDATE: '2019-03-01T00:00:00',
  IDENTICHIPPED: 1,
  ISCOURTESY: 0,
  ISGOODWITHCATS: 0,
  ISGOODWITHCHILDREN: 12,
  ISGOODWITHDOGS: 3,
  ISGOODWITHELDERLY: 2,
  ISHOUSETRAINED: 0,
  MARKINGS: 'White tip of the tail',
  MOSTRECENTENTRYDATE: '2026-10-02T00:00:00',
  NEUTERED: 1,
  NEUTEREDDATE: '2019-01-18T00:00:00',
  PETFINDERBREED: 'British Shorthair',
  PETFINDERBREED2: 'British Shorthair',
  PETFINDERSPECIES: 'Cat',
  SEX: 0,
  SEXNAME: 'Female',
  SHELTERCODE: 'C2026001',
  SIZE: 2,
  SIZENAME: 'Medium',
  SPECIESNAME: 'Cat',
  VACCGIVENCOUNT: 2,
  VACCOUTSTANDINGCOUNT: 0,
  WEBSITEVIDEOURL: 'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  WEIGHT: 10.0,
};

test('the JSON of Shelter Manager', async () => {
  expect(await profileIn(JSON.stringify([asm3Animal]), 'json')).toEqual({
    reference: 'C2026001',
    species: 'Cat',
    breed: { primary: 'British Shorthair', mixed: false },
    colors: ['Gray / Blue / Silver'],
    coat: 'curly',
    markings: 'White tip of the tail',
    birthDate: '2018-01-18',
    birthDateExact: false,
    sex: 'female',
    size: 'medium',
    weightGrams: 4536,
    altered: true,
    shotsCurrent: true,
    declawed: false,
    specialNeeds: true,
    microchipped: true,
    tests: { fiv: 'negative', felv: 'positive' },
    goodWith: { cats: 'yes', dogs: 'selective', children: 'selective', childrenFromAge: 12 },
    houseTrained: true,
    energyLevel: 'low',
    adoptionFee: { amount: 12500, currency: 'USD' },
    description: 'Loves laps & windows.\nHates brooms.',
    videos: [{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
    courtesyListing: false,
    placement: 'foster',
    staff: {
      alteredDate: '2019-01-18',
      microchip: { number: '985112003456789', implantedAt: '2019-03-01' },
      intake: { date: '2026-10-02', type: 'stray' },
      notes: 'Owner moved away.',
    },
  });
});

test('the CSV of Shelter Manager, where Python writes None, in a country with kilograms and days first', async () => {
  const cells = {
    ANIMALCODE: 'D1',
    ANIMALNAME: 'Rex',
    ANIMALSPECIES: 'Dog',
    ANIMALSEX: 'Male',
    ANIMALBREED1: 'Labrador',
    ANIMALBREED2: 'Boxer',
    ANIMALCOLOR: 'Black and White',
    ANIMALDOB: '05/02/2024',
    ANIMALSIZE: 'Very Large',
    ANIMALWEIGHT: '31.5',
    ANIMALNEUTERED: '1',
    ANIMALNEUTEREDDATE: 'None',
    ANIMALGOODWITHKIDS: 'Over 5',
    ANIMALGOODWITHDOGS: 'Unknown',
    ANIMALHOUSETRAINED: 'No',
    ANIMALENTRYDATE: '02/10/2026',
    ANIMALDESCRIPTION: 'None',
  };
  const csv = `${Object.keys(cells).join(',')}\n${Object.values(cells).join(',')}\n`;
  expect(await profileIn(csv, 'csv', { weightUnit: 'kg', dayOrder: 'day-first' })).toEqual({
    reference: 'D1',
    species: 'Dog',
    breed: { primary: 'Labrador Retriever', secondary: 'Boxer' },
    colors: ['Black and White'],
    birthDate: '2024-02-05',
    sex: 'male',
    size: 'xlarge',
    weightGrams: 31_500,
    altered: true,
    goodWith: { children: 'selective', childrenFromAge: 5 },
    houseTrained: false,
    staff: { intake: { date: '2026-10-02' } },
  });
});

test("RescueGroups' API: attributes, and what they relate to", async () => {
  const document = {
    meta: { count: 1, pages: 1 },
    data: [
      {
        type: 'animals',
        id: '10',
        attributes: {
          name: 'Rex',
          rescueId: 'R-7',
          breedPrimary: 'Labrador Retriever',
          breedPrimaryId: 148,
          breedSecondary: 'Boxer',
          breedString: 'Labrador Retriever / Boxer (short coat)',
          isBreedMixed: true,
          sex: 'Male',
          ageGroup: 'Adult',
          birthDate: '2022-05-04T00:00:00Z',
          isBirthDateExact: false,
          sizeGroup: 'X-Large',
          sizeCurrent: 70,
          sizeUOM: 'Pounds',
          coatLength: 'Short',
          isKidsOk: true,
          isDogsOk: false,
          isHousetrained: true,
          isCurrentVaccinations: true,
          isSpecialNeeds: false,
          isAdoptionPending: false,
          energyLevel: 'Moderate',
          indoorOutdoor: 'Indoor Only',
          ownerExperience: 'Breed',
          qualities: ['goofy', 'affectionate'],
          adoptionFeeString: '$250.00',
          descriptionHtml: '<p>First.</p>\n<p>Second &eacute;.</p>',
          descriptionText: 'First.Second.',
          foundDate: '2026-09-01',
        },
        relationships: {
          species: { data: [{ type: 'species', id: '8' }] },
          colors: { data: [{ type: 'colors', id: '1' }] },
          locations: { data: [{ type: 'locations', id: '3' }] },
          videourls: { data: [{ type: 'videourls', id: '4' }] },
          statuses: { data: [{ type: 'statuses', id: '3' }] },
        },
      },
    ],
    included: [
      { type: 'species', id: '8', attributes: { singular: 'Dog', plural: 'Dogs' } },
      { type: 'colors', id: '1', attributes: { name: 'Black' } },
      {
        type: 'locations',
        id: '3',
        attributes: { name: 'Ann', street: '1 Main St', city: 'Springfield', state: 'IL', postalcode: '62701' },
      },
      { type: 'videourls', id: '4', attributes: { videoId: 'dQw4w9WgXcQ' } },
      { type: 'statuses', id: '3', attributes: { name: 'Hold' } },
    ],
  };
  const { source, animals, badCells } = await readAnimals(JSON.stringify(document, undefined, 1), 'json');
  expect([source, badCells]).toEqual(['RescueGroups.org', []]);
  expect(animals).toEqual([
    {
      line: 7,
      reference: 'ref:10',
      photos: [],
      bonds: [],
      isInFile: expect.any(Function),
      sayers: { status: ['status'], 'profile.staff.hold.type': [] },
      pet: {
        name: 'Rex',
        categoryId: 1,
        status: 'pending',
        profile: {
          reference: 'R-7',
          location: { city: 'Springfield', region: 'IL', postalCode: '62701' },
          tags: ['goofy', 'affectionate'],
          species: 'Dog',
          breed: { primary: 'Labrador Retriever', secondary: 'Boxer', mixed: true },
          colors: ['Black'],
          coat: 'short',
          birthDate: '2022-05-04',
          birthDateExact: false,
          age: 'adult',
          sex: 'male',
          size: 'xlarge',
          weightGrams: 31_751,
          shotsCurrent: true,
          specialNeeds: false,
          goodWith: { children: 'yes', dogs: 'no' },
          houseTrained: true,
          energyLevel: 'medium',
          needs: { indoorOnly: true, ownerExperience: 'breed' },
          description: 'First.\n\nSecond é.',
          videos: [{ url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' }],
          adoptionFee: { amount: 25_000, currency: 'USD' },
          staff: { intake: { date: '2026-09-01' } },
        },
      },
    },
  ]);
});

test('an animal of RescueGroups whose status the answer names and leaves out is not available', async () => {
  const document = {
    data: [
      {
        type: 'animals',
        id: '11',
        attributes: { name: 'Rex', breedPrimary: 'Beagle', ageGroup: 'Adult' },
        relationships: {
          species: { data: [{ type: 'species', id: '8' }] },
          statuses: { data: [{ type: 'statuses', id: '3' }] },
        },
      },
    ],
    included: [{ type: 'species', id: '8', attributes: { singular: 'Dog' } }],
  };
  await expect(readAnimals(JSON.stringify(document), 'json')).rejects.toThrow('not included');
});

test("Shelterluv's API, which writes numbers as text, and attributes that it may not publish", async () => {
  const animal = {
    'Internal-ID': '24820',
    ID: '12',
    Name: 'Rex',
    Type: 'Dog',
    Sex: 'Male',
    Status: 'Available Foster',
    InFoster: true,
    AssociatedPerson: { FirstName: 'Marissa', LastName: 'Nelson' },
    CurrentWeightPounds: '41.5',
    Size: 'Medium (20-59)',
    Altered: 'Yes',
    DOBUnixTime: '1418948388',
    Age: 64,
    Photos: [],
    Videos: [],
    Breed: 'Terrier, American Pit Bull/Mixed Breed (Large)',
    Color: 'Tan/None',
    Pattern: 'None',
    AdoptionFeeGroup: { Id: '231799', Name: 'Adult Dog', Price: '200', Discount: 0, Tax: 0 },
    Description: '',
    Microchips: [{ Id: '981020031518027', Issuer: 'Petlink / Datamars', ImplantUnixTime: '' }],
    LastIntakeUnixTime: '1579047588',
    Attributes: [
      { 'Internal-ID': '1', AttributeName: 'House Trained', Publish: 'Yes' },
      { 'Internal-ID': '2', AttributeName: 'Good with Dogs', Publish: 'Yes' },
      { 'Internal-ID': '3', AttributeName: 'No Cats', Publish: 'Yes' },
      { 'Internal-ID': '4', AttributeName: 'Bite History', Publish: 'No' },
    ],
    LastUpdatedUnixTime: '1588529866',
  };
  const document = JSON.stringify({ success: 1, animals: [animal], has_more: false, total_count: 1 });
  const { source, animals, badCells } = await readAnimals(document, 'json');
  expect([source, badCells]).toEqual(['Shelterluv', []]);
  expect(animals[0]!.pet).toEqual({
    name: 'Rex',
    categoryId: 1,
    status: 'available',
    profile: {
      reference: '12',
      species: 'Dog',
      breed: { primary: 'Pit Bull Terrier', mixed: true },
      colors: ['Yellow / Tan / Blond / Fawn'],
      birthDate: '2014-12-19',
      sex: 'male',
      size: 'medium',
      weightGrams: 18_824,
      altered: true,
      adoptionFee: { amount: 20_000, currency: 'USD' },
      goodWith: { dogs: 'yes', cats: 'no' },
      houseTrained: true,
      tags: ['House Trained', 'Good with Dogs', 'No Cats'],
      placement: 'foster',
      staff: {
        microchip: { number: '981020031518027', issuer: 'Petlink / Datamars' },
        intake: { date: '2020-01-15' },
      },
    },
  });
});

test('the file of Petfinder, whose flags are negative and whose sixth photo may be a video', async () => {
  const csv = [
    'ID,Internal,AnimalName,PrimaryBreed,SecondaryBreed,Sex,Size,Age,Desc,Type,Status,Shots,Altered,NoDogs,NoCats,NoKids,Housetrained,Declawed,specialNeeds,Mix,photo1,photo2,photo3,photo4,photo5,photo6,arrival_date,birth_date,primaryColor,secondaryColor,tertiaryColor,coat_length,adoption_fee,display_adoption_fee,adoption_fee_waived,special_needs_notes,no_other,no_other_note,tags',
    '"S1","S1","Tom","Domestic Short Hair","","M","M","Adult","Soft.&#10;Loud &amp; clear.","Cat",H,"1","1","1","0","","","","1","1","","","","","","https://youtu.be/dQw4w9WgXcQ","2026-10-02","2022-05-01",Black,White,,Short,"125.00","1",,Blind,"","","lap cat, calm"',
  ].join('\n');
  const { source, animals, badCells } = await readAnimals(csv);
  expect([source, badCells]).toEqual(['Petfinder', []]);
  expect(animals[0]!.pet).toEqual({
    name: 'Tom',
    categoryId: 2,
    status: 'pending',
    profile: {
      reference: 'S1',
      species: 'Cat',
      breed: { primary: 'Domestic Short Hair', mixed: true },
      colors: ['Black', 'White'],
      coat: 'short',
      birthDate: '2022-05-01',
      age: 'adult',
      sex: 'male',
      size: 'medium',
      altered: true,
      shotsCurrent: true,
      specialNeeds: true,
      specialNeedsNote: 'Blind',
      goodWith: { dogs: 'no', cats: 'yes' },
      description: 'Soft.\nLoud & clear.',
      videos: [{ url: 'https://youtu.be/dQw4w9WgXcQ' }],
      adoptionFee: { amount: 12_500, currency: 'USD', display: true },
      tags: ['lap cat', 'calm'],
      staff: { intake: { date: '2026-10-02' } },
    },
  });
});

test('a spreadsheet, in the words of its shelter', async () => {
  const csv =
    'Name,Species,ID,Gender,Age,Breed,Colour,Weight,DOB,Neutered,Good with cats,Fee,Bio\nRex,Dog,1,F,2 years 4 months,Lab/Boxer mix,Black/Tan,12 lb 4 oz,"May 1, 2024",yes,Selective,"$1,250",Hello\n';
  expect(await profileIn(csv)).toEqual({
    species: 'Dog',
    reference: '1',
    sex: 'female',
    age: 'young',
    breed: { primary: 'Labrador Retriever', secondary: 'Boxer', mixed: true },
    colors: ['Black', 'Yellow / Tan / Blond / Fawn'],
    weightGrams: 5557,
    birthDate: '2024-05-01',
    altered: true,
    goodWith: { cats: 'selective' },
    adoptionFee: { amount: 125_000, currency: 'USD' },
    description: 'Hello',
  });
});

test('a file that says no more than the name, category, status and reference makes no profile', async () => {
  const { animals } = await readAnimals('id,name,species,status\n1,Rex,Dog,\n');
  expect(animals[0]!.pet).toEqual({ name: 'Rex', categoryId: 1, status: 'available' });
});

test('neither does a row without any other value', async () => {
  const { animals } = await readAnimals('id,name,species,breed,sex\n1,Rex,Dog,,\n2,Tom,Cat,Siamese,\n');
  expect(animals.map(({ pet }) => pet.profile)).toEqual([
    undefined,
    { species: 'Cat', reference: '2', breed: { primary: 'Siamese' } },
  ]);
});

test('a value that cannot be read is named with its line, column and rule, and the animal comes without it', async () => {
  const csv = [
    'id,name,species,sex,size,dob,weight,coat,color,fee,description',
    `1,Rex,Dog,perhaps,huge,2024-02-31,12 stone,Fluffy,${'x'.repeat(101)},much,${'y'.repeat(10_001)}`,
    '2,Tom,Cat,m,s,13/13/2020,5 kg,short,black,10,fine',
    '3,Mia,Cat,f,s,2199-01-01,5 kg,short,black,10,fine',
  ].join('\n');
  const { animals, badCells, summary } = await readAnimals(csv);
  const left = 'The animal is imported without this.';
  const [first, others] = [badCells.filter(({ line }) => line === 2), badCells.filter(({ line }) => line !== 2)];
  expect(Object.fromEntries(first.map(({ column, value, reason }) => [column, [value, reason]]))).toEqual({
    sex: ['perhaps', expect.stringMatching(/^A sex is `male`, `female` or `unknown`/)],
    size: ['huge', expect.stringMatching(/^The value must be one of `small`, `medium`/)],
    dob: ['2024-02-31', `"2024-02-31" is no day; write it like \`2024-05-01\`. ${left}`],
    weight: ['12 stone', expect.stringMatching(/^A weight is a number with `lb`/)],
    coat: ['Fluffy', expect.stringMatching(/^The value must be one of `hairless`, `short`/)],
    color: [`${'x'.repeat(60)}…`, expect.stringMatching(/^The field `colors.0` must be a string of 1 to 100 char/)],
    fee: ['much', expect.stringMatching(/^A fee is an amount such as/)],
    description: [
      `${'y'.repeat(60)}…`,
      expect.stringMatching(/^The field `description` must be a string of 1 to 10000/),
    ],
  });
  expect(others).toEqual([
    { type: 'badCell', line: 3, column: 'dob', value: '13/13/2020', reason: expect.stringMatching(/is no day/) },
    {
      type: 'badCell',
      line: 4,
      column: 'dob',
      value: '2199-01-01',
      reason: `The field \`birthDate\` must not be in the future. ${left}`,
    },
  ]);
  expect(summary).toMatchObject({ rows: 3, added: 3, bad: 0, incomplete: 3 });
  expect(animals[0]!.pet.profile).toBeUndefined();
  expect(animals[1]!.pet.profile).toMatchObject({ sex: 'male', weightGrams: 5000 });
});
