import { DatabaseUnavailable } from '../database.ts';
import { isDamage } from './errors.ts';

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
      throw new DatabaseUnavailable(
        found,
        'A part of the database file cannot be read. Stop the service, and restore a backup.',
      );
    },
  };
}
