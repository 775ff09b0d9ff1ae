import { Link } from 'wouter-preact';
import type { ExpandedPet, ListingAnimal, ListingSite } from '../../../../client/src/petstore.ts';
import { type Essential, missingIn } from '../../../../src/vocabulary/animal-profile.ts';
import { LISTING_SITES, WHY_NOT_LISTED, type WhyNotListed } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore, petstore, versionOf } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { useHashTarget } from '../../data/hash-target.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { hiddenWords } from '../animals/animal-cells.tsx';
import { addressOf } from '../listing-sites/use-site.ts';

const NAMES: Readonly<Record<Essential, string>> = {
  photos: 'A photo',
  description: 'Its story',
  age: 'Its age',
  sex: 'Its sex',
  size: 'Its size',
  children: 'Whether it is good with children',
};

/** Finds the control for a member of the profile on the page. */
const field = (name: string): string => `:is(input, select, textarea)[name="${name}"]`;

/** The control on the page that says it. */
const CONTROLS: Readonly<Record<Essential, string>> = {
  photos: '.photos-choose',
  description: field('description'),
  age: field('birthDate'),
  sex: field('sex'),
  size: field('size'),
  children: field('goodWith.children'),
};

/** What adopters will miss of an animal, each with a way to the control; nothing of one that has found a home. */
export function MissingCard({ pet }: { readonly pet: ExpandedPet }) {
  const missing = missingIn(pet.profile ?? {}, (pet.photos ?? []).length > 0);
  if (pet.status === 'sold' || missing.length === 0) return null;
  return (
    <Card title="What adopters will miss" about="They look for it first, and many filter by it.">
      <div class="row">
        {missing.map((essential) => (
          <Button
            key={essential}
            size="s"
            icon="plus"
            onClick={() => document.querySelector<HTMLElement>(CONTROLS[essential])?.focus()}
          >
            {NAMES[essential]}
          </Button>
        ))}
      </div>
    </Card>
  );
}

/** The hold of an animal: why, until when, and its end; nothing if none keeps it from visitors. */
export function HoldCard({ pet, onEnded }: { readonly pet: ExpandedPet; readonly onEnded: () => void }) {
  const { hiddenBecause, hold } = pet.profile?.staff ?? {};
  const end = useAction(async () => {
    const profile = await petstore.pets.profile(pet.id);
    // No event tells of what only staff may know.
    if (JSON.stringify(profile.staff?.hold) !== JSON.stringify(hold))
      tell('A colleague has changed the hold.', 'danger');
    else {
      await petstore.pets.updateProfile(pet.id, { staff: { hold: null } }, versionOf(profile));
      tell('The hold has ended.');
    }
    onEnded();
  });
  if (hiddenBecause !== 'hold') return null;
  return (
    <Card
      title={hiddenWords(pet) ?? ''}
      about={
        pet.profile?.comingSoon === true
          ? 'Visitors see its page, which says that it comes soon. It is in no list, and nobody can reserve it.'
          : 'Visitors do not see it, and nobody can reserve it. A reservation that holds it already stays.'
      }
    >
      <div class="stack">
        {hold?.reason !== undefined && (
          <p>
            <UserText>{hold.reason}</UserText>
          </p>
        )}
        <div class="row">
          <Button
            size="s"
            icon="edit"
            onClick={() => document.querySelector<HTMLElement>('select[name="staff.hold.type"]')?.focus()}
          >
            Change the hold
          </Button>
          <Button size="s" icon="heart" kind="primary" busy={end.isBusy} onClick={() => void end.run()}>
            Show to visitors
          </Button>
        </div>
        <ErrorNotice error={end.error} onRetry={() => void end.run()} />
      </div>
    </Card>
  );
}

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
