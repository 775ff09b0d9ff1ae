import { useState } from 'preact/hooks';
import { etagOf, PetstoreError, type Thread } from '../../../../client/src/petstore.ts';
import { filledIn } from '../../../../src/vocabulary/text/placeholders.ts';
import { petstore } from '../../api.ts';
import { useAction, useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Form, TextArea } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { ownAccount } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import { useDraft } from '../drafts.ts';
import { mailto, type Sender } from './senders.ts';

interface AnswerFormProps {
  readonly thread: Thread;
  readonly sender: Sender;
  /** What the placeholders of templates stand for, beside those that every answer has. */
  readonly placeholders: Readonly<Record<string, string>>;
  readonly onAnswered: (thread: Thread) => void;
  /** Somebody else has changed it. */
  readonly onStale: () => void;
}

export function AnswerForm({ thread, sender, placeholders, onAnswered, onStale }: AnswerFormProps) {
  const { text, write, forget } = useDraft(`message ${thread.id}`);
  const [isChecked, setChecked] = useState(false);
  const keyed = useIdempotencyKey();
  const { organizationId } = thread;
  const templates = useQuery(async () => {
    if (organizationId === undefined) return undefined;
    const organization = await petstore.organizations.get(organizationId);
    const { items } = await petstore.answerTemplates.list(organizationId, { limit: 100 }).page();
    return { items, organization: organization.name };
  }, [organizationId]).data;
  const send = useAction(async () => {
    try {
      const ifMatch = etagOf(thread);
      // After a lost answer the message may have been read again, with another ETag.
      const answered = await keyed(text, (options) =>
        petstore.inbox.answer(thread.id, { message: text }, { ifMatch, ...options }),
      );
      forget(text);
      setChecked(false);
      onAnswered(answered);
    } catch (failure) {
      if (failure instanceof PetstoreError && failure.code === 'precondition_failed') onStale();
      throw failure;
    }
  });
  const begin = (id: string) => {
    const template = templates?.items.find((found) => String(found.id) === id);
    if (template === undefined) return;
    const { name, email } = ownAccount.value ?? {};
    const filled = filledIn(template.text, {
      ...placeholders,
      organization: templates?.organization,
      me: name ?? email,
    });
    write(text.trim() === '' ? filled : `${text}\n\n${filled}`);
  };
  const { mail, environment } = pageSettings();
  // Staging mails nobody.
  const isMailed = thread.from !== undefined && mail && environment === 'production';
  const isStale = send.error?.code === 'precondition_failed';
  return (
    <div class="inbox-form">
      <Form
        onSubmit={() => {
          setChecked(true);
          if (text.trim() !== '') void send.run();
        }}
      >
        {templates !== undefined && templates.items.length > 0 && (
          <BareSelect
            label="Begin with a template"
            value=""
            onValue={begin}
            none="Begin with a template"
            options={templates.items.map(({ id, name }) => [String(id), name])}
          />
        )}
        <TextArea
          label="Your answer"
          rows={6}
          maxLength={10_000}
          value={text}
          error={isChecked && text.trim() === '' ? 'Enter your answer.' : undefined}
          hint={hintFor(isMailed, sender)}
          onValue={write}
        />
        {isStale ? (
          <p class="note tone-caution" role="alert">
            A colleague has changed this message meanwhile. Read what is new above, then send your answer if it is still
            needed.
          </p>
        ) : (
          <ErrorNotice error={send.error} />
        )}
        <div class="row">
          <Button type="submit" kind="primary" icon={isMailed ? 'send' : 'check'} busy={send.isBusy}>
            {isMailed ? 'Send' : 'Keep the answer'}
          </Button>
          {!isMailed && sender.email !== undefined && (
            <a class="button button-secondary" href={mailto(sender.email, text)}>
              Write in your mail program
            </a>
          )}
        </div>
      </Form>
    </div>
  );
}

function hintFor(isMailed: boolean, { email }: Sender): string {
  if (isMailed) return `It is mailed to ${email}, and kept here.`;
  if (email === undefined) return 'The sender gave no address: your answer is kept here, for your colleagues.';
  return 'It is kept here, and not mailed: send it with your own mail program.';
}
