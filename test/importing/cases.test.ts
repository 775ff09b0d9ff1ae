import { describe, expect, test } from 'vitest';
import type { FileChoices } from '../../src/vocabulary/import-reading.ts';
import type { ColumnsLine } from '../../src/vocabulary/import-report.ts';
import { importOf, type TextFormat } from './profile/read-animals.ts';

/** Small files as shelters have them, one of each kind: what somebody there would expect, or a sentence that says what is missing. */

async function imported(text: string, { format, choices }: { format?: TextFormat; choices?: FileChoices } = {}) {
  const { animals, lines, summary } = await importOf(text, format ?? 'csv', choices);
  const columns = lines.find((line): line is ColumnsLine => line.type === 'columns');
  return {
    source: columns?.source,
    /** By reference: the name, the status and the profile. */
    animals: Object.fromEntries(
      animals.map(({ reference, pet: { name, status = 'available', profile = {} } }) => [
        reference.replace('ref:', ''),
        { name, status, ...profile },
      ]),
    ),
    notRead: columns?.columns.filter(({ as }) => as.length === 0).map(({ name }) => name),
    open: columns?.settings.filter(({ origin }) => origin === 'open').map(({ name }) => name),
    bad: lines.flatMap((line) =>
      line.type === 'badRow' || line.type === 'badCell'
        ? [`${line.line} ${line.column ?? ''}: ${line.value ?? ''}`]
        : [],
    ),
    skipped: summary.passedOver,
  };
}

const member = (animals: object, name: string): unknown[] =>
  Object.values(animals).map((animal: Readonly<Record<string, unknown>>) => animal[name]);

describe('how a file is written', () => {
  test('decimal commas, with units and without', async () => {
    const text =
      'Name;Species;Reference;Weight;Fee\nA;Dog;1;12,5 kg;125,00\nB;Dog;2;8,25;250,50 €\nC;Dog;3;0,9 kg;1.250,00 €\n';
    const { animals, open } = await imported(text);
    expect(open).toEqual([]);
    expect(member(animals, 'weightGrams')).toEqual([12_500, 8_250, 900]);
    expect(member(animals, 'adoptionFee')).toEqual(
      [12_500, 25_050, 125_000].map((amount) => ({ amount, currency: 'EUR' })),
    );
  });

  test('days that begin with the day, as one of them shows', async () => {
    const text = 'Name,Species,Reference,DOB\nA,Dog,1,05/04/2020\nB,Dog,2,23/05/2020\n';
    expect(member((await imported(text)).animals, 'birthDate')).toEqual(['2020-04-05', '2020-05-23']);
  });

  test('days that can be read in two ways are asked about', async () => {
    const text = 'Name,Species,Reference,DOB\nA,Dog,1,05/04/2020\n';
    await expect(imported(text)).rejects.toThrow('Days: "05/04/2020" (line 2, column "DOB") can be read in two ways');
    const { animals } = await imported(text, { choices: { dayOrder: 'day-first' } });
    expect(member(animals, 'birthDate')).toEqual(['2020-04-05']);
  });

  test('days in other orders, with names of months, as numbers of Excel; others are named', async () => {
    const days = ['2023-05-01', '01-May-23', '2023/05/01', '20230501', '45047', 'May 1, 2023'];
    const text = ['Name,Species,Reference,DOB', ...days.map((day, i) => `A,Dog,${i},"${day}"`)].join('\n');
    expect(member((await imported(text)).animals, 'birthDate')).toEqual(days.map(() => '2023-05-01'));
    const others = 'Name,Species,Reference,DOB\nA,Dog,1,2023-02-30\nB,Dog,2,2049-01-01\nC,Dog,3,05/2021\n';
    const { animals, bad } = await imported(others);
    expect(bad).toEqual(['2 DOB: 2023-02-30', '3 DOB: 2049-01-01']);
    expect(animals).toMatchObject({ 3: { birthDateExact: false, birthDate: expect.stringMatching(/^2021-05-/) } });
  });

  test('a title, a header on each page, and the line of Excel about its separator', async () => {
    const text =
      'sep=;\nKennel list\nPrinted 5/1/2024\n\nAnimal ID;Name;Species\n1;Rex;Dog\nAnimal ID;Name;Species\n2;Mia;Cat\n';
    const { animals, skipped } = await imported(text);
    expect(member(animals, 'name')).toEqual(['Rex', 'Mia']);
    expect(skipped).toEqual({ 'header repeated': 1 });
  });

  test('an animal on several rows: those that say the same are skipped, another one is named', async () => {
    const text = `Animal ID,Name,Species,In Custody,Sex,Kennel
A-1,Rex,Dog,Yes,Male,12
A-2,Mia,Cat,Yes,,3
A-1,Rex,Dog,Yes,Male,14
A-1,Rexi,Dog,Yes,Male,12
A-1,Rexi,Dog,Yes,Male,12
`;
    const { animals, skipped, bad } = await imported(text);
    expect(member(animals, 'name')).toEqual(['Rex', 'Mia']);
    expect(skipped).toEqual({ 'animal repeated': 1 });
    expect(bad).toEqual(['5 Animal ID: A-1', '6 Animal ID: A-1']);
  });
});

describe('an animal of which another row says that it is gone', () => {
  const header = 'Animal ID,Name,Species,Intake Date,Outcome Type\n';
  const rows = (...dates: readonly string[]) => {
    const [here, gone] = dates.map((date, i) => `1,Rex,Dog,${date},${i === 0 ? '' : 'Euthanasia'}\n`);
    return [`${header}${here}${gone}`, `${header}${gone}${here}`];
  };

  test.each([
    ...rows('', ''),
    ...rows('2024-01-05', ''),
    ...rows('2024-01-05', '2024-01-05'),
    ...rows('2024-01-05', '2024-02-05'),
  ])('is not added, and its row is named: %j', async (text) => {
    const { animals, bad, skipped } = await imported(text);
    expect([animals, bad, skipped]).toEqual([{}, [expect.stringMatching(/^\d Animal ID: 1$/)], { died: 1 }]);
  });

  test.each(rows('2024-03-01', '2023-12-31'))('is added if it has come back since: %j', async (text) => {
    const { animals, bad } = await imported(text);
    expect([Object.keys(animals), bad]).toEqual([['1'], []]);
  });
});

describe('what a cell says', () => {
  test('ages of one animal, and bands', async () => {
    const ages = ['3Y/ 4M/ 2D', '2 1/2 years', 'about 4 years', '<1 year', '8 weeks', '1½ years'];
    const text = ['Name,Species,Reference,Age', ...ages.map((age, i) => `A,Dog,${i},${age}`)].join('\n');
    expect((await imported(text)).bad).toEqual([]);
  });

  test('microchips: numbers stay whole, and what is none is named', async () => {
    const chips = ['985112003456789', '"=""985112003456789"""', '9.85112E+14', 'n/a', 'Not chipped'];
    const text = ['Name,Species,Reference,Microchip', ...chips.map((chip, i) => `A,Dog,${i},${chip}`)].join('\n');
    const { animals } = await imported(text);
    const numbers = member(animals, 'staff').map(
      (staff) => (staff as { microchip?: { number: string } })?.microchip?.number,
    );
    expect(numbers).toEqual(['985112003456789', '985112003456789', undefined, undefined, undefined]);
    expect(member(animals, 'microchipped')).not.toContain(true);
  });

  test('sexes with neutering in one word', async () => {
    const text =
      'Name,Species,Reference,Sex\nA,Cat,1,Neutered Male\nB,Cat,2,SF\nC,Cat,3,Male/Neutered\nD,Cat,4,weiblich\n';
    const { animals } = await imported(text);
    expect(animals).toMatchObject({
      1: { sex: 'male', altered: true },
      2: { sex: 'female', altered: true },
      3: { sex: 'male', altered: true },
      4: { sex: 'female' },
    });
  });

  test('fees by sign; a range is named', async () => {
    const text = 'Name,Species,Reference,Fee\nA,Dog,1,£150\nB,Dog,2,€90\nC,Dog,3,Waived\nD,Dog,4,$75-$150\n';
    const { animals, bad } = await imported(text);
    expect(animals).toMatchObject({
      1: { adoptionFee: { amount: 15_000, currency: 'GBP' } },
      2: { adoptionFee: { amount: 9_000, currency: 'EUR' } },
      3: { adoptionFee: { amount: 0 } },
    });
    expect(bad).toEqual(['5 Fee: $75-$150']);
  });

  test('yes, no, some and unknown, in words', async () => {
    const text =
      'Name,Species,Reference,Good with kids,Good with dogs,Good with cats,Spayed/Neutered,Shots\nA,Dog,1,Older kids only,Some dogs,Not tested,Neutered,Up to date\n';
    expect((await imported(text)).animals).toMatchObject({
      1: { goodWith: { children: 'selective', dogs: 'selective' }, altered: true, shotsCurrent: true },
    });
  });

  test('species and breeds in the words of shelters’ systems', async () => {
    const text =
      'Name,Species,Reference,Breed\nA,CAT,1,DOMESTIC SH\nB,Feline,2,\nC,canine,3,AM PIT BULL TER / LABRADOR RETR\nD,Dog,4,"Retriever, Labrador"\n';
    const { animals, bad } = await imported(text);
    expect(bad).toEqual([]);
    expect(animals).toMatchObject({
      1: { breed: { primary: 'Domestic Short Hair' } },
      3: { breed: { primary: 'Pit Bull Terrier', secondary: 'Labrador Retriever' } },
      4: { breed: { primary: 'Labrador Retriever' } },
    });
  });
});

describe('what may be shown', () => {
  test('statuses: an unknown word makes nothing available', async () => {
    const words = [
      'Available',
      'On hold',
      'Stray Hold',
      'Coming Soon',
      'Transferred',
      'Deceased',
      'Not available',
      'Zebra',
    ];
    const text = ['Name,Species,Reference,Status', ...words.map((word) => `A,Cat,${word},${word}`)].join('\n');
    const { animals, bad, skipped } = await imported(text);
    expect(animals).toMatchObject({
      Available: { status: 'available' },
      'On hold': { status: 'pending' },
      'Stray Hold': { status: 'available', staff: { hold: { type: 'stray' } } },
      'Coming Soon': { status: 'available', staff: { hold: { type: 'coming_soon' } } },
    });
    expect(Object.keys(animals)).toHaveLength(4);
    expect(skipped).toEqual({ 'left the shelter without an adoption': 1, died: 1, 'not up for adoption': 1 });
    expect(bad).toEqual(['9 Status: Zebra']);
  });

  test('outcomes', async () => {
    const text =
      'Animal ID,Name,Species,Outcome Type,Outcome Date\n1,Max,Dog,Adoption,2024-06-01\n2,Mia,Cat,Euthanasia,2024-06-02\n3,Leo,Cat,,\n4,Ada,Dog,Transfer,2024-06-03\n';
    const { animals, skipped } = await imported(text);
    expect(animals).toMatchObject({ 1: { status: 'sold' }, 3: { status: 'available' } });
    expect(Object.keys(animals)).toEqual(['1', '3']);
    expect(skipped).toEqual({ died: 1, 'left the shelter without an adoption': 1 });
  });

  test('a state beside the name counts, unless the status says another', async () => {
    const names = [
      'Rex (adopted)',
      'ON HOLD: Mia',
      'Leo - ADOPTED',
      'Ada [Foster]',
      'Bo (A123)',
      'Mary-Ann',
      'Tom (stray)',
    ];
    const text = ['Name,Species,Reference,Status', ...names.map((name, i) => `${name},Dog,${i},Available`)];
    const { animals } = await imported([...text, 'Kim (adopted),Dog,7,On hold'].join('\n'));
    expect(Object.values(animals).map(({ name, status }) => [name, status])).toEqual([
      ['Rex', 'sold'],
      ['Mia', 'pending'],
      ['Leo', 'sold'],
      ['Ada', 'available'],
      ['Bo', 'available'],
      ['Mary-Ann', 'available'],
      ['Tom', 'available'],
      ['Kim', 'pending'],
    ]);
    expect(animals).toMatchObject({ 6: { staff: { hold: { type: 'stray' } } } });
  });

  test('the status of a kennel, and why an animal is held', async () => {
    const text =
      'animal_id,animal_type,animal_name,kennel_status,hold,hold_reason\n1,DOG,REX,AVAILABLE,,\n2,CAT,MIA,UNAVAILABLE,,\n3,DOG,BO,AVAILABLE,Yes,Medical\n';
    const { animals, skipped, notRead } = await imported(text);
    expect(animals).toMatchObject({ 1: { status: 'available' }, 3: { staff: { hold: { type: 'medical' } } } });
    expect([Object.keys(animals), skipped, notRead]).toEqual([['1', '3'], { 'not up for adoption': 1 }, []]);
  });

  test('a pending adoption in RescueGroups’ API, whatever the status says', async () => {
    const animal = { animalID: '7', animalName: 'Rolf', animalSpecies: 'Dog', animalStatus: 'Available' };
    const data = { 7: { ...animal, animalAdoptionPending: 'Yes' } };
    const { animals } = await imported(JSON.stringify({ data }), { format: 'json' });
    expect(animals).toMatchObject({ 7: { status: 'pending' } });
  });

  test('the name of an animal, and not its owner’s', async () => {
    const { animals, notRead } = await imported('Animal ID,Name,Animal Name,Species\n1,Ann Lee,Rex,Dog\n');
    expect([member(animals, 'name'), notRead]).toEqual([['Rex'], ['Name']]);
  });

  test('a reference that has lost its last digits is named', async () => {
    const rows = ['9007199254740991', '12345678901234567890', '"12345678901234567890"'];
    const text = rows.map((id) => `{"id":${id},"name":"Rex","species":"Dog"}`).join('\n');
    const { animals, bad } = await imported(text, { format: 'ndjson' });
    expect(Object.keys(animals)).toEqual(['9007199254740991', '12345678901234567890']);
    expect(bad).toEqual(['2 id: 12345678901234567000']);
  });

  test('every column that is not read is named', async () => {
    const text = 'Name,Species,Reference,Kennel,Foster phone,Location,Comments\nMax,Dog,1,K12,555-0100,Barn,Nice\n';
    expect((await imported(text)).notRead).toEqual(['Kennel', 'Foster phone', 'Location']);
  });
});

describe('what systems answer', () => {
  test('RescueGroups’ API v2, with the animals by their ids', async () => {
    const animal = (id: string, status: string) => ({
      animalID: id,
      animalName: `Rolf ${id}`,
      animalSpecies: 'Dog',
      animalStatus: status,
      animalSex: 'Male',
    });
    const answer = { status: 'ok', data: { 7: animal('7', 'Available'), 8: animal('8', 'Adopted') } };
    const { source, animals } = await imported(JSON.stringify(answer), { format: 'json' });
    expect(source).toBe('RescueGroups.org');
    expect(animals).toMatchObject({ 7: { name: 'Rolf 7', status: 'available' }, 8: { status: 'sold' } });
  });

  test('Petfinder’s API v2', async () => {
    const animal = {
      id: 59,
      organization_id: 'TN801',
      type: 'Rabbit',
      species: 'Rabbit',
      breeds: { primary: 'Holland Lop', secondary: null, mixed: true, unknown: false },
      colors: { primary: null, secondary: null, tertiary: null },
      age: 'Young',
      gender: 'Male',
      size: 'Small',
      attributes: { spayed_neutered: true, house_trained: true, declawed: null, shots_current: false },
      environment: { children: true, dogs: null, cats: false },
      name: 'Salt &amp; Pepper',
      description: 'Hello, we&#039;re a pair.',
      photos: [],
      status: 'adoptable',
    };
    const { source, animals } = await imported(JSON.stringify({ animals: [animal], pagination: {} }), {
      format: 'json',
    });
    expect(source).toBe('Petfinder');
    expect(animals).toMatchObject({
      59: {
        name: 'Salt & Pepper',
        status: 'available',
        breed: { primary: 'Holland Lop', mixed: true },
        altered: true,
        houseTrained: true,
        goodWith: { children: 'yes', cats: 'no' },
        description: "Hello, we're a pair.",
      },
    });
  });
});
