import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { NewOrder, Order, Pet } from '../../../client/src/petstore.ts';
import { useAction } from '../data/use-action.ts';
import { useIdempotencyKey } from '../data/use-idempotency-key.ts';
import { Button } from '../design/controls/button.tsx';
import { TextArea } from '../design/controls/field.tsx';
import { Form } from '../design/controls/form.tsx';
import { Icon } from '../design/data/icons.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { AdopterFields, adopter, mistakesIn } from './adopter-fields.tsx';
import { useBoard } from './board.ts';

interface ReserveProps {
  readonly pet: Pet;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onReserved: (order: Order) => void;
  /** Somebody else has reserved the animal. */
  readonly onTaken: () => void;
}

/** Places an order, which holds the animal. */
export function Reserve({ pet, isOpen, onClose, onReserved, onTaken }: ReserveProps): JSX.Element {
  const { writes } = useBoard();
  const form = useId();
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const place = useAction(async () => {
    const { name, email } = adopter.value;
    const order: NewOrder = {
      petId: pet.id,
      adopter: { name: name.trim(), email: email.trim() },
      ...(note.trim() !== '' && { note: note.trim() }),
    };
    onReserved(await writes.orders.place(order, { idempotencyKey: keyFor(JSON.stringify(order)) }));
  });
  const isTaken = pet.status !== 'available' || place.error?.code === 'pet_not_available';
  const submit = () => {
    setChecked(true);
    if (Object.keys(mistakesIn(adopter.value)).length === 0) void place.run();
  };
  const close = () => {
    if (isTaken) onTaken();
    place.clear();
    onClose();
  };
  return (
    <Dialog
      title={
        <>
          Reserve <UserText>{pet.name}</UserText>
        </>
      }
      isOpen={isOpen}
      onClose={close}
      actions={
        isTaken && !place.isBusy ? (
          <Button kind="primary" onClick={close}>
            Back
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button kind="primary" type="submit" form={form} icon="heart" busy={place.isBusy}>
              Reserve
            </Button>
          </>
        )
      }
    >
      {isTaken && !place.isBusy ? (
        <div class="pet-note pet-note-caution" role="alert">
          <Icon name="clock" />
          <p>
            Somebody else has just reserved <UserText>{pet.name}</UserText>. If the reservation ends, this page shows it
            at once.
          </p>
        </div>
      ) : (
        <Form id={form} onSubmit={submit}>
          <p class="quiet">The shelter holds the animal for you and emails you about the next step.</p>
          <AdopterFields isChecked={isChecked} />
          <TextArea
            label="Message to the shelter"
            isOptional
            rows={3}
            maxLength={2_000}
            value={note}
            onValue={setNote}
          />
          <ErrorNotice error={place.error} onRetry={() => void place.run()} />
        </Form>
      )}
    </Dialog>
  );
}
