import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Pet } from '../../../client/src/petstore.ts';
import { useAction } from '../data/use-action.ts';
import { Button } from '../design/controls/button.tsx';
import { TextArea } from '../design/controls/field.tsx';
import { Form } from '../design/controls/form.tsx';
import { UserText } from '../design/data/user-text.tsx';
import { Dialog } from '../design/feedback/dialog.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { AdopterFields, adopter } from './adopter-fields.tsx';
import { mistakesIn } from './adopter.ts';
import { useBoard } from './board.ts';
import { useSendOnce } from './send-once.ts';

interface AskProps {
  readonly pet: Pet;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSent: () => void;
}

/** A question to the shelter, as a message that names the animal. */
export function Ask({ pet, isOpen, onClose, onSent }: AskProps): JSX.Element {
  const { writes } = useBoard();
  const form = useId();
  const [question, setQuestion] = useState('');
  const [isChecked, setChecked] = useState(false);
  const keyFor = useSendOnce();
  const send = useAction(async () => {
    const message = messageAbout(pet, question);
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
    <Dialog
      title={
        <>
          Ask about <UserText>{pet.name}</UserText>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button kind="primary" type="submit" form={form} icon="send" busy={send.isBusy}>
            Send
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <TextArea
          label="Your question"
          maxLength={3_000}
          required
          value={question}
          error={isChecked && question.trim() === '' ? 'Write what you would like to know.' : undefined}
          onValue={setQuestion}
        />
        <AdopterFields isChecked={isChecked} />
        <ErrorNotice error={send.error} onRetry={() => void send.run()} />
      </Form>
    </Dialog>
  );
}

const messageAbout = ({ name, id }: Pet, question: string): string =>
  `About ${name} (animal ${id}):\n\n${question.trim()}\n\nFrom ${adopter.value.name.trim()}, ${adopter.value.email.trim()}`;
