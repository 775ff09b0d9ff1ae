import { Link } from 'wouter-preact';
import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';

/** Who added an animal or, of another service's, where it is; for operators also whose it is. */
export function OwnerCell({ pet: { owner, profile } }: { readonly pet: ExpandedPet }) {
  // It is read later.
  if (owner === undefined) return <span class="quiet">…</span>;
  const { account, organization } = owner;
  const adder = account && <UserText>{account.name ?? `Account ${account.id}`}</UserText>;
  if (ownAccount.value?.role !== 'operator')
    return (
      <span class="animal-added">
        <span>Added by </span>
        {adder ?? <span class="quiet">–</span>}
      </span>
    );
  return (
    <div class="two-lines animal-owner">
      {organization === undefined ? (
        <span class="quiet">No organization</span>
      ) : (
        <UserLink href={`/console/organizations/${organization.id}`}>{organization.name}</UserLink>
      )}
      {profile?.origin === undefined ? (
        account !== undefined && (
          <span class="small quiet">
            Added by <Link href={`/console/accounts/${account.id}`}>{adder}</Link>
          </span>
        )
      ) : (
        <a class="small" href={profile.origin.url}>
          At <UserText>{new URL(profile.origin.url).host}</UserText>
        </a>
      )}
    </div>
  );
}
