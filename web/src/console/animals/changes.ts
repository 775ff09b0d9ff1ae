import { type ExpandedPet, type Pet, type PetPatch, PetstoreError } from '../../../../client/src/petstore.ts';
import { mayChange, PET_TRANSITIONS, type PetStatus } from '../../../../src/vocabulary/pet-lifecycle.ts';
import { petstore, versionOf } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { adviceOn } from '../../design/feedback/advice.ts';
import { tell } from '../../design/feedback/toast.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { statusTitles } from '../../pets/status.tsx';
import { adoptionOf } from '../words.ts';
import { currentAsShown } from './animal-list.ts';

/** The members of an animal that can be changed for many at once. */
export type PetChange = Pick<PetPatch, 'status' | 'categoryId' | 'organizationId'>;

/** An animal that was not changed, and why. */
export interface Unchanged {
  readonly pet: Pet;
  readonly reason: string;
}

/** An animal before and after a change; the answer knows its version. */
interface Changed {
  readonly before: ExpandedPet;
  readonly after: Pet;
}

/** As many requests at once do not wait for each other. */
const atOnce = 4;

/** Whether the service would accept the status: an order that holds an animal decides its status. */
export const accepts = (pet: ExpandedPet, status: PetStatus): boolean =>
  pet.status !== status && pet.order === undefined && mayChange(pet.status, status);

/**
 * Changes animals as they are shown, one by one, and offers to undo that.
 *
 * @param put receives each animal as it is after its change
 * @returns those that stay as they were
 */
export async function changeAll(
  pets: readonly ExpandedPet[],
  change: PetChange,
  said: (count: number) => string,
  put: (pet: Pet) => void,
): Promise<Unchanged[]> {
  const changed: Changed[] = [];
  const unchanged = await forEach(pets, async (pet) => {
    const { order } = pet;
    if ((change.status ?? change.organizationId) !== undefined && order !== undefined)
      throw new PetstoreError('pet_has_open_order', `It is reserved: ${adoptionOf(order.id)}.`);
    const after = await petstore.pets.update(pet.id, change, versionOf(await currentAsShown(pet)));
    changed.push({ before: pet, after });
    put(after);
  });
  // After leaving the page, staff see only this message.
  const others = unchanged.length === 0 ? '' : ` ${numberText(unchanged.length)} stay as they were.`;
  if (changed.length > 0) tellChanged(changed, change, said(changed.length) + others, put);
  return unchanged;
}

/** Says what has changed, and offers to undo it. An animal that had no organization cannot be given back. */
export function tellChanged(
  changed: readonly Changed[],
  change: PetChange,
  said: string,
  put: (pet: Pet) => void,
): void {
  const isFinal =
    change.organizationId !== undefined && changed.some(({ before }) => before.owner?.organization === undefined);
  tell(said, 'positive', isFinal ? undefined : { label: 'Undo', run: () => void undo(changed, change, put) });
}

async function undo(changed: readonly Changed[], change: PetChange, put: (pet: Pet) => void): Promise<void> {
  const kept = await forEach(changed, async ({ before, after }) => {
    // There is no way back from sold to pending but through available.
    const steps: PetChange[] =
      change.status === undefined || mayChange(after.status, before.status)
        ? [membersOf(before, change)]
        : [{ status: 'available' }, membersOf(before, change)];
    let pet = after;
    for (const step of steps) put((pet = await petstore.pets.update(pet.id, step, versionOf(pet))));
  });
  const undone = changed.length - kept.length;
  if (undone > 0) tell(undone === 1 ? 'The change is undone.' : `The changes of ${undone} animals are undone.`);
  const [first] = kept;
  if (first === undefined) return;
  const words = kept.length === 1 ? `${first.pet.name} stays as it is` : `${kept.length} animals stay as they are`;
  tell(`${words}: ${first.reason}`, 'danger');
}

/** What the animal has of the members that were changed. */
const membersOf = ({ status, categoryId, owner }: ExpandedPet, change: PetChange): PetChange => ({
  ...(change.organizationId !== undefined &&
    owner?.organization !== undefined && { organizationId: owner.organization.id }),
  ...(change.status !== undefined && { status }),
  ...(change.categoryId !== undefined && { categoryId }),
});

/** @returns the items that failed, and why */
async function forEach<Item extends Pet | Changed>(
  items: readonly Item[],
  act: (item: Item) => Promise<void>,
): Promise<Unchanged[]> {
  const failed: Unchanged[] = [];
  const waiting = items.values();
  const work = async () => {
    for (const item of waiting) {
      try {
        await act(item);
      } catch (failure) {
        const pet: Pet = 'before' in item ? item.before : item;
        failed.push({ pet, reason: reasonOf(failureOf(failure), pet) });
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failed;
}

/** The animal was as it is shown, or the failure would be another: what refuses the status is the rule. */
function reasonOf(error: PetstoreError, { status }: Pet): string {
  if (error.code === 'invalid_status_transition') {
    const others = PET_TRANSITIONS[status].map((other) => statusTitles()[other].toLowerCase());
    return `An animal that is ${statusTitles()[status].toLowerCase()} can only become ${others.join(' or ')}.`;
  }
  const { title, advice } = adviceOn(error);
  return `${title}. ${advice}`;
}
