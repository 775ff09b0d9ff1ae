/** The systems whose files are recognized, and any other table of animals. */
export const SOURCE_NAMES = [
  'asm3',
  'petfinder',
  'shelterluv',
  'rescuegroups',
  'adopt-a-pet',
  'petpoint',
  'petstablished',
  'petstore',
  'plain',
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
