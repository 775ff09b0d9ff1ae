import { signal } from '@preact/signals';
import { petstore } from '../api.ts';
import { failureOf } from '../data/failure.ts';
import { ownAccount } from '../session.ts';
import { ownOrganizations } from './organizations/organizations.tsx';

/** What waits for somebody, by the address of the page: the numbers in the navigation and in the title of the window. */
export const badges = signal<Readonly<Record<string, number>>>({});

/**
 * Counts the unapproved orders, the new applications and the open messages. Where nobody applies for animals, there is no number of
 * applications. After a failure the numbers stay, and the next call tries again.
 */
export async function countBadges(): Promise<void> {
  const account = ownAccount.value;
  const organizationId = account?.role === 'operator' ? undefined : account?.organization?.id;
  if (account === undefined || (account.role !== 'operator' && organizationId === undefined)) return;
  try {
    const ofOrganization = organizationId === undefined ? {} : { organizationId };
    const [orders, applications, messages] = await Promise.all([
      petstore.orders.counts(ofOrganization),
      petstore.applications.counts(ofOrganization),
      organizationId === undefined
        ? petstore.admin.inboxCounts()
        : petstore.organizations.messageCounts(organizationId),
    ]);
    const areThere = Object.values(applications).some((count) => count > 0);
    badges.value = {
      '/console/orders': orders.placed,
      ...((areThere || (await areExpected(organizationId))) && { '/console/applications': applications.submitted }),
      '/console/inbox': messages.open,
    };
  } catch (failure) {
    failureOf(failure);
  }
}

/** Whether the organization, or one of an operator's, takes applications. */
async function areExpected(organizationId: number | undefined): Promise<boolean> {
  if (organizationId === undefined) return ownOrganizations.value.some(({ adoption }) => adoption === 'apply');
  return (await petstore.organizations.get(organizationId)).adoption === 'apply';
}
