import '../audit/audit.css';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { ListAuditQuery, PetstoreEvent } from '../../../../client/src/petstore.ts';
import { type KindAbout, kindsAbout } from '../../../../src/vocabulary/event-kinds.ts';
import type { PetStatus } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { ownPetstore } from '../../api.ts';
import { isFirstLoad, type List, openList } from '../../data/list.ts';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { needColleagues, needPeople } from '../audit/people.ts';
import { membersIn, orderPhrases } from '../audit/phrases.ts';
import { Who } from '../audit/sentence.tsx';
import { adoptionOf } from '../words.ts';

type Kind = KindAbout<'pet' | 'pet_record' | 'order'>;
type Change = PetstoreEvent<Kind>;

/** Who changed an animal, newest first. */
export const openHistory = (petId: number): List<PetstoreEvent> =>
  openList((query: ListAuditQuery) => ownPetstore.events.audit(query), { petId, types: KINDS, limit: 20 });

const KINDS = kindsAbout('pet', 'pet_record', 'order');

export function HistoryCard({ list }: { readonly list: List<PetstoreEvent> }) {
  const events = list.items.value as readonly Change[];
  useEffect(() => void needColleagues(), []);
  useEffect(() => void needPeople(events.flatMap(({ actor }) => actor?.accountId ?? [])), [events]);
  return (
    <Card isFlush title="History" about="Who changed what, with the animal and its adoptions. Newest first.">
      <div aria-busy={isFirstLoad(list)}>
        {isFirstLoad(list) && [1, 2, 3].map((row) => <Skeleton key={row} height="3rem" />)}
        {events.length === 0 && !list.hasMore.value && (
          <EmptyState icon="clock" title="No changes">
            Nobody has changed it in the last 30 days.
          </EmptyState>
        )}
        <ol class="audit-list" aria-label="History of this animal">
          {events.map((event, place) => (
            <li key={event.id}>
              <Time at={event.timestamp} hasClock />
              <p class="audit-sentence">
                <Who event={event} /> {phrase(event, formerStatus(events.slice(place + 1)))}.
              </p>
            </li>
          ))}
        </ol>
        <ListEnd list={list} end="Changes are kept for 30 days" />
      </div>
    </Card>
  );
}

/** Each event about the animal has the status of its time. */
function formerStatus(older: readonly Change[]): PetStatus | undefined {
  const before = older.find(({ type }) => !type.startsWith('order.'));
  return before && (before as PetstoreEvent<KindAbout<'pet'>>).data.status;
}

const phrase = (event: Change, former: PetStatus | undefined): ComponentChildren =>
  (PHRASES[event.type] as (event: Change, former: PetStatus | undefined) => ComponentChildren)(event, former);

/** What somebody did, if the animal is clear. */
const PHRASES: {
  readonly [Each in Kind]: (event: PetstoreEvent<Each>, former: PetStatus | undefined) => ComponentChildren;
} = {
  'pet.created': () => 'added the animal',
  'pet.updated': ({ data: { changed } }) => `changed ${changed === undefined ? 'the animal' : membersIn(changed)}`,
  'pet_record.updated': ({ data: { changed = [] } }) => (
    <>
      changed {membersIn(changed)} <span class="quiet">(staff only)</span>
    </>
  ),
  'pet.status_changed': ({ data }, former) => (
    <>
      moved it {former !== undefined && former !== data.status && <>from {status(former)} </>}to {status(data.status)}
    </>
  ),
  'pet.deleted': () => 'removed the animal',
  'pet.unlisted': () => 'took it off the board with that',
  ...orderPhrases(({ id }) => <Link href={`/console/orders/${id}`}>{adoptionOf(id)}</Link>),
};

const status = (name: PetStatus) => <em>{statusTitles()[name]}</em>;
