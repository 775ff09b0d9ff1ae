import { signal } from '@preact/signals';
import { petstore } from '../api.ts';
import { failureOf } from '../data/failure.ts';
import { ownAccount } from '../session.ts';

/** What waits for somebody, by the address of the page: the numbers in the navigation and in the title of the window. */
export const badges = signal<Readonly<Record<string, number>>>({});

/** Counts the unapproved orders and the open messages. After a failure the numbers stay, and the next call tries again. */
export async function countBadges(): Promise<void> {
  const account = ownAccount.value;
  const organizationId = account?.role === 'operator' ? undefined : account?.organization?.id;
  if (account === undefined || (account.role !== 'operator' && organizationId === undefined)) return;
  try {
    const [orders, messages] = await Promise.all([
      petstore.orders.counts(organizationId === undefined ? {} : { organizationId }),
      organizationId === undefined
        ? petstore.admin.inboxCounts()
        : petstore.organizations.messageCounts(organizationId),
    ]);
    badges.value = { '/console/orders': orders.placed, '/console/inbox': messages.open };
  } catch (failure) {
    failureOf(failure);
  }
}
