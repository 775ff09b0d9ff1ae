import { keyedHash } from '../secrets/keyed-hash.ts';
import { hashOf } from '../secrets/token.ts';

/** What identifies an alert. A restored backup may assign an id again, but not at the same millisecond. */
interface Identity {
  readonly id: number;
  readonly createdMs: number;
}

export type AlertLinks = ReturnType<typeof alertLinks>;

/**
 * The secret links of alerts: one for its page, in the fragment of the URL, which browsers send to nobody; and one that only ends it, for
 * mail programs, which send the whole URL.
 *
 * @param secret of this database
 */
export function alertLinks(secret: Buffer, origin: string) {
  const tokenOf = (kind: 'alert' | 'end of alert', { id, createdMs }: Identity): string =>
    keyedHash(secret, `${kind} ${id} ${createdMs}`);
  const pageToken = (alert: Identity): string => `pal_${tokenOf('alert', alert)}`;
  const endToken = (alert: Identity): string => `pae_${tokenOf('end of alert', alert)}`;
  return {
    page: (alert: Identity): string => `${origin}/alert#${pageToken(alert)}`,
    /** RFC 8058. */
    unsubscribe: (alert: Identity): string => `${origin}/v1/alert/unsubscribe?token=${endToken(alert)}`,
    /** What the database has of the tokens. */
    hashesOf: (alert: Identity) => ({ hash: hashOf(pageToken(alert)), end_hash: hashOf(endToken(alert)) }),
  };
}
