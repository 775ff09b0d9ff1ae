import type { Tables } from './tables.ts';

type Hiding = 'is_hidden' | 'hidden_from' | 'hidden_until' | 'shows_page' | 'shown_at';
export type NewPetRow = Omit<Tables['pets'], 'id' | 'status_changed_at' | 'source_id' | Hiding>;
export type NewEventRow = Omit<Tables['events'], 'sequence'>;
export type AnswerRow = Tables['idempotency_keys'];

/** Takes new rows, which depend on nothing that is stored: see `Database.addition`. */
export interface Sink {
  /** At most once in an addition. @returns the id, synchronously if the engine is synchronous */
  insertPet(row: NewPetRow): number | Promise<number>;
  appendEvent(row: NewEventRow): void | Promise<void>;
  storeAnswer(row: AnswerRow): void | Promise<void>;
}
