import { hash } from 'node:crypto';
import type { Database, Queries } from '../../database/database.ts';
import { isPublicOrganization } from '../../database/listed.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import type { LogoType } from '../../vocabulary/logos.ts';

/** The logos of organizations, at most one of each. The `hash` of a logo is the SHA-256 of its bytes, in base64url. */
export type LogoStore = ReturnType<typeof logoStore>;

export function logoStore({ read }: Database) {
  const publicLogo = (organizationId: Int64) =>
    read
      .selectFrom('organization_logos')
      .innerJoin('organizations', 'organizations.id', 'organization_id')
      .where('organization_id', '=', organizationId as number)
      .where(isPublicOrganization);

  return {
    /** Returns whether the organization had another logo. */
    async save(tx: Queries, organizationId: number, type: LogoType, bytes: Buffer): Promise<boolean> {
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

    /** The hash. Undefined if there is none, or visitors do not see the organization. */
    findPublic: async (organizationId: Int64): Promise<string | undefined> =>
      (await publicLogo(organizationId).select('hash').executeTakeFirst())?.hash,

    /** Undefined as `findPublic` is. */
    async readPublic(organizationId: Int64): Promise<{ hash: string; type: string; bytes: Buffer } | undefined> {
      const row = await publicLogo(organizationId).select(['hash', 'type', 'image']).executeTakeFirst();
      return row && { hash: row.hash, type: row.type, bytes: Buffer.from(row.image, 'base64') };
    },
  };
}
