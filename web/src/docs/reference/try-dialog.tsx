import './try.css';
import { signal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { PetstoreError } from '../../../../client/src/petstore.ts';
import { AnswerView } from '../../answers/answer-view.tsx';
import { type Answer, sendOnce } from '../../answers/answer.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { endSession, loadSession, ownAccount, pageMark } from '../../session.ts';
import { pageSettings } from '../../settings.ts';
import type { Operation } from './catalogue.ts';
import type { Description, Parameter } from './description.ts';
import { Method } from './method.tsx';
import { addressOf, type Filled, headersOf, isFilled, keyOf } from './samples/request.ts';
import { flat, rulesOf } from './schema-text.ts';

/** Kept in memory until the page is closed. */
const pastedKey = signal('');
const chosenSender = signal<Sender['kind'] | undefined>(undefined);

interface TryDialogProps {
  readonly operation: Operation;
  readonly description: Description;
  readonly filled: Filled;
  readonly onFill: (filled: Filled) => void;
  readonly onClose: () => void;
}

/** A form for the parameters of an operation. It sends the request to this service and shows the answer. */
export function TryDialog({ operation, description, filled, onFill, onClose }: TryDialogProps) {
  const form = useId();
  const [wasTried, setTried] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  const answerArea = useRef<HTMLDivElement>(null);
  useEffect(() => answerArea.current?.scrollIntoView({ block: 'nearest' }), [answer]);
  const sessionLoad = useAction(loadSession);
  useEffect(() => {
    void sessionLoad.run();
  }, []);
  const kind = senderFor(operation);
  const sender: Sender = kind === 'key' ? { kind, key: pastedKey.value.trim() } : { kind };
  const missing = operation.parameters.filter((parameter) => parameter.required && !isFilled(filled, parameter));
  const isReady = missing.length === 0 && !(sender.kind === 'key' && sender.key === '');
  const sending = useAction(async () => setAnswer(await send(operation, filled, sender)));
  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (isReady) void sending.run();
  };
  return (
    <Dialog
      width="l"
      title={operation.summary}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind={operation.method === 'DELETE' ? 'danger' : 'primary'}
            type="submit"
            form={form}
            icon="send"
            busy={sending.isBusy}
          >
            Send
          </Button>
        </>
      }
    >
      <form id={form} class="try stack" onSubmit={submit} noValidate>
        <p class="try-address" dir="ltr">
          <Method method={operation.method} />
          <code>{addressOf(operation, filled, location.origin).slice(location.origin.length)}</code>
        </p>
        {operation.method !== 'GET' && (
          <p class="small quiet">
            {pageSettings().environment === 'staging'
              ? 'This is staging. The request changes practice data.'
              : 'This is production. The request changes real data.'}
          </p>
        )}
        <SenderFields operation={operation} kind={kind} isKeyMissing={wasTried && pastedKey.value.trim() === ''} />
        {operation.parameters.length > 0 && (
          <div class="try-parameters stack">
            {operation.parameters.map((parameter) => (
              <ParameterField
                key={keyOf(parameter)}
                parameter={parameter}
                description={description}
                value={filled.values[keyOf(parameter)] ?? ''}
                error={wasTried && missing.includes(parameter) ? `Enter a value for ${parameter.name}.` : undefined}
                onValue={(value) => onFill({ ...filled, values: { ...filled.values, [keyOf(parameter)]: value } })}
              />
            ))}
          </div>
        )}
        {operation.body !== undefined && (
          <TextArea
            label="Body"
            hint="JSON, sent exactly as written."
            dir="ltr"
            spellcheck={false}
            rows={Math.min(12, filled.body.split('\n').length + 1)}
            value={filled.body}
            onValue={(body) => onFill({ ...filled, body })}
          />
        )}
      </form>
      <div aria-live="polite" aria-busy={sending.isBusy}>
        <ErrorNotice error={sending.error} onRetry={() => void sending.run()} />
        {answer !== undefined && sending.error === undefined && (
          <div class="try-answer" ref={answerArea}>
            <AnswerView answer={answer} />
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The last choice if it still applies; otherwise the session, if there is one. */
function senderFor({ audience }: Operation): Sender['kind'] {
  const isSignedIn = ownAccount.value !== undefined;
  if (audience.kind === 'anybody') return 'nobody';
  if (chosenSender.value !== undefined && (chosenSender.value !== 'session' || isSignedIn)) return chosenSender.value;
  return isSignedIn && pastedKey.value === '' ? 'session' : 'key';
}

interface SenderFieldsProps {
  readonly operation: Operation;
  readonly kind: Sender['kind'];
  readonly isKeyMissing: boolean;
}

function SenderFields({ operation, kind, isKeyMissing }: SenderFieldsProps) {
  if (operation.audience.kind === 'anybody') return <p class="small quiet">This request needs no API key.</p>;
  const account = ownAccount.value;
  return (
    <div class="try-parameters stack">
      <Select
        label="Authenticate with"
        value={kind}
        onValue={(value) => (chosenSender.value = value as Sender['kind'])}
        options={[
          ...(account === undefined ? [] : [{ value: 'session', label: `${account.email} (signed in)` }]),
          { value: 'key', label: 'API key' },
          { value: 'nobody', label: 'No key' },
        ]}
        hint={account === undefined ? <Link href="/portal">Sign in to send without a key</Link> : undefined}
      />
      {kind === 'key' && (
        <TextField
          label="API key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          dir="ltr"
          value={pastedKey.value}
          onValue={(value) => (pastedKey.value = value)}
          hint="Kept in this window until you leave the page."
          error={isKeyMissing ? 'Enter a key, or choose another way to authenticate.' : undefined}
        />
      )}
    </div>
  );
}

interface ParameterFieldProps {
  readonly parameter: Parameter;
  readonly description: Description;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
}

function ParameterField({ parameter, description, value, error, onValue }: ParameterFieldProps) {
  const { name, required, schema } = parameter;
  const values = flat(description, schema).enum;
  if (values !== undefined)
    return (
      <Select
        label={name}
        isOptional={!required}
        error={error}
        value={value}
        onValue={onValue}
        options={[{ value: '', label: 'None' }, ...values.map((one) => ({ value: one, label: one }))]}
      />
    );
  return (
    <TextField
      label={name}
      isOptional={!required}
      error={error}
      hint={rulesOf(description, schema).join(' · ') || undefined}
      dir="ltr"
      spellcheck={false}
      autocomplete="off"
      value={value}
      onValue={onValue}
    />
  );
}

/** Whose permissions the request has: the session's, a key's, or none. */
type Sender = { readonly kind: 'session' | 'nobody' } | { readonly kind: 'key'; readonly key: string };

const timeoutMs = 30_000;

/** Sends the request once, as it was filled in. A refusal is an answer too. @throws PetstoreError `network_error`, `unsendable` */
async function send(operation: Operation, filled: Filled, sender: Sender): Promise<Answer> {
  const answer = await sendOnce(addressOf(operation, filled, location.origin), {
    method: operation.method,
    headers: requestHeaders(operation, filled, sender),
    ...(operation.body !== undefined && { body: filled.body }),
    credentials: sender.kind === 'session' ? 'same-origin' : 'omit',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (sender.kind === 'session' && answer.status === 401) endSession();
  return answer;
}

function requestHeaders(operation: Operation, filled: Filled, sender: Sender): Headers {
  try {
    return new Headers([
      ...headersOf(operation, filled),
      ...(operation.body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
      ...credentials(sender),
    ]);
  } catch (cause) {
    throw new PetstoreError('unsendable', 'The key or a header has a character in it that HTTP does not allow there.', {
      cause,
    });
  }
}

function credentials(sender: Sender): [name: string, value: string][] {
  if (sender.kind === 'key') return [['authorization', `Bearer ${sender.key}`]];
  return sender.kind === 'session' ? Object.entries(pageMark()) : [];
}
