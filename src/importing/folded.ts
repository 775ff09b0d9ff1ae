/** Makes `Animal ID`, `animal_id` and `animalId` the same name. */
export const folded = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
