import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_KINDS, type NotificationKind } from '../vocabulary/notifications.ts';

/** Whose mails about what end: an account's as a member of the organization, or with the account 0 the organization's own. */
export interface Ended {
  readonly accountId: number;
  readonly organizationId: number;
  readonly kinds: readonly NotificationKind[];
}

export type EndLinks = ReturnType<typeof endLinks>;

/**
 * The links that end mails with one click, RFC 8058. The token says itself what it ends, so that nothing is stored for it.
 *
 * @param secret of this database
 */
export function endLinks(secret: Buffer, origin: string) {
  const signatureOf = (text: string): Buffer =>
    createHmac('sha256', secret).update(`end of notifications ${text}`).digest();
  return {
    of({ accountId, organizationId, kinds }: Ended): string {
      const text = `${accountId}.${organizationId}.${kinds.join('.')}`;
      const token = `pne_${Buffer.from(text).toString('base64url')}.${signatureOf(text).toString('base64url')}`;
      return `${origin}/v1/notifications/end?token=${token}`;
    },
    /** Undefined unless this service has made the token. */
    read(token: string): Ended | undefined {
      const [, said = '', signed = ''] = /^pne_([\w-]+)\.([\w-]{43})$/.exec(token) ?? [];
      const text = Buffer.from(said, 'base64url').toString();
      const signature = Buffer.from(signed, 'base64url');
      if (signature.length !== 32 || !timingSafeEqual(signature, signatureOf(text))) return undefined;
      const [accountId, organizationId, ...kinds] = text.split('.');
      return {
        accountId: Number(accountId),
        organizationId: Number(organizationId),
        kinds: NOTIFICATION_KINDS.filter((kind) => kinds.includes(kind)),
      };
    },
  };
}
