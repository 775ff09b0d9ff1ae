import { Link } from 'wouter-preact';
import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { startOfDay } from '../../../../src/vocabulary/animal-profile.ts';
import { HIDING_REASONS, HOLD_TYPES } from '../../../../src/vocabulary/animals/hiding.ts';
import { Badge } from '../../design/data/badge.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { speaks } from '../../words.ts';

const DAY = new Intl.DateTimeFormat(speaks().locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Why visitors do not see an animal, and until when; undefined if they see it. */
export function hiddenWords({ profile }: ExpandedPet): string | undefined {
  const { hiddenBecause, hold = {} } = profile?.staff ?? {};
  if (hiddenBecause !== 'hold') return hiddenBecause && HIDING_REASONS[hiddenBecause];
  const kind = HOLD_TYPES[hold.type ?? 'other'];
  return hold.until === undefined ? kind : `${kind} until ${DAY.format(startOfDay(hold.until))}`;
}

/** Says in lists that visitors do not see an animal. */
export function HiddenBadge({ pet }: { readonly pet: ExpandedPet }) {
  const words = hiddenWords(pet);
  return words === undefined ? null : (
    <Badge tone="caution">
      {words}
      <span class="visually-hidden">: hidden from visitors</span>
    </Badge>
  );
}

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
