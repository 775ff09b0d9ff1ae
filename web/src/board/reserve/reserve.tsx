import './reserve.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type { ExpandedPet, NewOrder, PlacedOrder } from '../../../../client/src/petstore.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, say, speaks, words } from '../../words.ts';
import { AdopterFields, adopter, mistakesIn } from '../adopter-fields.tsx';
import { useBoard } from '../board.ts';
import { nameOf } from '../organization/offerer.tsx';
import type { Offerer } from '../organization/organizations.ts';
import { Refusal } from '../refusal.tsx';
import { useHold } from '../use-hold.ts';
import { change, clearDraft, draft } from './draft.ts';
import { answersFor, hasMissing, QuestionFields } from './question-fields.tsx';

interface ReserveProps {
  readonly pet: ExpandedPet;
  readonly offerer: Offerer | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onReserved: (order: PlacedOrder) => void;
  /** Somebody else has reserved the animal, or it is not here any more. */
  readonly onTaken: () => void;
}

/** Places an order, which holds the animal. */
export function Reserve({ pet, offerer, isOpen, onClose, onReserved, onTaken }: ReserveProps) {
  const { writes } = useBoard();
  const { kit, reserving } = words();
  const hold = useHold();
  const form = useId();
  const { note, phone } = draft.value;
  const questions = offerer?.application ?? [];
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const place = useAction(async () => {
    const { name, email } = adopter.value;
    const order: NewOrder = {
      petId: pet.id,
      adopter: { name: name.trim(), email: email.trim(), ...(phone.trim() !== '' && { phone: phone.trim() }) },
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(questions.length > 0 && { answers: answersFor(questions) }),
      locale: speaks().language,
    };
    const placed = await writes.orders.place(order, { idempotencyKey: keyFor(JSON.stringify(order)) });
    clearDraft();
    onReserved(placed);
  });
  const isTaken = pet.status !== 'available' || place.error?.code === 'pet_not_available';
  const isGone = place.error?.code === 'pet_not_found';
  useEffect(() => {
    if (isGone) onTaken();
  }, [isGone]);
  const submit = () => {
    setChecked(true);
    if (Object.keys(mistakesIn(adopter.value)).length === 0 && !hasMissing(questions)) void place.run();
  };
  const animal = <UserText key="animal">{pet.name}</UserText>;
  const close = () => {
    if (isTaken) onTaken();
    place.clear();
    onClose();
  };
  return (
    <Dialog
      title={parts(reserving.reserveAnimal, { animal })}
      isOpen={isOpen}
      onClose={close}
      actions={
        isTaken && !place.isBusy ? (
          <Button kind="primary" onClick={close}>
            {reserving.back}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{kit.cancel}</Button>
            <Button kind="primary" type="submit" form={form} icon="heart" busy={place.isBusy}>
              {words().animal.reserve}
            </Button>
          </>
        )
      }
    >
      {isTaken && !place.isBusy ? (
        <div class="pet-note pet-note-caution stack tight" role="alert">
          <Icon name="clock" />
          <p>{parts(reserving.taken, { animal })}</p>
        </div>
      ) : (
        <Form id={form} onSubmit={submit}>
          <ul class="reserve-meaning quiet small">
            <Meaning>{say(reserving.held, { hasTime: String(hold !== undefined), time: hold })}</Meaning>
            <Meaning>{reserving.binding}</Meaning>
            <Meaning>{parts(reserving.nextStep, nameOf(offerer))}</Meaning>
          </ul>
          <AdopterFields offerer={offerer} isChecked={isChecked} />
          <TextField
            label={reserving.phone}
            isOptional
            name="phone"
            type="tel"
            dir="ltr"
            autocomplete="tel"
            maxLength={50}
            value={phone}
            onValue={(value) => change({ phone: value })}
          />
          <QuestionFields questions={questions} language={offerer?.locale} isChecked={isChecked} />
          <TextArea
            label={reserving.note}
            isOptional
            rows={3}
            maxLength={2_000}
            value={note}
            onValue={(value) => change({ note: value })}
          />
          <Refusal error={place.error} offerer={offerer} onRetry={() => void place.run()} />
        </Form>
      )}
    </Dialog>
  );
}

/** What reserving means. */
const Meaning = ({ children }: { readonly children: ComponentChildren }) => (
  <li>
    <Icon name="check" />
    <span>{children}</span>
  </li>
);
