import { keyedHash } from '../../secrets/keyed-hash.ts';
import { hashOf } from '../../secrets/token.ts';
import type { Application } from './schema.ts';

/** Makes the secret links of applicants in the same way as the links to orders: docs/decisions/0052-reservation-links.md. */
export type ApplicationLinks = ReturnType<typeof applicationLinks>;

/** @param secret of this database */
export function applicationLinks(secret: Buffer) {
  const tokenOf = ({ id, createdAt }: Pick<Application, 'id' | 'createdAt'>): string =>
    `pap_${keyedHash(secret, `application ${id} ${createdAt}`)}`;
  return {
    /** The part of a URL after its origin. */
    pathOf: (application: Application): string => `/application#${tokenOf(application)}`,
    /** What the database has of the token. */
    hashOf: (application: Application): string => hashOf(tokenOf(application)),
  };
}
