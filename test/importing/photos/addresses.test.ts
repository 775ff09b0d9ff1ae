import { describe, expect, test } from 'vitest';
import { parsePhotoPattern } from '../../../src/importing/photos/pattern.ts';
import { readAnimals, type TextFormat } from '../profile/read-animals.ts';

/** The addresses of the photos of each animal in a file. */
async function photosIn(text: string, format: TextFormat = 'csv', pattern?: string) {
  const { animals, badCells, source } = await readAnimals(text, format, {}, pattern);
  return { source, photos: animals.map(({ photos }) => photos.map(({ url }) => url)), badCells };
}

const at = (name: string) => `https://photos.example/${name}.jpg`;

describe('the photos of an animal are read from', () => {
  test("the JSON of Shelter Manager's service, with the pattern that the file does not have", async () => {
    const animal = { ANIMALNAME: 'Rex', SPECIESNAME: 'Dog', WEBSITEMEDIANAME: '17.jpg' };
    const animals = [
      { ...animal, ID: 17, SHELTERCODE: 'D 17', WEBSITEIMAGECOUNT: 2 },
      { ...animal, ID: 18, SHELTERCODE: 'D18', WEBSITEIMAGECOUNT: 0 },
    ];
    const read = async (pattern?: string) => (await photosIn(JSON.stringify(animals), 'json', pattern)).photos;
    expect(await read()).toEqual([[], []]);
    expect(await read('https://asm.example/service?animalid={ID}&code={shelter code}&seq={n}')).toEqual([
      [1, 2].map((n) => `https://asm.example/service?animalid=17&code=D%2017&seq=${n}`),
      [],
    ]);
    expect(await read('https://asm.example/service?animalid={id}')).toEqual([
      ['https://asm.example/service?animalid=17'],
      [],
    ]);
  });

  test("Shelter Manager's CSV: the animal's own row, and the rows behind it", async () => {
    const rows = [
      'ANIMALCODE,ANIMALNAME,ANIMALSEX,ANIMALTYPE,ANIMALSPECIES,ANIMALIMAGE,TESTTYPE',
      `D1,Rex,Male,D (Dog),Dog,${at('1')},`,
      'D1,Rex,,,,,FIV',
      `D1,Rex,,,,${at('2')},`,
      `D1,Rex,,,,${at('1')},`,
      `D9,Ann,,,,${at('of nobody')},`,
      'U2,Mia,Female,U (Cat),Cat,,',
      `U2,Mia,,,,${at('3')},`,
    ];
    const { photos, badCells } = await photosIn(rows.join('\n'));
    expect(photos).toEqual([[at('1'), at('2')], [at('3')]]);
    expect(badCells).toEqual([]);
  });

  test("RescueGroups' file and API, in the order that the API gives", async () => {
    const csv = `animalID,status,species,name,primaryBreed,pic1,pic2,pic4\n7,Available,Dog,Rex,Boxer,${at('1')},,${at('4')}\n`;
    expect((await photosIn(csv)).photos).toEqual([[at('1'), at('4')]]);
    const picture = (id: string, order: number) => ({
      type: 'pictures',
      id,
      attributes: { order, original: { url: at(id) }, large: { url: at(`${id}-large`) }, small: { url: at('small') } },
    });
    const document = {
      data: [
        {
          type: 'animals',
          id: '7',
          attributes: { name: 'Rex', ageGroup: 'Adult', breedPrimary: 'Boxer' },
          relationships: {
            species: { data: [{ type: 'species', id: '8' }] },
            pictures: { data: ['b', 'a'].map((id) => ({ type: 'pictures', id })) },
          },
        },
      ],
      included: [
        { type: 'species', id: '8', attributes: { singular: 'Dog' } },
        picture('a', 1),
        picture('b', 2),
        { type: 'pictures', id: 'c', attributes: { order: 3, original: { url: at('of another') } } },
      ],
    };
    expect((await photosIn(JSON.stringify(document), 'json')).photos).toEqual([[at('a'), at('b')]]);
  });

  test("Petfinder's file, whose sixth photo may be a video", async () => {
    const csv = `ID,Internal,AnimalName,PrimaryBreed,Type,Status,photo1,photo2,photo6\n1,1,Rex,Boxer,Dog,A,${at('1')},rex.jpg,https://youtu.be/dQw4w9WgXcQ\n`;
    const { photos, badCells } = await photosIn(csv);
    expect(photos).toEqual([[at('1')]]);
    expect(badCells).toEqual([
      {
        type: 'badCell',
        line: 2,
        column: 'photo2',
        value: 'rex.jpg',
        reason:
          'A photo is named by an address that begins with `https://` or `http://`. The animal is imported without this.',
      },
    ]);
  });

  test("Shelterluv's API, without the picture that stands for none", async () => {
    const animal = { Type: 'Dog', LastUpdatedUnixTime: '1790000000', Status: 'Available' };
    const animals = [
      { 'Internal-ID': '1', Name: 'Rex', ...animal, CoverPhoto: at('2'), Photos: [at('1'), at('2')] },
      {
        'Internal-ID': '2',
        Name: 'Ann',
        ...animal,
        CoverPhoto: 'https://www.shelterluv.com/img/default/default_dog.png',
        Photos: [],
      },
    ];
    expect((await photosIn(JSON.stringify({ animals }), 'json')).photos).toEqual([[at('2'), at('1')], []]);
  });

  test("RescueGroups' own form, and Adopt-a-Pet's file", async () => {
    const own = `externalID,name,status,type,priBreed,photo1,photo2,found\n7,Rex,Available,Dog,Boxer,${at('1')},${at('2')},Yes\n`;
    const map = `Id,Animal,Breed,Purebred,Name,Status,PhotoURL,PhotoURL2\n7,Dog,Boxer,1,Rex,Available,${at('1')},${at('2')}\n`;
    for (const [csv, source] of [
      [own, 'RescueGroups.org'],
      [map, 'Adopt-a-Pet'],
    ] as const)
      expect(await photosIn(csv)).toEqual({ source, photos: [[at('1'), at('2')]], badCells: [] });
  });

  test("RescueGroups' reports, which name only the path", async () => {
    const csv = `Animal ID,Status,Species,Name,Internal ID,Picture 1\n901,Available,Dog,Rolf,R-1,/1234/pictures/animals/9/901/1.jpg\n`;
    expect((await photosIn(csv)).photos).toEqual([['https://cdn.rescuegroups.org/1234/pictures/animals/9/901/1.jpg']]);
    // Elsewhere a path says nothing.
    expect((await photosIn('name,species,photo\nRex,Dog,/1234/1.jpg\n')).badCells).toHaveLength(1);
  });

  test('a cell that holds the image itself', async () => {
    const image = `data:image/png;base64,${Buffer.from('; , //not read as several').toString('base64')}`;
    expect((await photosIn(`name,species,photo\nRex,Dog,"${image}"\n`)).photos).toEqual([[image]]);
  });

  test.each([
    'https://www.shelterluv.com/sites/default/files/default_images/default_cat.png',
    'https://www.shelterluv.com/img/default_dog.png',
    'https://g.petango.com/shared/Photo-Not-Available-dog.gif',
    'https://shelter.example/static/nopic.jpg',
    'https://shelter.example/no-photo.png?size=3',
    'https://shelter.example/images/no_image_available.svg',
    'https://shelter.example/placeholder-300x300.png',
    'https://shelter.example/img/coming_soon.jpg',
    'https://shelter.example/blank.gif',
  ])('none of %j, which stands for none', async (url) => {
    expect((await photosIn(`name,species,photo\nRex,Dog,${url}\n`)).photos).toEqual([[]]);
  });

  test.each([
    'https://defaults.example/rex.jpg',
    'https://photos.example/defaulter.jpg',
    'https://photos.example/blanka.jpg',
  ])('one of %j, which only looks like that', async (url) => {
    expect((await photosIn(`name,species,photo\nRex,Dog,${url}\n`)).photos).toEqual([[url]]);
  });

  test.each([
    ['Photo 1,Photo 2', `${at('1')},${at('2')}`],
    ['Photos', `"${at('1')}, ${at('2')}"`],
    ['Image URL', `${at('1')};${at('2')}`],
    ['Pictures', `"${at('1')}\n${at('2')}"`],
    ['pic', `${at('1')}|//photos.example/2.jpg`],
  ])('a spreadsheet with %j', async (columns, cells) => {
    expect((await photosIn(`name,species,${columns}\nRex,Dog,${cells}\n`)).photos).toEqual([[at('1'), at('2')]]);
  });
});

test('an animal takes 12 photos; the cell with the next one is reported', async () => {
  const { photos, badCells } = await photosIn(
    `name,species,photos,photo1\nRex,Dog,${Array.from({ length: 12 }, (_, i) => at(String(i))).join(' ')},${at('more')}\n`,
  );
  expect(photos[0]).toHaveLength(12);
  expect(badCells).toMatchObject([{ line: 2, column: 'photo1', value: at('more') }]);
  expect(badCells[0]!.reason).toContain('at most 12 photos');
});

test.each(['ftp://a.example/1.jpg', 'data:text/plain;hello', 'https://me:secret@a.example/1.jpg', 'yes'])(
  'the cell %j is no address',
  async (cell) => {
    const { photos, badCells } = await photosIn(`name,species,photo\nRex,Dog,${cell}\n`);
    expect([photos, badCells.length]).toEqual([[[]], 1]);
  },
);

test('a pattern must be an address with the name of a column', async () => {
  for (const text of ['{ID}', 'https://a.example/1.jpg', 'file:///{ID}', 'https://{ID}:x@a.example/'])
    expect(() => parsePhotoPattern(text)).toThrow('must be an address with the name of a column in braces');
  await expect(photosIn('name,species\nRex,Dog\n', 'csv', 'https://a.example/{ID}.jpg')).rejects.toThrow(
    'There is no column "ID"',
  );
});

test('a cell of separators, or of addresses without end, is read as fast as any', { timeout: 60_000 }, async () => {
  // Where each separator is read on from, this takes most of a minute.
  const separators = `,${' ,;|'.repeat(25_000)}x`;
  const addresses = Array.from({ length: 300 }, (_, i) => at(String(i))).join(' ');
  const { photos, badCells } = await photosIn(
    `name,species,photo\nRex,Dog,"${at('1')}${separators}"\nAnn,Dog,${addresses}\n`,
  );
  expect(photos.map(({ length }) => length)).toEqual([0, 12]);
  expect(badCells).toMatchObject([{ line: 2 }, { line: 3, value: at('12') }]);
});

test('a pattern whose host is in the file gives no address where the cell is no host', async () => {
  const file = 'name,species,Host\nRex,Dog,photos.example\nAnn,Dog,a b\n';
  const { photos, badCells } = await photosIn(file, 'csv', 'https://{Host}/1.jpg');
  expect(photos).toEqual([[at('1')], []]);
  expect(badCells).toMatchObject([{ line: 3, reason: expect.stringContaining('begins with `https://`') }]);
});
