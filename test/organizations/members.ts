import { openEnvironment } from '../../src/open-environment.ts';
import type { OrganizationRole } from '../../src/vocabulary/organizations.ts';
import { withKey } from '../support/adoption.ts';
import type { TestService } from '../support/service.ts';

/** The service, called with the key of a new account that belongs to the organization. */
export async function newMember(
  service: TestService,
  organizationId: number,
  role: OrganizationRole,
): Promise<TestService> {
  const { key, accountId } = await service.newAccount();
  const { database } = await openEnvironment('production', service.settings);
  await database.transaction((tx) =>
    tx
      .updateTable('accounts')
      .set({ organization_id: organizationId, organization_role: role })
      .where('id', '=', accountId)
      .execute(),
  );
  await database.close();
  return withKey(service, key);
}
