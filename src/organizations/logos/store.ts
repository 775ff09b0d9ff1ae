import { hash } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { isPublicOrganization } from '../../database/listed.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { ImageType } from './image.ts';

/** The logos of organizations, at most one of each. The `hash` of a logo is the SHA-256 of its bytes, in base64url. */
export type LogoStore = ReturnType<typeof logoStore>;

export function logoStore({ read }: Database) {
  return {
    /** Returns whether the organization had another logo. */
    async save(tx: Queries, organizationId: number, type: ImageType, bytes: Buffer): Promise<boolean> {
      const logo = { hash: hash('sha256', bytes, 'base64url'), type, image: bytes.toString('base64') };
      const former = await tx
        .selectFrom('organization_logos')
        .select('hash')
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      if (former?.hash === logo.hash) return false;
      await tx
        .insertInto('organization_logos')
        .values({ organization_id: organizationId, ...logo })
        .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(logo))
        .execute();
      return true;
    },

    /** Returns whether the organization had one. */
    async remove(tx: Queries, organizationId: number): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('organization_logos')
        .where('organization_id', '=', organizationId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Undefined if there is none, or visitors do not see the organization. */
    findPublic: (organizationId: Int64): Promise<{ type: string; hash: string } | undefined> =>
      read
        .selectFrom('organization_logos')
        .innerJoin('organizations', 'organizations.id', 'organization_id')
        .select(['type', 'hash'])
        .where('organization_id', '=', organizationId as number)
        .where(isPublicOrganization)
        .executeTakeFirst(),

    /** Undefined if no organization has this logo any more. */
    async bytesOf(hashOfLogo: string): Promise<Buffer | undefined> {
      const row = await read
        .selectFrom('organization_logos')
        .select('image')
        .where('hash', '=', hashOfLogo)
        .limit(1)
        .executeTakeFirst();
      return row && Buffer.from(row.image, 'base64');
    },
  };
}
