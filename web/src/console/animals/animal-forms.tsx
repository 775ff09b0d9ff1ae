import { useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import type { Int64, NewPet, NewPetProfile, Pet } from '../../../../client/src/petstore.ts';
import { SPECIES } from '../../../../src/vocabulary/animals/species.ts';
import { narrow } from '../../../../src/vocabulary/int64.ts';
import { IMAGE_TYPES, MAX_PHOTOS } from '../../../../src/vocabulary/photos.ts';
import { typeOfSpecies } from '../../../../src/words/species-spellings.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { type Mistakes, useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Field, Select, TextField } from '../../design/controls/field.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { addPhotos } from '../animal/photos/uploads.ts';
import { categories, CategoryName, categoryOptions } from '../categories/categories.tsx';
import { Conflict, useVersionedEdit } from '../versioned-edit.tsx';
import { current, currentAsShown } from './animal-list.ts';

/** The fields as they are typed. */
interface AnimalDraft {
  readonly name: string;
  /** The id as text; empty if none is chosen. */
  readonly category: string;
}

/** Mistakes that the service would refuse, shown at the field. */
function mistakesIn({ name, category }: AnimalDraft): Mistakes<AnimalDraft> {
  // The service counts Unicode characters.
  const { length } = Array.from(name.trim());
  return {
    ...(length === 0 && { name: 'Enter a name.' }),
    ...(length > 255 && { name: `Use at most 255 characters; this name has ${numberText(length)}.` }),
    ...(category === '' && { category: 'Choose a category.' }),
  };
}

const petOf = ({ name, category }: AnimalDraft): { name: string; categoryId: Int64 } => ({
  name: name.trim(),
  categoryId: narrow(BigInt(category)),
});

interface AnimalFieldsProps {
  /** Of `useForm`. */
  readonly field: (name: keyof AnimalDraft) => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onValue: (value: string) => void;
  };
}

function AnimalFields({ field }: AnimalFieldsProps) {
  const options = categoryOptions();
  const { value: category } = field('category');
  const isKnown = category === '' || options.some(({ value }) => value === category);
  return (
    <>
      <TextField label="Name" {...field('name')} autoFocus autocomplete="off" required />
      <Select
        label="Category"
        {...field('category')}
        options={[
          ...(category === '' ? [{ value: '', label: 'Choose a category' }] : []),
          ...(isKnown ? [] : [{ value: category, label: `No. ${category}` }]),
          ...options,
        ]}
        {...(categories.value?.size === 0 && {
          hint: around('There are no categories yet. {}.', <Link href="/console/categories">Add one first</Link>),
        })}
        required
      />
    </>
  );
}

const NEW = { name: '', category: '', photos: [] as readonly File[], isShown: true, isOneOfMany: false };

interface AddAnimalProps {
  readonly onClose: () => void;
  readonly onAdded: (pet: Pet) => void;
}

/** Adds an animal with its photos. Visitors see it only if the user says so. */
export function AddAnimal({ onClose, onAdded }: AddAnimalProps) {
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const keyed = useIdempotencyKey();
  const form = useForm(NEW, {
    mistakesIn,
    async send({ photos, isShown, isOneOfMany, ...draft }) {
      const pet: NewPet = { ...petOf(draft), profile: profileOf(draft, isShown) };
      const added = await keyed([draft, isShown], (options) => petstore.pets.create(pet, options));
      onAdded(added);
      addPhotos(added.id, photos);
      tell(`${added.name} was added as number ${added.id}.`);
      if (!isOneOfMany) return navigate(`/console/animals/${added.id}`);
      if (input.current !== null) input.current.value = '';
      input.current?.form?.querySelector('input')?.focus();
      return { ...draft, name: '', photos: [], isShown: NEW.isShown, isOneOfMany };
    },
  });
  return (
    <FormDialog
      title="Add an animal"
      onClose={onClose}
      verb="Add and show"
      also={
        <Button disabled={form.isBusy} onClick={() => form.submit({ isShown: false })}>
          Add, hidden
        </Button>
      }
      {...form}
    >
      <AnimalFields field={form.field} />
      <Field
        label="Photos"
        isOptional
        hint="Visitors see the animal if you show it. What else they ask is on its page."
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            type="file"
            multiple
            accept={IMAGE_TYPES.join()}
            onChange={({ currentTarget }) =>
              form.set({ photos: [...(currentTarget.files ?? [])].slice(0, MAX_PHOTOS) })
            }
          />
        )}
      </Field>
      <Checkbox
        label="Add another one after it"
        isChecked={form.draft.isOneOfMany}
        onChecked={(isOneOfMany) => form.set({ isOneOfMany })}
      />
    </FormDialog>
  );
}

/** What is known of a new animal: its category may name its species, and a hold hides it. */
function profileOf({ category }: AnimalDraft, isShown: boolean): NewPetProfile {
  const type = typeOfSpecies(categories.value?.get(category)?.name ?? '');
  const [species, ...others] = type === undefined ? [] : SPECIES[type];
  return {
    ...(species !== undefined && others.length === 0 && { species }),
    ...(!isShown && { staff: { hold: { type: 'other', reason: 'Not shown to visitors yet.' } } }),
  };
}

interface EditAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onChanged: (pet: Pet) => void;
}

export function EditAnimal({ pet, onClose, onChanged }: EditAnimalProps) {
  const { form, conflict } = useVersionedEdit({
    shown: pet,
    draftOf: ({ name, categoryId }) => ({ name, category: String(categoryId) }),
    mistakesIn,
    read: () => current(pet.id),
    async save(draft, version) {
      const saved = await petstore.pets.update(pet.id, petOf(draft), versionOf(version));
      onChanged(saved);
      tell(`${saved.name} was saved.`);
      onClose();
    },
    onRead: onChanged,
  });
  return (
    <FormDialog title={around('Edit {}', <UserText>{pet.name}</UserText>)} onClose={onClose} verb="Save" {...form}>
      <AnimalFields field={form.field} />
      {conflict !== false && (
        <Conflict {...conflict}>
          It is now <UserText>{conflict.theirs.name}</UserText>, <CategoryName id={conflict.theirs.categoryId} />.
        </Conflict>
      )}
    </FormDialog>
  );
}

interface DeleteAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onDeleted: (id: number) => void;
}

export function DeleteAnimal({ pet, onClose, onDeleted }: DeleteAnimalProps) {
  const remove = useAction(async () => {
    await petstore.pets.delete(pet.id, versionOf(await currentAsShown(pet)));
    onDeleted(pet.id);
    tell(`${pet.name} was deleted.`);
    onClose();
  });
  return (
    <Confirm
      title={around('Delete {}?', <UserText>{pet.name}</UserText>)}
      verb="Delete"
      isDangerous
      action={remove}
      onClose={onClose}
    >
      <p>The animal disappears from the board at once. You cannot undo this. Its past adoptions are kept.</p>
      {remove.error?.code === 'pet_has_open_order' && (
        <p>
          <Link href={`/console/orders?pet=${pet.id}`}>See its open adoption</Link>
        </p>
      )}
    </Confirm>
  );
}
