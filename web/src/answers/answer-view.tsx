import './answer-view.css';
import { environmentNow } from '../data/environment-clock.ts';
import { Badge, type Tone } from '../design/data/badge.tsx';
import { Disclosure } from '../design/data/disclosure.tsx';
import { CodeBlock } from '../design/text/code-block.tsx';
import { isJson, laidOut } from '../design/text/json-text.ts';
import { numberText } from '../design/text/number-text.ts';
import type { Answer } from './answer.ts';

/** The headers that most readers look for. */
const IMPORTANT = /^(?:x-ratelimit-|retry-after|link|location|etag)/;

/** An answer: status, time and remaining requests, the body, and all headers. */
export function AnswerView({ answer }: { readonly answer: Answer }) {
  const { method, path, status, statusText, tookMs, body, headers } = answer;
  const limits = limitsIn(answer);
  const important = headers.filter(([name]) => IMPORTANT.test(name));
  const others = headers.filter(([name]) => !IMPORTANT.test(name));
  return (
    <section class="answer-view stack tight" aria-label="Answer">
      <p class="answer-view-status row">
        <Badge tone={toneOf(status)}>
          {status} {statusText}
        </Badge>
        <code class="small quiet">
          {method} {path}
        </code>
        <span class="small quiet numbers">
          {tookMs} ms, {numberText(new Blob([body]).size)} bytes
        </span>
        {limits !== undefined && <span class="small quiet numbers">{limits}</span>}
      </p>
      <Headers headers={important} />
      {body === '' ? (
        <p class="quiet small">No body.</p>
      ) : (
        <CodeBlock code={laidOut(body)} language={isJson(body) ? 'json' : 'text'} copyLabel="Copy the body" />
      )}
      <Disclosure title={`${others.length} more headers`}>
        <Headers headers={others} />
      </Disclosure>
    </section>
  );
}

const Headers = ({ headers }: Pick<Answer, 'headers'>) => (
  <dl class="answer-view-headers" dir="ltr">
    {headers.map(([name, value]) => (
      <div key={name}>
        <dt>{canonicalName(name)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The spelling of the documentation, such as `X-RateLimit-Limit`: fetch returns names in lower case. */
const canonicalName = (name: string): string =>
  name
    .replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll('Ratelimit', 'RateLimit')
    .replace(/^Etag$/, 'ETag');

function toneOf(status: number): Tone {
  if (status < 300) return 'positive';
  return status < 400 ? 'neutral' : status < 500 ? 'caution' : 'danger';
}

/** The rate limit headers in a sentence. Specification, part 8. */
function limitsIn({ headers, status }: Answer): string | undefined {
  const value = (name: string) => headers.find(([found]) => found === name)?.[1];
  const limit = value('x-ratelimit-limit');
  if (limit === undefined) return undefined;
  const seconds = Math.max(0, Number(value('x-ratelimit-reset')) - Math.floor(environmentNow() / 1_000));
  const wait = status === 429 ? `, retry after ${value('retry-after')} s` : '';
  const left = numberText(Number(value('x-ratelimit-remaining')));
  return `${left} of ${numberText(Number(limit))} requests left, resets in ${seconds} s${wait}`;
}
