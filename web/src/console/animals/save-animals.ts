import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { isMirrored } from '../../../../src/vocabulary/directory.ts';
import { BYTE_ORDER_MARK, csvCell } from '../../../../src/vocabulary/text/csv.ts';
import { petstore } from '../../api.ts';
import { saveFile } from '../../data/save-file.ts';
import { categoryOf } from '../categories/categories.tsx';
import { type AnimalFilters, animalsQuery } from './animal-list.ts';

/** The columns of the table, by the names that an import knows. */
const COLUMNS: Readonly<Record<string, (pet: ExpandedPet) => string | number | bigint | undefined>> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  categoryId: ({ categoryId }) => categoryId,
  category: ({ categoryId }) => categoryOf(categoryId)?.name,
  status: ({ status }) => status,
  organization: ({ owner }) => owner?.organization?.name,
  addedBy: ({ owner }) => owner?.account?.name,
  species: ({ profile }) => profile?.species,
  'breed.primary': ({ profile }) => profile?.breed?.primary,
  sex: ({ profile }) => profile?.sex,
  age: ({ profile }) => profile?.age,
  birthDate: ({ profile }) => profile?.birthDate,
  size: ({ profile }) => profile?.size,
  waitingSince: ({ profile }) => profile?.waitingSince,
};

/** Saves all animals that match the filters as a table, in the order of the list. Those of other services are exported there. */
export async function saveAnimals(filters: AnimalFilters): Promise<void> {
  const names = Object.keys(COLUMNS);
  const lines = [names.join(',')];
  for await (const pet of petstore.pets.list({ ...animalsQuery(filters), expand: ['owner', 'profile'], limit: 100 }))
    if (!isMirrored(pet)) lines.push(names.map((name) => csvCell(COLUMNS[name]?.(pet))).join(','));
  saveFile(new Blob([`${BYTE_ORDER_MARK}${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'animals.csv');
}
