import { useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useParams } from 'wouter-preact';
import type { ExpandedPet, Order, Pet, Photo } from '../../../../client/src/petstore.ts';
import { HIDING_REASONS } from '../../../../src/vocabulary/animals/hiding.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { pathId } from '../../data/path-id.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { ownAccount } from '../../session.ts';
import { DeleteAnimal, EditAnimal } from '../animals/animal-forms.tsx';
import { StatusSelect } from '../animals/status-select.tsx';
import { useWaiting } from '../applications/use-applications.ts';
import { applications } from '../applications/words.tsx';
import { CategoryName } from '../categories/categories.tsx';
import { Elsewhere } from '../elsewhere.tsx';
import { useLive, useLiveQuery } from '../live.ts';
import { organizations } from '../organizations/organizations.tsx';
import { ADOPTION_STATES } from '../words.ts';
import { HistoryCard, openHistory } from './history-card.tsx';
import { InterestCard } from './interest-card.tsx';
import { PhotosCard } from './photos/photos-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { HoldCard, ListingsCard, MissingCard } from './visibility-cards.tsx';

/** The page of an animal, for its people. What was read and typed for one animal is not for the next. */
export function AnimalPage() {
  const id = pathId(useParams()['animal']);
  return <AnimalOf key={id} id={id} />;
}

function AnimalOf({ id }: { readonly id: number }) {
  const pet = useQuery(async (signal) => (id === 0 ? undefined : readAnimal(id, signal)), [id]);
  const history = useMemo(() => openHistory(id), [id]);
  useLive({
    onEvent({ type, data: told }) {
      const isOfPet = type.startsWith('pet.') && (told as Pet).id === id;
      if (isOfPet) pet.reload();
      if (isOfPet || (type.startsWith('order.') && (told as Order).petId === id)) void history.reload();
    },
    onGap() {
      pet.reload();
      void history.reload();
    },
  });
  const { data, isLoading, error } = pet;
  if (data === undefined && isLoading)
    return (
      // Another element than what follows, which would be moved otherwise.
      <div key="loading" aria-busy="true">
        <PageHeader title={`Animal ${id}`} back={BACK} />
        <Skeleton height="40rem" />
      </div>
    );
  if (data === undefined && error !== undefined) return <ErrorNotice error={error} onRetry={pet.reload} />;
  if (data === undefined || !isOwn(data)) return <NoAnimal />;
  if (data.profile?.origin !== undefined)
    return (
      <>
        <PageHeader title={data.name} back={BACK} actions={isShown(data) && <OnBoard petId={id} />} />
        <Elsewhere what="animal" origin={data.profile.origin} />
      </>
    );
  /** Several photos may arrive between two renderings. */
  const editPhotos = (edit: (photos: readonly Photo[]) => readonly Photo[]) =>
    pet.change((now) => now && { ...now, photos: [...edit(now.photos ?? [])] });
  return (
    <>
      <Head pet={data} onChanged={(changed) => pet.set({ ...data, ...changed })} />
      <div class="stack">
        <ErrorNotice error={error} onRetry={pet.reload} />
        <HoldCard pet={data} onEnded={pet.reload} />
        <MissingCard pet={data} />
        <ListingsCard pet={data} />
        <PhotosCard petId={id} photos={data.photos ?? []} onPhotos={editPhotos} onStale={pet.reload} />
        <ApplicationsCard petId={id} />
        <OrdersCard petId={id} />
        <InterestCard petId={id} />
        <ProfileForm petId={id} history={history} />
        <div id="history">
          <HistoryCard list={history} />
        </div>
      </div>
    </>
  );
}

async function readAnimal(id: number, signal: AbortSignal): Promise<ExpandedPet | undefined> {
  const { items } = await petstore.pets
    .list({ ids: [id], limit: 1, expand: ['owner', 'photos', 'profile'] }, { signal })
    .page();
  return items[0];
}

/** Members of an organization change its animals alone. */
const isOwn = ({ owner }: ExpandedPet): boolean =>
  ownAccount.value?.role === 'operator' || owner?.organization?.id === ownAccount.value?.organization?.id;

/** Whether visitors see the animal of another service. */
const isShown = ({ owner }: ExpandedPet): boolean =>
  organizations.value.some(
    ({ id, listed, suspended }) => id === owner?.organization?.id && listed === true && suspended !== true,
  );

const BACK = ['/console/animals', 'Animals'] as const;

const OnBoard = ({ petId }: { readonly petId: number }) => (
  <LinkButton href={`/pets/${petId}`} icon="heart" isForeign>
    View on the board
  </LinkButton>
);

function Head({ pet, onChanged }: { readonly pet: ExpandedPet; readonly onChanged: (pet: Pet) => void }) {
  const [, navigate] = useLocation();
  const [opened, open] = useState<'edit' | 'delete'>();
  const close = () => open(undefined);
  const hidden = pet.profile?.staff?.hiddenBecause;
  return (
    <>
      <PageHeader
        title={pet.name}
        back={BACK}
        about={
          <>
            <CategoryName id={pet.categoryId} /> · Number {pet.id}
            {pet.profile?.publishedAt !== undefined && (
              <>
                {' '}
                · Added <Time at={pet.profile.publishedAt} />
              </>
            )}
            {hidden !== undefined && ` · Hidden from visitors: ${HIDING_REASONS[hidden].toLowerCase()}`} ·{' '}
            <a href="#history">History</a>
          </>
        }
        actions={
          <>
            <StatusSelect pet={pet} onChanged={onChanged} />
            {(hidden === undefined || pet.profile?.comingSoon === true) && <OnBoard petId={pet.id} />}
            <Button icon="edit" onClick={() => open('edit')}>
              Name and category
            </Button>
            <Menu
              label="Print"
              icon="print"
              isIconOnly={false}
              items={[
                { label: 'Kennel card', href: `/print/kennel-cards?ids=${pet.id}`, isNewWindow: true },
                { label: 'Poster', href: `/print/posters?ids=${pet.id}`, isNewWindow: true },
              ]}
            />
            <Menu
              label="More actions"
              items={[{ label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => open('delete') }]}
            />
          </>
        }
      />
      {opened === 'edit' && <EditAnimal pet={pet} onClose={close} onChanged={onChanged} />}
      {opened === 'delete' && (
        <DeleteAnimal pet={pet} onClose={close} onDeleted={() => navigate('/console/animals', { replace: true })} />
      )}
    </>
  );
}

function NoAnimal() {
  return (
    <EmptyState
      isPage
      icon="animals"
      title="Animal not found"
      action={<LinkButton href="/console/animals">Go to the animals</LinkButton>}
    >
      It may have been removed, or it belongs to another organization.
    </EmptyState>
  );
}

/** How many people wait for an answer about an animal; nothing if nobody does. */
function ApplicationsCard({ petId }: { readonly petId: number }) {
  const count = useWaiting(petId).data ?? 0;
  if (count === 0) return null;
  return (
    <Card
      title="Applications"
      about={`${applications(count)} ${count === 1 ? 'waits' : 'wait'} for an answer.`}
      actions={<Link href={`/console/animals/${petId}/applications`}>Compare them</Link>}
    />
  );
}

/** The newest orders of an animal. */
const shown = 5;

/** Who has asked for an animal, newest first; nothing if nobody has. */
function OrdersCard({ petId }: { readonly petId: number }) {
  const orders = useLiveQuery(
    (signal) => petstore.orders.list({ petId, limit: shown }, { signal }).page(),
    [petId],
    ({ type, data }) => type.startsWith('order.') && 'petId' in data && data.petId === petId,
  );
  const items = orders.data?.items ?? [];
  if (items.length === 0) return <ErrorNotice error={orders.error} onRetry={orders.reload} />;
  return (
    <Card isFlush title="Adoptions" actions={<Link href={`/console/orders?pet=${petId}`}>All its adoptions</Link>}>
      <Table
        caption="Adoptions of this animal"
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Adoption', cell: ({ id }) => <Link href={`/console/orders/${id}`}>No. {id}</Link> },
          {
            header: 'Adopter',
            cell: ({ id, adopter }) =>
              adopter === undefined ? '–' : <UserLink href={`/console/adopters/${id}`}>{adopter.name}</UserLink>,
          },
          { header: 'State', cell: ({ status }) => ADOPTION_STATES[status].title },
          { header: 'Reserved', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Card>
  );
}
