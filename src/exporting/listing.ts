import type { ListingSiteName, WhyNotListed } from '../vocabulary/listing-sites.ts';
import { quotedLine } from '../vocabulary/text/csv.ts';
import { adoptAPet } from './adopt-a-pet.ts';
import { petfinder } from './petfinder.ts';
import { rescuegroups } from './rescuegroups.ts';
import { type Animal, animalOf, type ExportedPet, type FileFacts, type ListingSite } from './syndicated.ts';

const SITES: Readonly<Record<ListingSiteName, ListingSite>> = { petfinder, 'adopt-a-pet': adoptAPet, rescuegroups };

export const isListingFormat = (format: string | undefined): format is ListingSiteName =>
  format !== undefined && Object.hasOwn(SITES, format);

/** Adopted animals are reported so long, so that the sites can say so; later ones are left out, which removes them. */
const ADOPTED_MS = 30 * 24 * 60 * 60 * 1_000;

function reasonsOf(animal: Animal, { columns, required }: ListingSite): readonly WhyNotListed[] {
  const { hiddenBecause, pet, profile, facts } = animal;
  if (hiddenBecause !== undefined) return [hiddenBecause];
  const { statusChangedAt = '' } = profile;
  if (pet.status === 'sold' && !(facts.nowMs - Date.parse(statusChangedAt) < ADOPTED_MS)) return ['adopted'];
  return Object.entries(required).flatMap(([column, reason]) => {
    if ((columns[column]?.(animal) ?? '') !== '') return [];
    return (typeof reason === 'string' ? reason : reason(animal)) ?? [];
  });
}

/** Why the animal is not in the site's file: empty if it is. */
export const whyNotListed = (pet: ExportedPet, site: ListingSiteName, facts: FileFacts): readonly WhyNotListed[] =>
  reasonsOf(animalOf(pet, facts), SITES[site]);

/**
 * The lines of the file. Without animals it has its first line alone, which removes all of them from the site.
 *
 * @param leave is called with each animal that is not in the file, and with the reasons
 */
export async function* listingOf(
  pets: AsyncIterable<ExportedPet>,
  format: ListingSiteName,
  facts: FileFacts,
  leave: (pet: ExportedPet, reasons: readonly WhyNotListed[]) => void,
): AsyncGenerator<string> {
  const site = SITES[format];
  yield `${Object.keys(site.columns).join(',')}\n`;
  const cells = Object.values(site.columns);
  for await (const pet of pets) {
    const animal = animalOf(pet, facts);
    const reasons = reasonsOf(animal, site);
    if (reasons.length > 0) leave(pet, reasons);
    else yield `${cells.map((of) => quotedLine(of(animal))).join(',')}\n`;
  }
}
