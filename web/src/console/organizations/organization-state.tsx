import type { Organization } from '../../../../client/src/petstore.ts';
import { Badge } from '../../design/data/badge.tsx';

/** Whether visitors see the organization. */
export function OrganizationState({ organization }: { readonly organization: Organization }) {
  const { listed, suspended } = organization;
  if (suspended === true) return <Badge tone="danger">Suspended</Badge>;
  return listed === true ? <Badge tone="positive">Listed</Badge> : <Badge tone="neutral">Not listed</Badge>;
}
