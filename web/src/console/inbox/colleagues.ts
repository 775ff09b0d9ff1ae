import { useEffect, useMemo } from 'preact/hooks';
import type { Member } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { ownAccount } from '../../session.ts';
import { knownName, needPeople } from '../audit/people.ts';

/** Who may take care of a message, and how the page calls them. */
export interface Colleagues {
  readonly members: readonly Pick<Member, 'id' | 'email' | 'name'>[];
  readonly nameOf: (accountId: number) => string;
}

/** The members of the organization, and the reader. @param others accounts that the page names besides */
export function useColleagues(organizationId: number | undefined, others: readonly number[]): Colleagues {
  const own = ownAccount.value;
  const { data, isLoading } = useQuery(async () => {
    if (organizationId === undefined) return [];
    return (await ownPetstore.organizations.members(organizationId, { limit: 100 }).page()).items;
  }, [organizationId]);
  const members = useMemo(
    () => [...(own === undefined || data?.some(({ id }) => id === own.id) ? [] : [own]), ...(data ?? [])],
    [own, data],
  );
  const strangers = isLoading ? [] : others.filter((id) => !members.some((member) => member.id === id));
  useEffect(() => void needPeople(strangers), [strangers.join()]);
  return {
    members,
    nameOf(id) {
      const member = members.find((found) => found.id === id);
      // Members do not see the accounts of others.
      return member?.name ?? member?.email ?? knownName(id) ?? 'A former member';
    },
  };
}
