import { adoptAPet } from '../../exporting/adopt-a-pet.ts';
import type { ListingFormat } from '../../exporting/formats.ts';
import { petfinder } from '../../exporting/petfinder.ts';
import { rescuegroups } from '../../exporting/rescuegroups.ts';
import { animalOf, type Columns, type ExportedPet, type FileFacts, isListed } from '../../exporting/syndicated.ts';
import { exactCell } from '../../vocabulary/text/csv.ts';

const LISTINGS: Readonly<Record<ListingFormat, Columns>> = { petfinder, 'adopt-a-pet': adoptAPet, rescuegroups };

export const isListingFormat = (format: string | undefined): format is ListingFormat =>
  format !== undefined && Object.hasOwn(LISTINGS, format);

/** The lines of the file. Without animals it has its first line alone, which removes all of them from the site. */
export async function* listingOf(
  pets: AsyncIterable<ExportedPet>,
  format: ListingFormat,
  facts: FileFacts,
): AsyncGenerator<string> {
  const columns = LISTINGS[format];
  yield `${Object.keys(columns).join(',')}\n`;
  const cells = Object.values(columns);
  for await (const pet of pets) {
    const animal = animalOf(pet, facts);
    if (isListed(animal)) yield `${cells.map((of) => exactCell(of(animal))).join(',')}\n`;
  }
}
