import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../design/controls/button.tsx';
import { CodeBlock } from '../code-block.tsx';
import type { Operation } from './catalogue.ts';
import type { Description } from './description.ts';
import { clientCall, curl, type Filled } from './samples.ts';
import { TryDialog } from './try-dialog.tsx';

type Language = 'curl' | 'client';

/** What somebody has chosen at one operation holds for all. */
const language = signal<Language>('curl');

interface SamplePanelProps {
  readonly operation: Operation;
  readonly description: Description;
  readonly filled: Filled;
  readonly onFill: (filled: Filled) => void;
}

/** How an operation is called and what it answers, with what was filled in, and the way to try it. */
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
      <Button icon="play" onClick={() => setTrying(true)}>
        Try it<span class="visually-hidden">{operation.summary}</span>
      </Button>
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

/** An answer of each kind, of which one is shown. */
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
      copyLabel="Copy the answer"
      head={
        <div class="sample-answers">
          <span aria-hidden="true">Answer</span>
          <select
            aria-label={`Answer of ${operation.id}`}
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
