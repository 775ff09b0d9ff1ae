import { DatabaseError } from 'pg';
import { DatabaseUnavailable, UniqueViolation } from '../database.ts';

/** A transaction that cannot be serialized with others that ran at the same time. It was rolled back. */
export class Overlap extends DatabaseUnavailable {
  override readonly name = 'Overlap';
}

/** serialization_failure, deadlock_detected: https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const overlapStates = new Set(['40001', '40P01']);

/**
 * Connection exceptions, insufficient resources, operator intervention (a timeout, a shutdown), system errors, lock and transaction
 * timeouts, and a read-only server: a standby reports feature_not_supported (0A000) for a transaction that writes.
 */
const unavailableStates = /^(08|53|57|58)|^(0A000|25P03|25P04|25006|55P03)$/;

/** Translates the driver's errors into the errors of `database.ts`. */
export function translated(error: unknown): unknown {
  // The driver's other errors concern the connection.
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailable(error);
  const { code = '' } = error;
  // These contain rows and values, which logs must not contain.
  error.detail = undefined;
  error.where = undefined;
  if (overlapStates.has(code)) return new Overlap(error);
  if (unavailableStates.test(code)) return new DatabaseUnavailable(error);
  return code === '23505' ? new UniqueViolation(error) : error;
}
