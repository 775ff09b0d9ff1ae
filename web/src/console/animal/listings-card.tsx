import { Link } from 'wouter-preact';
import type { ExpandedPet, ListingAnimal, ListingSite } from '../../../../client/src/petstore.ts';
import { LISTING_SITES, WHY_NOT_LISTED, type WhyNotListed } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { useHashTarget } from '../../data/hash-target.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { ownAccount } from '../../session.ts';
import { addressOf } from '../listing-sites/use-site.ts';
import { field } from './missing-card.tsx';

/** The members of the profile that say what is missing. */
const MEMBERS: Readonly<Partial<Record<WhyNotListed, string>>> = {
  species: 'species',
  breed: 'breed.primary',
  breed_not_on_list: 'breed.primary',
  sex: 'sex',
  size: 'size',
  age: 'birthDate',
  hold: 'staff.hold.type',
};

/** Whether listing sites list the animal, for managers; nothing if no site is set up or the animal was adopted. */
export function ListingsCard({ pet }: { readonly pet: ExpandedPet }) {
  const { role, organization: own } = ownAccount.value ?? {};
  const id = pet.owner?.organization?.id;
  const mayKnow = role === 'operator' || own?.role === 'manager';
  const isAsked = mayKnow && id !== undefined && pet.status !== 'sold';
  const sites = useQuery(
    async (signal) => (isAsked ? ownPetstore.listingSites.list(id, { signal }) : []),
    [isAsked, id],
  );
  // What is missing may have been entered. Where no site is set up, a change of the animal asks for nothing.
  const listings = useQuery(
    async (signal) =>
      Promise.all(
        (sites.data ?? []).map(async (site) => {
          const query = { petId: pet.id, limit: 1 };
          const { items } = await ownPetstore.listingSites.animals(id ?? 0, site.site, query, { signal }).page();
          return { site, animal: items[0] };
        }),
      ),
    [sites.data, pet],
  );
  const found = listings.data ?? [];
  useHashTarget(found.length > 0);
  if (id === undefined || found.length === 0)
    return <ErrorNotice error={sites.error ?? listings.error} onRetry={sites.reload} />;
  return (
    <Card id="listing-sites" title="Listing sites">
      <Facts
        facts={found.map(({ site, animal }) => [
          LISTING_SITES[site.site].name,
          animal && <Listing site={site} animal={animal} organizationId={id} />,
        ])}
      />
    </Card>
  );
}

interface ListingProps {
  readonly site: ListingSite;
  readonly animal: ListingAnimal;
  readonly organizationId: number;
}

function Listing({ site, animal: { listedSince, reasons }, organizationId }: ListingProps) {
  return (
    <div class="row">
      <Link href={addressOf(organizationId, site.site)}>
        {listedSince === undefined ? (
          'Not listed'
        ) : (
          <>
            Listed since <Time at={listedSince} />
          </>
        )}
      </Link>
      {reasons.length === 0
        ? listedSince === undefined && (site.paused ? 'Paused.' : 'Goes with the next list.')
        : listedSince !== undefined && 'Leaves with the next list.'}
      {reasons.map((reason) => {
        const member = MEMBERS[reason];
        return member === undefined ? (
          <span key={reason}>{WHY_NOT_LISTED[reason]}.</span>
        ) : (
          <Button key={reason} size="s" onClick={() => document.querySelector<HTMLElement>(field(member))?.focus()}>
            {WHY_NOT_LISTED[reason]}
          </Button>
        );
      })}
    </div>
  );
}
