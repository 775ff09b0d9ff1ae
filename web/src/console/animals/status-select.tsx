import { useId } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { ExpandedPet, Pet, PetStatus, PetstoreError } from '../../../../client/src/petstore.ts';
import { isMirrored } from '../../../../src/vocabulary/directory.ts';
import { PET_TRANSITIONS } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { adviceOn } from '../../design/feedback/advice.ts';
import { around } from '../../design/text/around.tsx';
import { StatusBadge, statusTitles } from '../../pets/status.tsx';
import { ADOPTION_STATES, adoptionOf } from '../words.ts';
import { current, currentAsShown } from './animal-list.ts';
import { tellChanged } from './changes.ts';

interface StatusSelectProps {
  readonly pet: ExpandedPet;
  readonly onChanged: (pet: Pet) => void;
}

/** Changes the status in its row, unless another service has the animal. Offers the statuses that may follow the current one: none while an order holds the animal. */
export function StatusSelect({ pet, onChanged }: StatusSelectProps) {
  const errorId = useId();
  const change = useAction(async (status: PetStatus) => {
    const after = await petstore.pets.update(pet.id, { status }, versionOf(await currentAsShown(pet)));
    onChanged(after);
    tellChanged(
      [{ before: pet, after }],
      { status },
      `${pet.name} is now ${statusTitles()[status].toLowerCase()}.`,
      onChanged,
    );
    return after;
  });
  const choose = async (select: HTMLSelectElement) => {
    const status = select.value as PetStatus;
    // A refused status is not shown as if it had been saved.
    if (status !== pet.status && (await change.run(status)) === undefined) select.value = pet.status;
  };
  const { error } = change;
  const { order } = pet;
  if (isMirrored(pet)) return <StatusBadge status={pet.status} />;
  if (order !== undefined) {
    return (
      <div class="status-cell stack dense">
        <StatusBadge status={pet.status} />
        <Link class="console-link small" href={`/console/orders?pet=${pet.id}`}>
          {ADOPTION_STATES[order.status].title}: {adoptionOf(order.id)}
        </Link>
      </div>
    );
  }
  return (
    <div class="status-cell stack dense">
      <select
        class="control control-select status-select"
        data-status={pet.status}
        aria-label={`Status of ${pet.name}`}
        aria-busy={change.isBusy}
        {...(error !== undefined && { 'aria-describedby': errorId })}
        value={pet.status}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      >
        {[pet.status, ...PET_TRANSITIONS[pet.status]].map((status) => (
          <option key={status} value={status}>
            {statusTitles()[status]}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={errorId} class="status-error" role="alert">
          <Refusal
            error={error}
            pet={pet}
            onLook={() => {
              change.clear();
              void current(pet.id).then(onChanged, () => {});
            }}
          />
        </p>
      )}
    </div>
  );
}

interface RefusalProps {
  readonly error: PetstoreError;
  readonly pet: Pet;
  readonly onLook: () => void;
}

function Refusal({ error, pet, onLook }: RefusalProps) {
  if (error.code === 'pet_has_open_order') {
    return around('This animal is reserved. {}', <Link href={`/console/orders?pet=${pet.id}`}>See the adoption</Link>);
  }
  if (error.code === 'precondition_failed') {
    return (
      <>
        Somebody else has changed this animal.{' '}
        <button type="button" class="console-link" onClick={onLook}>
          Show the current state
        </button>
      </>
    );
  }
  const { title, advice } = adviceOn(error);
  return (
    <>
      {title}. {advice}
    </>
  );
}
