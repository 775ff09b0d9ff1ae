import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { NewPet, NewPetProfile, Pet } from '../../../../client/src/petstore.ts';
import { SPECIES } from '../../../../src/vocabulary/animals/species.ts';
import { IMAGE_TYPES, MAX_PHOTOS } from '../../../../src/vocabulary/photos.ts';
import { typeOfSpecies } from '../../../../src/words/spellings.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Field } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { addPhotos } from '../animal/photos/uploads.ts';
import { categories } from '../categories/categories.tsx';
import { type AnimalDraft, AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';

const NEW: AnimalDraft = { name: '', category: '' };

interface AddAnimalProps {
  readonly onClose: () => void;
  readonly onAdded: (pet: Pet) => void;
}

/** Adds an animal with its photos. Visitors see it only if the user says so. */
export function AddAnimal({ onClose, onAdded }: AddAnimalProps): JSX.Element {
  const [, navigate] = useLocation();
  const [draft, setDraft] = useState(NEW);
  const [photos, choose] = useState<readonly File[]>([]);
  const [isOneOfMany, setOneOfMany] = useState(false);
  const [count, setCount] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const keyFor = useIdempotencyKey();
  const add = useAction(async (isShown: boolean) => {
    const pet: NewPet = { ...petOf(draft), profile: profileOf(draft, isShown) };
    const added = await petstore.pets.create(pet, { idempotencyKey: keyFor(JSON.stringify([draft, isShown, count])) });
    onAdded(added);
    addPhotos(added.id, photos);
    tell(`${added.name} was added as number ${added.id}.`);
    if (!isOneOfMany) return navigate(`/console/animals/${added.id}`);
    setCount(count + 1);
    setDraft({ ...draft, name: '' });
    choose([]);
    if (input.current !== null) input.current.value = '';
    setChecked(false);
    input.current?.form?.querySelector('input')?.focus();
  });
  const submit = (isShown: boolean) => {
    setChecked(true);
    if (Object.keys(mistakesIn(draft)).length === 0) void add.run(isShown);
  };
  return (
    <FormDialog
      title="Add an animal"
      onClose={onClose}
      verb="Add and show"
      isBusy={add.isBusy}
      onSubmit={() => submit(true)}
      also={
        <Button disabled={add.isBusy} onClick={() => submit(false)}>
          Add, hidden
        </Button>
      }
    >
      <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
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
            onChange={({ currentTarget }) => choose([...(currentTarget.files ?? [])].slice(0, MAX_PHOTOS))}
          />
        )}
      </Field>
      <Checkbox label="Add another one after it" isChecked={isOneOfMany} onChecked={setOneOfMany} />
      <ErrorNotice error={add.error} />
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
