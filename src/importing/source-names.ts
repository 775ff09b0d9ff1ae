/** The systems whose files are recognized, and any other table of animals. */
export const SOURCE_NAMES = [
  'asm3',
  'petfinder',
  'rescuegroups',
  'adopt-a-pet',
  'shelterluv',
  'petstore',
  'plain',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
