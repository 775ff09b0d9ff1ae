/** No name or word of a file is longer. */
const longest = 1_000;

/** Makes `Animal ID`, `animal_id` and `animalId` the same name. */
export const looseName = (name: string): string =>
  name
    .slice(0, longest)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
