import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { keep, kept } from '../../data/kept.ts';
import { ButtonGroup } from '../../design/controls/button-group.tsx';
import { Button } from '../../design/controls/button.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import type { Operation } from './catalogue.ts';
import type { Description } from './description.ts';
import { type LanguageName, LANGUAGES } from './samples/languages.ts';
import type { Filled } from './samples/request.ts';
import { TryDialog } from './try-dialog.tsx';

const key = 'petstore-language';
const NAMES = Object.keys(LANGUAGES) as LanguageName[];

/** The choice applies to all operations, and to later visits. */
const language = signal<LanguageName>(NAMES.find((name) => name === kept(key)) ?? 'curl');

function choose(name: LanguageName): void {
  language.value = name;
  keep(key, name);
}

interface SamplePanelProps {
  readonly operation: Operation;
  readonly description: Description;
  readonly filled: Filled;
  readonly onFill: (filled: Filled) => void;
}

/** Sample requests with the values that were filled in, sample answers, and a button to try the operation. */
export function SamplePanel({ operation, description, filled, onFill }: SamplePanelProps) {
  const [isTrying, setTrying] = useState(false);
  const samples = NAMES.flatMap((name) => {
    const code = LANGUAGES[name].sample(operation, filled, location.origin);
    return code === undefined ? [] : [{ name, code, ...LANGUAGES[name] }];
  });
  const shown = samples.find(({ name }) => name === language.value) ?? samples[0];
  return (
    <div class="operation-samples stack tight">
      {shown !== undefined && (
        <CodeBlock
          code={shown.code}
          language={shown.colors}
          copyLabel={`Copy the call of ${operation.id}`}
          head={
            <ButtonGroup
              label="Language"
              value={shown.name}
              onValue={choose}
              options={samples.map(({ name, label }) => [name, label])}
            />
          }
        />
      )}
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

/** Shows one of the sample answers. */
function AnswerExample({ operation }: { readonly operation: Operation }) {
  const [chosen, setChosen] = useState(0);
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
            onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
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
