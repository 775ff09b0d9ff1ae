import { signal } from '@preact/signals';
import { petstore } from '../api.ts';
import { failureOf } from '../data/failure.ts';
import { ownAccount } from '../session.ts';

/** What waits for somebody: the numbers in the navigation and in the title of the window. */
export const badges = signal<Readonly<Record<string, number>>>({});

const INBOX = '/console/inbox';

/** Counts again. After a failure the numbers stay, and the next call tries again. */
export async function countBadges(): Promise<void> {
  const account = ownAccount.value;
  if (account === undefined) return;
  const own = account.organization?.id;
  try {
    const messages =
      account.role === 'operator' || own === undefined
        ? await petstore.admin.inboxCounts()
        : await petstore.organizations.messageCounts(own);
    badges.value = { [INBOX]: messages.open };
  } catch (failure) {
    failureOf(failure);
  }
}
