import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import { type Pet, PetstoreError } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { Conflict } from '../conflict.tsx';
import { typedOver } from '../draft.ts';
import { type AnimalDraft, AnimalFields, mistakesIn, petOf } from './animal-fields.tsx';
import { current, versionOf } from './animals-list.ts';
import { CategoryName } from './category-name.tsx';

const draftOf = ({ name, categoryId }: Pet): AnimalDraft => ({ name, category: String(categoryId) });

interface EditAnimalProps {
  readonly pet: Pet;
  readonly onClose: () => void;
  readonly onChanged: (pet: Pet) => void;
}

/** Changes the version that was read when it opened: what somebody else does meanwhile is told, and not overwritten. */
export function EditAnimal({ pet, onClose, onChanged }: EditAnimalProps): JSX.Element {
  const form = useId();
  const [draft, setDraft] = useState(draftOf(pet));
  const [isChecked, setChecked] = useState(false);
  const base = useQuery(async () => {
    const now = await current(pet.id);
    setDraft((typed) => typedOver(draftOf(now), { opened: draftOf(pet), typed }));
    onChanged(now);
    return now;
  }, [pet.id]);
  const [theirs, setTheirs] = useState<Pet>();
  const save = useAction(async (version: Pet) => {
    try {
      const saved = await petstore.pets.update(pet.id, petOf(draft), versionOf(version));
      onChanged(saved);
      tell(`${saved.name} is changed.`);
      onClose();
    } catch (failure) {
      if (!(failure instanceof PetstoreError) || failure.code !== 'precondition_failed') throw failure;
      setTheirs(await current(pet.id));
    }
  });
  const submit = () => {
    setChecked(true);
    if (base.data !== undefined && Object.keys(mistakesIn(draft)).length === 0) void save.run(base.data);
  };
  const keepMine = () => {
    if (theirs === undefined) return;
    base.set(theirs);
    setTheirs(undefined);
    void save.run(theirs);
  };
  const takeTheirs = () => {
    if (theirs === undefined) return;
    base.set(theirs);
    setDraft(draftOf(theirs));
    setTheirs(undefined);
    onChanged(theirs);
  };
  return (
    <Dialog
      title={
        <>
          Edit <UserText>{pet.name}</UserText>
        </>
      }
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            busy={save.isBusy || base.isLoading}
            disabled={theirs !== undefined}
          >
            Save
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <AnimalFields draft={draft} onDraft={setDraft} isChecked={isChecked} />
        <ErrorNotice error={base.error} onRetry={base.reload} />
        <ErrorNotice error={save.error} onRetry={submit} />
        {theirs !== undefined && (
          <Conflict onTheirs={takeTheirs} onMine={keepMine}>
            It is now <UserText>{theirs.name}</UserText>, <CategoryName id={theirs.categoryId} />.
          </Conflict>
        )}
      </Form>
    </Dialog>
  );
}
