import type { Queries } from '../database/database.ts';
import { MARK } from './tables.ts';

/** Whether a transfer into this database has begun and not yet ended: there may be anything in it. */
export async function isHalfTransferred(read: Queries): Promise<boolean> {
  return (await read.selectFrom('meta').select('name').where('name', '=', MARK).executeTakeFirst()) !== undefined;
}
