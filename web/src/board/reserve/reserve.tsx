import './reserve.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import type {
  ExpandedPet,
  NewApplication,
  PlacedOrder,
  SubmittedApplication,
} from '../../../../client/src/petstore.ts';
import type { Adoption } from '../../../../src/vocabulary/application-lifecycle.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/field.tsx';
import { Icon, type IconName } from '../../design/data/icons.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, say, speaks, words } from '../../words.ts';
import { adopter, AdopterFields, mistakesIn } from '../adopter-fields.tsx';
import { goHomeText } from '../animal/how-adoption-works.tsx';
import { feeWords } from '../animal/profile-facts.ts';
import { useBoard } from '../board.ts';
import { nameOf } from '../organization/offerer.tsx';
import type { Offerer } from '../organization/organizations.ts';
import { focus, Refusal } from '../refusal.tsx';
import { useHold } from '../use-hold.ts';
import { AboutYou } from './about-you.tsx';
import { change, clearDraft, draft } from './draft.ts';
import { answersFor, hasMissing } from './question-fields.tsx';

interface ReserveProps {
  readonly pet: ExpandedPet;
  readonly offerer: Offerer | undefined;
  /** What the form does. */
  readonly adoption: Adoption;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: (sent: PlacedOrder | SubmittedApplication) => void;
  /** Somebody else has the animal, or it is not here any more. */
  readonly onTaken: () => void;
  /** The animal is adopted in another way by now. */
  readonly onSwitch: (adoption: Adoption) => void;
}

/** Places an order, which holds the animal, or submits an application, which several people may do. */
export function Reserve({ pet, offerer, adoption, isOpen, onClose, onSent, onTaken, onSwitch }: ReserveProps) {
  const { writes } = useBoard();
  const { kit, reserving, applying } = words();
  const { verb, title, taken, meanings } = useWays(offerer, feeWords(pet.profile?.adoptionFee))[adoption];
  const form = useId();
  const { note, phone, answers } = draft.value;
  const questions = offerer?.application ?? [];
  const [isChecked, setChecked] = useState(false);
  const keyed = useIdempotencyKey();
  const send = useAction(async () => {
    const { name, email } = adopter.value;
    const typed = draft.value;
    const wish: NewApplication = {
      petId: pet.id,
      adopter: { name: name.trim(), email: email.trim(), ...(phone.trim() !== '' && { phone: phone.trim() }) },
      ...(note.trim() !== '' && { note: note.trim() }),
      ...(questions.length > 0 && { answers: answersFor(questions, answers) }),
      locale: speaks().language,
    };
    const done = await keyed<PlacedOrder | SubmittedApplication>([adoption, wish], (options) =>
      adoption === 'apply' ? writes.applications.submit(wish, options) : writes.orders.place(wish, options),
    );
    if (draft.value === typed) clearDraft();
    onSent(done);
  });
  const { code } = send.error ?? {};
  // Without an answer, the visitor may be who has reserved it: the next try says so.
  const isUnknown = send.error !== undefined && (send.error.status ?? 500) >= 500;
  const isTaken = code === 'pet_not_available' || (pet.status !== 'available' && !isUnknown);
  const isGone = code === 'pet_not_found';
  const needed = code === 'application_required' ? 'apply' : code === 'order_required' ? 'reserve' : undefined;
  useEffect(() => {
    if (isGone) onTaken();
    if (needed !== undefined) onSwitch(needed);
  }, [code]);
  const submit = () => {
    setChecked(true);
    if (Object.keys(mistakesIn(adopter.value)).length === 0 && !hasMissing(questions, answers)) void send.run();
  };
  const animal = <UserText key="animal">{pet.name}</UserText>;
  const close = () => {
    if (isTaken) onTaken();
    send.clear();
    onClose();
  };
  return (
    <Dialog
      title={parts(title, { animal })}
      isOpen={isOpen}
      onClose={close}
      actions={
        isTaken && !send.isBusy ? (
          <Button kind="primary" onClick={close}>
            {reserving.back}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{kit.cancel}</Button>
            <Button kind="primary" type="submit" form={form} icon="heart" busy={send.isBusy}>
              {verb}
            </Button>
          </>
        )
      }
    >
      {isTaken && !send.isBusy ? (
        <Caution icon="clock">{parts(taken, { animal })}</Caution>
      ) : (
        <Form id={form} onSubmit={submit}>
          {needed !== undefined && (
            <div ref={focus} tabIndex={-1}>
              <Caution icon="alert">
                {parts(needed === 'apply' ? applying.nowApply : applying.nowReserve, { animal })}
              </Caution>
            </div>
          )}
          <ul class="reserve-meaning quiet small">
            {meanings.map((meaning, index) => (
              <li key={index}>
                <Icon name="check" />
                <span>{meaning}</span>
              </li>
            ))}
          </ul>
          <AdopterFields offerer={offerer} isChecked={isChecked} />
          <AboutYou
            draft={draft.value}
            change={change}
            questions={questions}
            language={offerer?.locale}
            isChecked={isChecked}
          />
          {needed === undefined && <Refusal error={send.error} offerer={offerer} onRetry={() => void send.run()} />}
        </Form>
      )}
    </Dialog>
  );
}

const Caution = ({ icon, children }: { readonly icon: IconName; readonly children: ComponentChildren }) => (
  <div class="pet-note pet-note-caution stack tight" role="alert">
    <Icon name={icon} />
    <p>{children}</p>
  </div>
);

/** The two ways to adopt, in words. */
function useWays(offerer: Offerer | undefined, fee: string | undefined) {
  const { animal, reserving, applying } = words();
  const hold = useHold();
  const named = nameOf(offerer);
  const due = fee === undefined ? [] : [goHomeText(fee)];
  return {
    reserve: {
      verb: animal.reserve,
      title: reserving.reserveAnimal,
      taken: reserving.taken,
      meanings: [
        say(reserving.held, { hasTime: String(hold !== undefined), time: hold }),
        reserving.binding,
        parts(reserving.nextStep, named),
        ...due,
      ],
    },
    apply: {
      verb: applying.apply,
      title: applying.applyFor,
      taken: applying.taken,
      meanings: [parts(applying.several, named), applying.binding, parts(applying.nextStep, named), ...due],
    },
  };
}
