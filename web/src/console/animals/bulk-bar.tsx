import { useState } from 'preact/hooks';
import type { ExpandedPet, Pet } from '../../../../client/src/petstore.ts';
import { PET_STATUSES } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Refusals } from '../../design/feedback/refusals.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { statusTitles } from '../../pets/status.tsx';
import { categoryOptions } from '../categories/categories.tsx';
import { hasSeveral, ownOrganizations } from '../organizations/organizations.tsx';
import { accepts, changeAll, type PetChange, type Unchanged } from './changes.ts';
import { papersOf } from './printing.ts';

interface BulkBarProps {
  readonly pets: readonly ExpandedPet[];
  readonly onChanged: (pet: Pet) => void;
  /** How many are in the list. */
  readonly shown: number;
  readonly onAll: (isSelected: boolean) => void;
  readonly onUnchanged: (unchanged: readonly Unchanged[]) => void;
}

/** Changes the selected animals. Offers the statuses that the service accepts for at least one of them. */
export function BulkBar({ pets, shown, onChanged, onAll, onUnchanged }: BulkBarProps) {
  const [done, setDone] = useState(0);
  const change = useAction(async (chosen: readonly ExpandedPet[], patch: PetChange, words: string) => {
    setDone(0);
    const put = (pet: Pet) => {
      setDone((count) => count + 1);
      onChanged(pet);
    };
    onUnchanged(await changeAll(chosen, patch, (count) => `${animals(count)} ${words}.`, put));
  });
  const statuses = PET_STATUSES.map((status) => ({
    status,
    count: pets.filter((pet) => accepts(pet, status)).length,
  })).filter(({ count }) => count > 0);
  return (
    <div class="animals-bulk frame" role="group" aria-label="Selected animals" aria-busy={change.isBusy}>
      <span class="numbers" role="status">
        {change.isBusy ? `${done} of ${pets.length} changed` : `${pets.length} selected`}
      </span>
      {!change.isBusy && statuses.length > 0 && (
        <Menu
          label="Change status"
          icon="edit"
          isIconOnly={false}
          items={statuses.map(({ status, count }) => ({
            label: `${statusTitles()[status]} (${count})`,
            onSelect: () => void change.run(pets, { status }, `now ${statusTitles()[status].toLowerCase()}`),
          }))}
        />
      )}
      {!change.isBusy && (
        <Menu
          label="Change category"
          icon="tag"
          isIconOnly={false}
          items={categoryOptions().map(({ value, label }) => ({
            label,
            onSelect: () => void change.run(pets, { categoryId: BigInt(value) }, `now in ${label}`),
          }))}
        />
      )}
      {!change.isBusy && hasSeveral() && (
        <Menu
          label="Change organization"
          icon="home"
          isIconOnly={false}
          items={ownOrganizations.value.map(({ id, name }) => ({
            label: name,
            onSelect: () => void change.run(pets, { organizationId: id }, `now with ${name}`),
          }))}
        />
      )}
      <Menu label="Print" icon="print" isIconOnly={false} items={papersOf({ ids: pets.map(({ id }) => id) })} />
      {pets.length < shown && (
        <Button kind="quiet" size="s" icon="check" onClick={() => onAll(true)}>
          All {shown} shown
        </Button>
      )}
      <Button kind="quiet" size="s" icon="close" onClick={() => onAll(false)}>
        Clear
      </Button>
    </div>
  );
}

const animals = (count: number): string => (count === 1 ? '1 animal is' : `${count} animals are`);

interface NotChangedProps {
  readonly unchanged: readonly Unchanged[];
  readonly onClose: () => void;
}

/** Names what a change of many has left as it was. */
export const NotChanged = ({ unchanged, onClose }: NotChangedProps) => (
  <Refusals
    title={unchanged.length === 1 ? 'One animal was not changed' : `${unchanged.length} animals were not changed`}
    onClose={onClose}
  >
    {unchanged.map(({ pet, reason }) => (
      <li key={pet.id}>
        <UserLink href={`/console/animals/${pet.id}`}>{pet.name}</UserLink> (No. {pet.id}): {reason}
      </li>
    ))}
  </Refusals>
);
