import { expect, test } from 'vitest';
import { parseMap } from '../../src/importing/column-map.ts';
import { profileIn, readAnimals } from './profile/read-animals.ts';

/** Which columns somebody chooses for which fields. */

const read = async (text: string, map: string) => {
  const { animals, badCells } = await readAnimals(text, 'csv', {}, undefined, parseMap(map));
  return {
    profiles: animals.map(({ pet }) => pet.profile),
    photos: animals[0]?.photos,
    bonds: animals[0]?.bonds,
    badCells,
  };
};

test('members of the profile are read from any column, as that of their own name would be', async () => {
  const csv = 'Nummer,Name,Art,Rasse,Farbe,Hunde,Chip,Gewicht\n1,Rex,Cat,DSH,Black,Wuff,985112003456789,12 kg\n';
  const map =
    'categoryId=Art,reference=Nummer,BREED.PRIMARY=Rasse,colors=Farbe,goodWith.dogs=Hunde,staff.microchip.number=Chip,weightGrams=Gewicht';
  const { profiles, badCells } = await read(csv, map);
  expect(profiles).toEqual([
    {
      reference: '1',
      breed: { primary: 'Domestic Short Hair' },
      colors: ['Black'],
      weightGrams: 12_000,
      staff: { microchip: { number: '985112003456789' } },
    },
  ]);
  expect(badCells).toMatchObject([{ column: 'Hunde', value: 'Wuff' }]);
});

test('a chosen column takes the place of the one that would have been found', async () => {
  const csv = 'id,name,species,breed,size,real size\n1,Rex,Dog,Boxer,L,S\n';
  expect((await read(csv, 'size=real size')).profiles).toMatchObject([{ breed: { primary: 'Boxer' }, size: 'small' }]);
});

test('photos and bonded animals, too', async () => {
  const { photos, bonds } = await read(
    'id,name,species,Bild,Freund\n1,Rex,Dog,https://a.example/1.jpg,2\n',
    'photos=Bild,bondedWith=Freund',
  );
  expect([photos, bonds]).toMatchObject([[{ column: 'Bild' }], [{ column: 'Freund', other: 'ref:2' }]]);
});

test('a field that there is not, and a column that there is not, are refused', async () => {
  const csv = 'id,name,species\n1,Rex,Dog\n';
  await expect(read(csv, 'breed.third=name')).rejects.toThrow('There is no field "breed.third".');
  await expect(read(csv, 'breed.primary=Race')).rejects.toThrow('There is no column "Race".');
  expect(() => parseMap('breed.primary')).toThrow('must be like name=AnimalName,breed.primary=Race');
});

test('without a choice, the breeds of a spreadsheet may have columns of their own', async () => {
  const csv = 'name,species,Primary breed,Secondary breed\nMia,Cat,DSH,DLH\n';
  expect(await profileIn(csv)).toMatchObject({
    breed: { primary: 'Domestic Short Hair', secondary: 'Domestic Long Hair' },
  });
});
