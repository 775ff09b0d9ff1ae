import { DatabaseUnavailable } from '../database.ts';
import { DAMAGED, isDamage } from './errors.ts';

/** Remembers the first statement that could not read a page of the file. */
export function openDamage() {
  let found: unknown;
  return {
    note(error: unknown): void {
      if (isDamage(error)) found ??= error;
    },
    /** @throws DatabaseUnavailable after such a statement */
    assertNone(): void {
      if (found === undefined) return;
      throw new DatabaseUnavailable(found, DAMAGED);
    },
  };
}
