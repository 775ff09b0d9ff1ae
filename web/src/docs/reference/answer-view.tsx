import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { CodeBlock } from '../code-block.tsx';
import { isJson, laidOut } from '../json-text.ts';
import { Disclosure } from './properties.tsx';
import type { Answer } from './send.ts';

/** What came back: status and time, what is left of the limits, the body as it came, and all headers. */
export function AnswerView({ answer }: { readonly answer: Answer }): JSX.Element {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.scrollIntoView({ block: 'nearest' }), [answer]);
  const { status, statusText, ms, text, headers } = answer;
  const limits = limitsIn(answer);
  return (
    <section class="try-answer" aria-label="Answer" ref={place}>
      <p class="try-status">
        <Badge tone={toneOf(status)}>
          {status} {statusText}
        </Badge>
        <span class="small quiet numbers">
          {Math.round(ms)} ms, {new Blob([text]).size.toLocaleString()} bytes
        </span>
        {limits !== undefined && <span class="small quiet numbers">{limits}</span>}
      </p>
      {text === '' ? (
        <p class="quiet">Without a body.</p>
      ) : (
        <CodeBlock code={laidOut(text)} language={isJson(text) ? 'json' : 'text'} copyLabel="Copy the body" />
      )}
      <Disclosure title={`${headers.length} headers`}>
        <dl class="try-headers" dir="ltr">
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  );
}

function toneOf(status: number): Tone {
  if (status < 300) return 'positive';
  return status < 400 ? 'neutral' : status < 500 ? 'caution' : 'danger';
}

/** What the limits' headers say, in words. Specification, part 8. */
function limitsIn({ headers, status }: Answer): string | undefined {
  const value = (name: string) => headers.find(([found]) => found === name)?.[1];
  const limit = value('x-ratelimit-limit');
  if (limit === undefined) return undefined;
  const seconds = Math.max(0, Number(value('x-ratelimit-reset')) - Math.floor(Date.now() / 1_000));
  const wait = status === 429 ? `, wait ${value('retry-after')} s` : '';
  const left = Number(value('x-ratelimit-remaining')).toLocaleString();
  return `${left} of ${Number(limit).toLocaleString()} requests left, all again in ${seconds} s${wait}`;
}
