import type { Alert } from '../alerts/schema.ts';
import type { AlertStore } from '../alerts/store.ts';
import type { App } from '../http/app.ts';
import type { Lists } from '../http/paging.ts';
import { principalOf, staffOrganization } from '../http/principal.ts';
import { present } from '../kit/present.ts';
import type { ThreadStore } from '../messages/threads/store.ts';
import type { ApplicationStore } from '../orders/applications/store.ts';
import type { OrderStore } from '../orders/store.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { AdopterQuery, KnownAdopter, MOST_COUNTED, MOST_RETURNED } from './schema.ts';

export interface AdopterRouteParts {
  readonly orders: Pick<OrderStore, 'ofAdopter'>;
  readonly applications: Pick<ApplicationStore, 'approvals' | 'ofAdopter'>;
  readonly threads: Pick<ThreadStore, 'ofSender'>;
  readonly alerts: Pick<AlertStore, 'ofEmail'>;
  readonly organizations: Pick<OrganizationStore, 'onlyPublic'>;
  readonly lists: Pick<Lists, 'inTurn'>;
}

/** What an organization knows of a person: docs/decisions/0095-an-adopter-for-staff.md. */
export function adopterRoutes(v1: App, parts: AdopterRouteParts): void {
  const { orders, applications, threads, alerts, organizations, lists } = parts;

  /** An alert that names no organization is for the animals of all: it concerns this one if there is no other. */
  async function alertsOf(email: string, organizationId: Int64 | undefined): Promise<Alert[]> {
    const all = await alerts.ofEmail(email);
    if (organizationId === undefined) return all;
    const only = await organizations.onlyPublic();
    return all.filter(({ filters }) => (filters.organizationId ?? only?.id) === organizationId);
  }

  async function known(email: string, organizationId: Int64 | undefined): Promise<KnownAdopter> {
    const [ordered, applied, sent] = await Promise.all([
      orders.ofAdopter(email, organizationId, MOST_RETURNED, MOST_COUNTED),
      applications.ofAdopter(email, organizationId, MOST_RETURNED, MOST_COUNTED),
      threads.ofSender(email, organizationId, MOST_RETURNED, MOST_COUNTED),
    ]);
    const approvals = await applications.approvals(applied.applications);
    const wishes = [...ordered.orders.map(({ order }) => order), ...applied.applications.map((one) => one.application)];
    const adopters = wishes.flatMap(({ adopter }) => adopter ?? []);
    return present({
      email,
      name: adopters[0]?.name ?? sent.messages[0]?.from?.name,
      phone: adopters.find(({ phone }) => phone !== undefined)?.phone,
      orders: ordered.orders.map(({ order }) => order),
      orderCount: ordered.total,
      applications: applied.applications.map(({ application }) =>
        present({ ...application, approvedUntil: approvals.get(application.id) }),
      ),
      applicationCount: applied.total,
      messages: sent.messages,
      messageCount: sent.total,
      // The organization learns nothing of people who have never turned to it.
      alerts: ordered.total + applied.total + sent.total === 0 ? [] : await alertsOf(email, organizationId),
    });
  }

  v1.get('/store/adopter', {
    schema: {
      operationId: 'getAdopter',
      summary: 'Get an adopter',
      description:
        'Returns the orders, applications, messages and alerts of the person with this email address: for members of an organization those that concern it, for operators all. Orders and applications whose adopter the organization may not read are left out. For an address that the organization does not know, the lists are empty.',
      querystring: AdopterQuery,
      response: { 200: KnownAdopter },
    },
    config: {
      access: 'orders:read',
      alsoAccess: 'messages:read',
      whose: 'staff',
      secretKeysOnly: true,
      errors: ['forbidden'],
    },
    handler: (request) => {
      const principal = principalOf(request);
      const { email, organizationId } = request.query;
      const concerned = staffOrganization(principal, organizationId, 'what is known of an adopter');
      return lists.inTurn(() => known(email, concerned));
    },
  });
}
