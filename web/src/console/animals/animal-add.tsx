import { useRef } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { NewPet, NewPetProfile, Pet } from '../../../../client/src/petstore.ts';
import { SPECIES } from '../../../../src/vocabulary/animals/species.ts';
import { IMAGE_TYPES, MAX_PHOTOS } from '../../../../src/vocabulary/photos.ts';
import { typeOfSpecies } from '../../../../src/words/species-spellings.ts';
import { petstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Field } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { addPhotos } from '../animal/photos/uploads.ts';
import { categories } from '../categories/categories.tsx';
import { type AnimalDraft, AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';

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
