import { keyedHash } from './keyed-hash.ts';

/** Names a service to others: the same in every process, and after a backup was restored or the database has moved. It tells nothing of the secret. */
export const serviceIdOf = (secret: Buffer): string => keyedHash(secret, 'service id').slice(0, 22);
