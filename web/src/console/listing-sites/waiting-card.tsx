import { useRef, useState } from 'preact/hooks';
import { type ListingSite, PetstoreError, type WaitingList } from '../../../../client/src/petstore.ts';
import { LISTING_SITES } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import type { SitePart } from './use-site.ts';
import { animalsText, REASONS } from './words.ts';

interface WaitingCardProps extends SitePart {
  readonly waiting: WaitingList;
  readonly onStale: () => void;
}

/** The list that is sent only after a manager has agreed to it: to this one, and no other. */
export function WaitingCard({ organizationId, site, waiting, onChanged, onStale }: WaitingCardProps) {
  const { name } = LISTING_SITES[site.site];
  const { list, reason, animals, available, availableBefore, agreed } = waiting;
  /** The list that somebody has agreed to here. */
  const agreedTo = useRef<string>();
  const [isAsking, ask] = useState(false);
  const [isStale, setStale] = useState(false);
  const consent = useAction(async () => {
    ask(false);
    agreedTo.current = list;
    try {
      onChanged(await ownPetstore.listingSites.consent(organizationId, site.site, { list }));
    } catch (failure) {
      if (!(failure instanceof PetstoreError) || failure.code !== 'list_changed') throw failure;
      setStale(true);
      onStale();
    }
  });
  const hasChanged = isStale || (agreedTo.current !== undefined && agreedTo.current !== list);
  const verb = animals === 0 ? `Send an empty list to ${name}` : `Send this list of ${numberText(animals)} to ${name}`;
  return (
    <Card
      id="waiting"
      title={agreed ? 'The list is on its way' : 'This list waits for your consent'}
      about={agreed && 'Somebody has agreed to it. The next run sends it, unless the animals change before.'}
    >
      <div class="stack tight">
        {hasChanged && !agreed && (
          <p class="note tone-caution" role="alert">
            The animals have changed meanwhile, so nothing was sent. This is the new list.
          </p>
        )}
        {!agreed && (
          <p class="note tone-caution row">
            {REASONS[reason](name)} Until you agree, {name} keeps what it has, adopted animals, too.
          </p>
        )}
        <Facts
          facts={[
            ['In the list', `${animalsText(animals)}, ${numberText(available)} available`],
            [
              'Before',
              availableBefore === undefined ? undefined : `${numberText(availableBefore)} available in the last list`,
            ],
            ['Waits since', <Time key="since" at={waiting.since} hasClock />],
          ]}
        />
        {!agreed && (
          <div>
            <Button
              kind="primary"
              busy={consent.isBusy}
              onClick={() => (reason === 'first' ? void consent.run() : ask(true))}
            >
              {verb}
            </Button>
          </div>
        )}
        <ErrorNotice error={consent.error} />
      </div>
      {isAsking && (
        <Confirm
          title={`Send ${animals === 0 ? 'an empty list' : `a list with only ${numberText(available)} available ${available === 1 ? 'animal' : 'animals'}`} to ${name}?`}
          verb={verb}
          otherwise="Not yet"
          isDangerous
          action={consent}
          onClose={() => ask(false)}
        >
          <Vanishing site={site} waiting={waiting} organizationId={organizationId} />
        </Confirm>
      )}
    </Card>
  );
}

const most = 10;

/** What the site lists now, and will not list after this. */
function Vanishing({
  site,
  waiting: { available, availableBefore = 0 },
  organizationId,
}: Pick<WaitingCardProps, 'waiting' | 'organizationId'> & { readonly site: ListingSite }) {
  const { name } = LISTING_SITES[site.site];
  const leaving = useQuery(async (signal) => {
    const query = { listed: false, limit: 100 };
    const { items } = await ownPetstore.listingSites.animals(organizationId, site.site, query, { signal }).page();
    return items.filter(({ listedSince }) => listedSince !== undefined);
  }, []);
  const named = leaving.data?.slice(0, most) ?? [];
  return (
    <>
      <p>
        The last list had {numberText(availableBefore)} available animals, this one has {numberText(available)}. What{' '}
        {name} no longer finds in the list, it removes.
      </p>
      {named.length > 0 && (
        <>
          <p>These animals of yours are still here, and vanish there:</p>
          <ul class="listing-points">
            {named.map((animal) => (
              <li key={animal.petId}>
                <UserText>{animal.name}</UserText>
              </li>
            ))}
            {(leaving.data?.length ?? 0) > most && <li>and others: see “Not in the list” below</li>}
          </ul>
        </>
      )}
      <p>If that is not what you expect, look at the animals first: the list waits.</p>
      <ErrorNotice error={leaving.error} onRetry={leaving.reload} />
    </>
  );
}
