import { DatabaseError } from 'pg';
import { DatabaseUnavailable, UniqueViolation } from '../database.ts';

/** A transaction that ran beside others in a way in which none can have run before the other. Nothing of it has happened. */
export class Overlap extends DatabaseUnavailable {
  override readonly name = 'Overlap';
}

/** serialization_failure, deadlock_detected: https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html */
const overlapStates = new Set(['40001', '40P01']);

/**
 * Connection exceptions, a lack of resources, an operator's intervention (a timeout, a shutdown), errors of the system, waiting too
 * long for a lock or in a transaction, and a server that only reads: of a transaction that writes a standby says that this is not a
 * feature of it.
 */
const unavailableStates = /^(08|53|57|58)|^(0A000|25P03|25P04|25006|55P03)$/;

/** The error in the words of the seam. */
export function translated(error: unknown): unknown {
  // All else that comes out of the driver is about the connection.
  if (!(error instanceof DatabaseError)) return new DatabaseUnavailable(error);
  const { code = '' } = error;
  // They show whole rows and values, which logs must not.
  error.detail = undefined;
  error.where = undefined;
  if (overlapStates.has(code)) return new Overlap(error);
  if (unavailableStates.test(code)) return new DatabaseUnavailable(error);
  return code === '23505' ? new UniqueViolation(error) : error;
}
