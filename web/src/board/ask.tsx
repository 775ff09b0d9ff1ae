import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Pet } from '../../../client/src/petstore.ts';
import { useAction } from '../data/use-action.ts';
import { useIdempotencyKey } from '../data/use-idempotency-key.ts';
import { TextArea } from '../design/controls/field.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { FormDialog } from '../design/feedback/form-dialog.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { messageAbout } from '../pets/question.ts';
import { AdopterFields, adopter, mistakesIn } from './adopter-fields.tsx';
import { useBoard } from './board.ts';

interface AskProps {
  readonly pet: Pet;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** Sends a question about an animal to the shelter. */
export function Ask({ pet, isOpen, onClose, onSent }: AskProps): JSX.Element {
  const { writes } = useBoard();
  const [question, setQuestion] = useState('');
  const [isChecked, setChecked] = useState(false);
  const keyFor = useIdempotencyKey();
  const send = useAction(async () => {
    const message = messageAbout(pet, question, adopter.value);
    await writes.messages.send({ message }, { idempotencyKey: keyFor(message) });
    setQuestion('');
    onSent();
  });
  const submit = () => {
    setChecked(true);
    const isComplete = question.trim() !== '' && Object.keys(mistakesIn(adopter.value)).length === 0;
    if (isComplete) void send.run();
  };
  return (
    <FormDialog
      title={
        <>
          Ask about <UserText>{pet.name}</UserText>
        </>
      }
      onClose={onClose}
      isOpen={isOpen}
      verb="Send"
      isBusy={send.isBusy}
      icon="send"
      onSubmit={submit}
    >
      <TextArea
        label="Your question"
        maxLength={3_000}
        required
        value={question}
        error={isChecked && question.trim() === '' ? 'Enter your question.' : undefined}
        onValue={setQuestion}
      />
      <AdopterFields isChecked={isChecked} />
      <ErrorNotice error={send.error} onRetry={() => void send.run()} />
    </FormDialog>
  );
}
