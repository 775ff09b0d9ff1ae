import type { Subject } from './event-kinds.ts';

/**
 * What adopters want, as events call it, and its table: each row names its animal, the animal's side, and who asked. What is done for one is
 * done for all.
 */
export const WISHES = { order: 'orders', application: 'applications' } as const satisfies {
  readonly [About in Subject]?: string;
};
export const WISH_TABLES = Object.values(WISHES);

/** The tables that say in `pet_id` which animal somebody wants or asks about. */
export const ABOUT_PETS = [...WISH_TABLES, 'messages'] as const;
