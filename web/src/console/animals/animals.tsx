import './animals.css';
import { computed } from '@preact/signals';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { ExpandedPet, Pet } from '../../../../client/src/petstore.ts';
import { isMirrored } from '../../../../src/vocabulary/directory.ts';
import { useAction } from '../../data/calls.ts';
import { removeItem } from '../../data/list.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { openSelection, SelectAll, SelectOne } from '../../design/controls/selection.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, type Column, ListCard } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { ownAccount } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { CategoryName } from '../categories/categories.tsx';
import { useLive } from '../live.ts';
import { STEP } from '../palette/step-in-list.ts';
import { HiddenBadge, OwnerCell } from './animal-cells.tsx';
import { AnimalFilterBar, MissingHints, StatusCounts } from './animal-filters.tsx';
import { AddAnimal, DeleteAnimal, EditAnimal } from './animal-forms.tsx';
import { AnimalLine } from './animal-line.tsx';
import { addressOf, type AnimalFilters, animalsQuery, filtersOf, openAnimals, wantsToAdd } from './animal-list.ts';
import { BulkBar, NotChanged } from './bulk-bar.tsx';
import type { Unchanged } from './changes.ts';
import { papersOf } from './printing.ts';
import { StatusSelect } from './status-select.tsx';

type Opened = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly pet: Pet };

export function Animals() {
  const search = useSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useMemo(() => openAnimals(filters), [filters]);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  useEffect(() => {
    if (!wantsToAdd.value) return;
    wantsToAdd.value = false;
    open({ what: 'add' });
  }, [wantsToAdd.value]);
  useLive({
    onEvent: list.apply,
    onGap: () => void list.reload(),
  });
  const { put } = list;
  const selectable = useMemo(() => computed(() => list.items.value.filter((pet) => !isMirrored(pet))), [list]);
  const selection = useMemo(() => openSelection(selectable), [selectable]);
  const [unchanged, setUnchanged] = useState<readonly Unchanged[]>([]);
  const saving = useAction(async () => (await import('./save-animals.ts')).saveAnimals(filters));
  const isOperator = ownAccount.value?.role === 'operator';
  const isFiltered = addressOf(filters, isOperator) !== '/console/animals';
  const columns = useMemo(
    (): Column<ExpandedPet>[] => [
      {
        header: 'Selected',
        width: '3.75rem',
        isHeaderHidden: true,
        head: <SelectAll selectable={selectable} selection={selection} />,
        cell: (pet) =>
          isMirrored(pet) ? (
            <span class="select-box" />
          ) : (
            <SelectOne id={pet.id} name={pet.name} selection={selection} />
          ),
      },
      { header: 'Animal', phone: 'start', cell: (pet) => <Name pet={pet} /> },
      { header: 'Number', width: '5.5rem', phone: 'hidden', cell: ({ id }) => <span class="quiet">{id}</span> },
      {
        header: 'Category',
        width: '8.5rem',
        phone: 'start quiet',
        cell: ({ categoryId }) => <CategoryName id={categoryId} />,
      },
      { header: 'Status', width: '9.5rem', phone: 'end', cell: (pet) => <StatusSelect pet={pet} onChanged={put} /> },
      { header: isOperator ? 'Owner' : 'Added by', phone: 'quiet', cell: (pet) => <OwnerCell pet={pet} /> },
      {
        ...actions((pet: ExpandedPet) => (isMirrored(pet) ? null : <Actions pet={pet} onOpen={open} />)),
        width: '7rem',
      },
    ],
    [list, selectable, selection, isOperator],
  );
  const selected = selectable.value.filter(({ id }) => selection.ids.value.has(id));
  return (
    <>
      <PageHeader
        title="Animals"
        about={
          isOperator
            ? 'All animals, of every account. Visitors see the animals of listed organizations.'
            : 'The animals of your organization. Changes appear on the board at once.'
        }
        actions={
          <>
            <Menu
              label="Print"
              icon="print"
              isIconOnly={false}
              items={[
                ...papersOf(animalsQuery(filters)),
                { label: 'Slideshow for a screen', href: slideshowOf(filters), isNewWindow: true },
              ]}
            />
            <Button icon="save" busy={saving.isBusy} onClick={() => void saving.run()}>
              Export
            </Button>
            <LinkButton href="/console/animals/import" icon="upload">
              Import
            </LinkButton>
            <Button kind="primary" icon="plus" onClick={() => open({ what: 'add' })}>
              Add an animal
            </Button>
          </>
        }
      />
      <AnimalFilterBar filters={filters} />
      <MissingHints organization={filters.organization} />
      <ErrorNotice error={saving.error} onRetry={() => void saving.run()} />
      {unchanged.length > 0 && <NotChanged unchanged={unchanged} onClose={() => setUnchanged([])} />}
      {selected.length === 0 ? (
        <StatusCounts filters={filters} />
      ) : (
        <BulkBar
          pets={selected}
          onChanged={put}
          shown={selectable.value.length}
          onAll={selection.setAll}
          onUnchanged={setUnchanged}
        />
      )}
      <ListCard
        caption="Animals"
        rows="console-rows animals-rows"
        list={list}
        columns={columns}
        empty={<NoAnimals isFiltered={isFiltered} onAdd={() => open({ what: 'add' })} />}
        end="End of the list"
      />
      {opened?.what === 'add' && <AddAnimal onClose={close} onAdded={put} />}
      {opened?.what === 'edit' && <EditAnimal key={opened.pet.id} pet={opened.pet} onClose={close} onChanged={put} />}
      {opened?.what === 'delete' && (
        <DeleteAnimal pet={opened.pet} onClose={close} onDeleted={(id) => removeItem(list, id)} />
      )}
    </>
  );
}

/** Of the organization that the list shows, or that a member belongs to. */
function slideshowOf({ organization = ownAccount.value?.organization?.id }: AnimalFilters): string {
  return organization === undefined ? '/slideshow' : `/slideshow?organization=${organization}`;
}

const Name = ({ pet }: { readonly pet: ExpandedPet }) => (
  <AnimalLine id={pet.id} pet={pet}>
    <UserLink href={`/console/animals/${pet.id}`} class="console-link" {...STEP}>
      {pet.name}
    </UserLink>
    <HiddenBadge pet={pet} />
  </AnimalLine>
);

const Actions = ({ pet, onOpen }: { readonly pet: Pet; readonly onOpen: (opened: Opened) => void }) => (
  <div class="row dense">
    <IconButton icon="edit" label={`Edit ${pet.name}`} onClick={() => onOpen({ what: 'edit', pet })} />
    <Menu
      label={`More actions for ${pet.name}`}
      items={[
        { label: 'View on the board', icon: 'heart', href: `/pets/${pet.id}` },
        { label: 'View adoptions', icon: 'orders', href: `/console/orders?pet=${pet.id}` },
        { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => onOpen({ what: 'delete', pet }) },
      ]}
    />
  </div>
);

const NoAnimals = ({ isFiltered, onAdd }: { readonly isFiltered: boolean; readonly onAdd: () => void }) =>
  isFiltered ? (
    <EmptyState
      icon="search"
      title="No animals match"
      action={<LinkButton href="/console/animals">Show all animals</LinkButton>}
    >
      Try a shorter name, or other filters.
    </EmptyState>
  ) : (
    <EmptyState
      icon="animals"
      title="No animals yet"
      action={
        <>
          <Button icon="plus" onClick={onAdd}>
            Add the first animal
          </Button>
          <LinkButton href="/console/animals/import" icon="upload">
            Import a file
          </LinkButton>
        </>
      }
    >
      Animals that you add appear on the board at once.
      {pageSettings().environment === 'staging' && (
        <>
          {' '}
          To look around first, fill staging with a <Link href="/docs/running#the-demo">demo</Link>.
        </>
      )}
    </EmptyState>
  );
