import { useEffect, useState } from 'preact/hooks';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { useAction, useIdempotencyKey } from '../data/calls.ts';
import { TextArea } from '../design/controls/field.tsx';
import { FormDialog } from '../design/feedback/form-dialog.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { parts, speaks, words } from '../words.ts';
import { adopter, AdopterFields, mistakesIn } from './adopter-fields.tsx';
import { useBoard } from './board.ts';
import type { Offerer } from './organization/organizations.ts';
import { Refusal } from './refusal.tsx';

interface AskProps {
  readonly pet: ExpandedPet;
  readonly offerer: Offerer | undefined;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
  /** The animal is not here any more. */
  readonly onGone: () => void;
}

/** Sends a question about an animal to the shelter. */
export function Ask({ pet, offerer, isOpen, onClose, onSent, onGone }: AskProps) {
  const { writes } = useBoard();
  const { reserving } = words();
  const [question, setQuestion] = useState('');
  const [isChecked, setChecked] = useState(false);
  const keyed = useIdempotencyKey();
  const send = useAction(async () => {
    const { name, email } = adopter.value;
    const from = { name: name.trim(), email: email.trim() };
    const message = { message: question.trim(), petId: pet.id, from, locale: speaks().language };
    await keyed(message, (options) => writes.messages.send(message, options));
    setQuestion((now) => (now === question ? '' : now));
    onSent();
  });
  const isGone = send.error?.code === 'pet_not_found';
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone]);
  const submit = () => {
    setChecked(true);
    const isComplete = question.trim() !== '' && Object.keys(mistakesIn(adopter.value)).length === 0;
    if (isComplete) void send.run();
  };
  return (
    <FormDialog
      title={parts(reserving.askAbout, { animal: <UserText key="animal">{pet.name}</UserText> })}
      onClose={onClose}
      isOpen={isOpen}
      verb={reserving.send}
      isBusy={send.isBusy}
      icon="send"
      onSubmit={submit}
    >
      <TextArea
        label={reserving.question}
        maxLength={3_000}
        required
        value={question}
        error={isChecked && question.trim() === '' ? reserving.enterQuestion : undefined}
        onValue={setQuestion}
      />
      <AdopterFields offerer={offerer} isChecked={isChecked} />
      <Refusal error={send.error} offerer={offerer} onRetry={() => void send.run()} />
    </FormDialog>
  );
}
