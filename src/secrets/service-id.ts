import { createHmac } from 'node:crypto';

/** Names a service to others: the same in every process, and after a backup was restored or the database has moved. It tells nothing of the secret. */
export const serviceIdOf = (secret: Buffer): string =>
  createHmac('sha256', secret).update('service id').digest('base64url').slice(0, 22);
