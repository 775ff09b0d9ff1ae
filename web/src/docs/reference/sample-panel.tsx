import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/controls/button.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import type { Operation } from './catalogue.ts';
import type { Description } from './description.ts';
import { clientCall, curl, type Filled } from './samples.ts';
import { TryDialog } from './try-dialog.tsx';

type Language = 'curl' | 'client';

/** The choice applies to all operations. */
const language = signal<Language>('curl');

interface SamplePanelProps {
  readonly operation: Operation;
  readonly description: Description;
  readonly filled: Filled;
  readonly onFill: (filled: Filled) => void;
}

/** Sample requests with the values that were filled in, sample answers, and a button to try the operation. */
export function SamplePanel({ operation, description, filled, onFill }: SamplePanelProps): JSX.Element {
  const [isTrying, setTrying] = useState(false);
  const call = clientCall(operation, filled);
  const isClient = language.value === 'client' && call !== undefined;
  return (
    <div class="operation-samples">
      <CodeBlock
        code={isClient ? call : curl(operation, filled)}
        language={isClient ? 'ts' : 'sh'}
        copyLabel={`Copy the call of ${operation.id}`}
        head={
          <div class="sample-languages" role="group" aria-label="Language">
            <LanguageButton name="curl" label="curl" isCurrent={!isClient} />
            {call !== undefined && <LanguageButton name="client" label="TypeScript" isCurrent={isClient} />}
          </div>
        }
      />
      {operation.fileType === undefined && (
        <Button icon="play" onClick={() => setTrying(true)}>
          Try it<span class="visually-hidden">{operation.summary}</span>
        </Button>
      )}
      <AnswerExample operation={operation} />
      {isTrying && <TryDialog {...{ operation, description, filled, onFill }} onClose={() => setTrying(false)} />}
    </div>
  );
}

const LanguageButton = ({
  name,
  label,
  isCurrent,
}: {
  readonly name: Language;
  readonly label: string;
  readonly isCurrent: boolean;
}): JSX.Element => (
  <button type="button" class="sample-language" aria-pressed={isCurrent} onClick={() => (language.value = name)}>
    {label}
  </button>
);

/** Shows one of the sample answers. */
function AnswerExample({ operation }: { readonly operation: Operation }): JSX.Element | null {
  const [chosen, choose] = useState(0);
  const examples = [
    ...operation.successes.flatMap(({ status, contents }) =>
      contents.map(({ type, example }) => ({
        name: type === 'application/json' ? status : `${status} ${type}`,
        text: example,
        language: type === 'application/json' ? 'json' : 'http',
      })),
    ),
    ...operation.failures.map(({ status, code, meaning }) => ({
      name: `${status} ${code}`,
      text: JSON.stringify({ code, message: meaning, status: Number(status) }, null, 2),
      language: 'json',
    })),
  ];
  const example = examples[chosen];
  if (example === undefined) return null;
  return (
    <CodeBlock
      code={example.text}
      language={example.language}
      copyLabel="Copy the response"
      head={
        <div class="sample-answers">
          <span aria-hidden="true">Response</span>
          <select
            aria-label={`Response of ${operation.id}`}
            value={chosen}
            onInput={({ currentTarget }) => choose(Number(currentTarget.value))}
          >
            {examples.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </div>
      }
    />
  );
}
