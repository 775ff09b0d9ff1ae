import type { Queries } from '../../database/database.ts';
import type { Compose } from '../../mail/delivery.ts';
import type { Part } from '../../mail/letter.ts';
import { isMailbox } from '../../vocabulary/text/address.ts';
import { DISABLED_MAIL } from '../sending/endpoint-store.ts';
import { FAILING_LIMIT_MS } from '../sending/schedule.ts';

/**
 * The mails to the owners of webhooks: when one begins to fail, a day before it is disabled, and when it is disabled. They name the
 * origin of the URL only, because a path may hold a password.
 *
 * @param origin of the site, such as `https://pets.shelter.example`
 */
export function webhookMails(read: Queries, origin: string): Readonly<Record<string, Compose>> {
  const { host } = new URL(origin);

  /** @param isTrue whether what the mail reports is still so */
  const mail =
    (isTrue: (webhook: Owned) => boolean, title: (of: string) => string, parts: (webhook: Owned) => readonly Part[]) =>
    async (id: string) => {
      const webhook = await owned(read, Number(id));
      if (webhook === undefined || !isMailbox(webhook.email) || !isTrue(webhook)) return undefined;
      const link = { label: 'See what was sent and answered', url: `${origin}/portal/webhooks/${webhook.id}` };
      const footnote = `You receive this mail because your account at ${host} has this webhook.`;
      const subject = title(new URL(webhook.url).host);
      const letter = { title: subject, parts: [...parts(webhook), link], signature: [host], footnote };
      return { to: webhook.email, letter, about: { accountId: webhook.accountId } };
    };
  const isFailing = ({ failingMs, disabledMs }: Owned): boolean => failingMs !== null && disabledMs === null;
  const afterwards =
    'Events that waited continue once you enable it again; events of the time between are in GET /events.';

  return {
    'webhook.failing': mail(
      isFailing,
      (of) => `Your webhook at ${of} fails`,
      ({ url, failingMs }) => [
        `Every attempt to send an event to ${new URL(url).origin} has failed since ${timeOf(failingMs)}.`,
        `Each event is sent up to ten times in about three days. If every attempt fails until ${timeOf(endOf(failingMs))}, the webhook is disabled.`,
      ],
    ),
    'webhook.disabling': mail(
      isFailing,
      (of) => `Your webhook at ${of} will be disabled`,
      ({ url, failingMs }) => [
        `Every attempt to send an event to ${new URL(url).origin} has failed since ${timeOf(failingMs)}. If none succeeds until ${timeOf(endOf(failingMs))}, the webhook is disabled.`,
      ],
    ),
    [DISABLED_MAIL]: mail(
      ({ disabledMs, reason }) => disabledMs !== null && reason !== null,
      (of) => `Your webhook at ${of} is disabled`,
      ({ url, reason }) => [
        reason === 'gone'
          ? `${new URL(url).origin} answered 410, which says that nobody wants the events any more: nothing more is sent.`
          : `For five days every attempt to send an event to ${new URL(url).origin} failed: nothing more is sent.`,
        afterwards,
      ],
    ),
  };
}

type Owned = NonNullable<Awaited<ReturnType<typeof owned>>>;

/** The webhook, and the address of its owner if it is confirmed. */
async function owned(read: Queries, id: number) {
  return read
    .selectFrom('webhooks')
    .innerJoin('accounts', 'accounts.id', 'account_id')
    .select([
      'webhooks.id',
      'account_id as accountId',
      'url',
      'email',
      'failing_since as failingMs',
      'disabled_at as disabledMs',
    ])
    .select('disabled_reason as reason')
    .where('webhooks.id', '=', id)
    .where('deleted_at', 'is', null)
    .where('awaiting', 'is', null)
    .executeTakeFirst();
}

const endOf = (failingMs: number | null): number => (failingMs ?? 0) + FAILING_LIMIT_MS;

const timeOf = (ms: number | null): string => `${new Date(ms ?? 0).toUTCString().slice(5, -7)} UTC`;
