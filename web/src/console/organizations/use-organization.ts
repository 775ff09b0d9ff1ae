import { useParams } from 'wouter-preact';
import { petstore } from '../../api.ts';
import { pathId } from '../../data/path-id.ts';
import { useQuery } from '../../data/use-query.ts';
import { ownAccount } from '../../session.ts';

/** The organization that the address of the page names, for its own people and for operators. */
export function useOrganization() {
  const id = pathId(useParams()['organization']);
  const organization = useQuery((signal) => petstore.organizations.get(id, { signal }), [id]);
  const account = ownAccount.value;
  const isOperator = account?.role === 'operator';
  const isOwn = account?.organization?.id === id;
  const isMissing = (!isOperator && !isOwn) || organization.error?.code === 'organization_not_found';
  return { id, organization, isOperator, isOwn, isMissing };
}
