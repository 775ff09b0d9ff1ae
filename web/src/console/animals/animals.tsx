import './animals.css';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { useSearch } from 'wouter-preact';
import type { Pet } from '../../../../client/src/petstore.ts';
import { Portrait } from '../../board/portrait.tsx';
import { speciesOf } from '../../board/species.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { categories, categoryOf } from '../categories/categories.ts';
import { isUnread } from '../inbox/unread.ts';
import { useLive } from '../live.ts';
import { AddAnimal } from './animal-add.tsx';
import { DeleteAnimal } from './animal-delete.tsx';
import { EditAnimal } from './animal-edit.tsx';
import { AnimalFilterBar } from './animal-filters.tsx';
import { addressOf, dropAnimal, filtersOf, openAnimals, putAnimal, takeEvent } from './animals-list.ts';
import { CategoryName } from './category-name.tsx';
import { StatusSelect } from './status-select.tsx';

type Opened = { readonly what: 'add' } | { readonly what: 'edit' | 'delete'; readonly pet: Pet };

export function Animals(): JSX.Element {
  const search = useSearch();
  const filters = useMemo(() => filtersOf(search), [search]);
  const list = useMemo(() => openAnimals(filters), [filters]);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  useLive({
    onEvent: (event) => takeEvent(list, filters, event),
    onGap: () => void list.reload(),
  });
  const put = (pet: Pet) => putAnimal(list, filters, pet);
  const isFiltered = addressOf(filters) !== '/console/animals';
  return (
    <>
      <PageHeader
        title="Animals"
        about="Who lives here. A change is on the board at once."
        actions={
          <>
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
      <div class="console-rows animals-rows">
        <Card isFlush>
          <Table
            caption="Animals"
            rows={list.items.value}
            keyOf={({ id }) => id}
            isLoading={list.isLoading.value || isUnread(list)}
            columns={[
              { header: 'Animal', cell: (pet) => <Name pet={pet} onEdit={() => open({ what: 'edit', pet })} /> },
              { header: 'Number', cell: ({ id }) => <span class="quiet">{id}</span> },
              { header: 'Category', cell: ({ categoryId }) => <CategoryName id={categoryId} /> },
              { header: 'Status', cell: (pet) => <StatusSelect pet={pet} onChanged={put} /> },
              {
                header: 'Actions',
                isHeaderHidden: true,
                align: 'end',
                cell: (pet) => <Actions pet={pet} onOpen={open} />,
              },
            ]}
            empty={
              list.error.value === undefined && !list.hasMore.value ? (
                <Nobody isFiltered={isFiltered} onAdd={() => open({ what: 'add' })} />
              ) : undefined
            }
          />
          <ListEnd list={list} end="That is everyone." />
        </Card>
      </div>
      {opened?.what === 'add' && <AddAnimal onClose={close} onAdded={put} />}
      {opened?.what === 'edit' && <EditAnimal key={opened.pet.id} pet={opened.pet} onClose={close} onChanged={put} />}
      {opened?.what === 'delete' && (
        <DeleteAnimal pet={opened.pet} onClose={close} onDeleted={(id) => dropAnimal(list, id)} />
      )}
    </>
  );
}

function Name({ pet, onEdit }: { readonly pet: Pet; readonly onEdit: () => void }): JSX.Element {
  return (
    <div class="animal-name">
      <span class="animal-picture">
        <Portrait species={categories.value && speciesOf(categoryOf(pet.categoryId)?.name)} id={pet.id} />
      </span>
      <button type="button" class="console-link" onClick={onEdit}>
        <UserText>{pet.name}</UserText>
      </button>
    </div>
  );
}

const Actions = ({ pet, onOpen }: { readonly pet: Pet; readonly onOpen: (opened: Opened) => void }): JSX.Element => (
  <div class="row animal-actions">
    <Button
      kind="quiet"
      size="s"
      icon="edit"
      label={`Edit ${pet.name}`}
      onClick={() => onOpen({ what: 'edit', pet })}
    />
    <Menu
      label={`More about ${pet.name}`}
      items={[
        { label: 'See on the board', icon: 'heart', href: `/pets/${pet.id}` },
        { label: 'Its orders', icon: 'orders', href: `/console/orders?pet=${pet.id}` },
        { label: 'Delete', icon: 'trash', tone: 'danger', onSelect: () => onOpen({ what: 'delete', pet }) },
      ]}
    />
  </div>
);

const Nobody = ({ isFiltered, onAdd }: { readonly isFiltered: boolean; readonly onAdd: () => void }): JSX.Element =>
  isFiltered ? (
    <EmptyState
      icon="search"
      title="Nobody by that description"
      action={<LinkButton href="/console/animals">Show everyone</LinkButton>}
    >
      Try a shorter word, or another status or category.
    </EmptyState>
  ) : (
    <EmptyState
      icon="animals"
      title="Nobody lives here yet"
      action={
        <>
          <Button icon="plus" onClick={onAdd}>
            Add the first animal
          </Button>
          <LinkButton href="/console/animals/import" icon="upload">
            Import a list
          </LinkButton>
        </>
      }
    >
      What you add is on the board at once, where people can find it.
    </EmptyState>
  );
