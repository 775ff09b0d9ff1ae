import './answer-view.css';
import type { JSX } from 'preact';
import { Badge } from '../../design/data/badge.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import type { Answer, Outcome } from './run.ts';

/** What came of a run: every answer with its status, its headers and its body, and what the program wrote. */
export const OutcomeView = ({ outcome }: { readonly outcome: Outcome }): JSX.Element => (
  <div class="portal-answers" role="status">
    {outcome.answers.map((answer, index) => (
      <AnswerView key={index} answer={answer} />
    ))}
    {outcome.output !== undefined && outcome.output !== '' && (
      <figure class="portal-answer">
        <figcaption class="portal-answer-head">Printed</figcaption>
        <pre class="portal-answer-body" tabIndex={0}>
          {outcome.output}
        </pre>
      </figure>
    )}
    <ErrorNotice error={outcome.error} />
  </div>
);

/** Those that one looks for first. */
const IMPORTANT = /^(?:x-ratelimit-|retry-after|link|location|etag)/;

function AnswerView({ answer }: { readonly answer: Answer }): JSX.Element {
  const { method, path, status, statusText, headers, body, tookMs } = answer;
  const important = headers.filter(([name]) => IMPORTANT.test(name));
  const others = headers.filter(([name]) => !IMPORTANT.test(name));
  return (
    <figure class="portal-answer">
      <figcaption class="portal-answer-head">
        <Badge tone={status < 400 ? 'positive' : 'danger'}>
          {status} {statusText}
        </Badge>
        <code>
          {method} {path}
        </code>
        <span class="numbers portal-answer-time">{tookMs} ms</span>
      </figcaption>
      <Headers headers={important} />
      <details class="portal-answer-more">
        <summary>{others.length} more headers</summary>
        <Headers headers={others} />
      </details>
      {body !== '' && (
        <pre class="portal-answer-body" tabIndex={0} aria-label="Body">
          {pretty(body)}
        </pre>
      )}
    </figure>
  );
}

const Headers = ({ headers }: { readonly headers: Answer['headers'] }): JSX.Element => (
  <dl class="portal-answer-headers">
    {headers.map(([name, value]) => (
      <div key={name}>
        <dt>{shownName(name)}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** `X-RateLimit-Limit`, as the documentation writes it: fetch gives all names in lower case. */
const shownName = (name: string): string =>
  name
    .replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase())
    .replaceAll('Ratelimit', 'RateLimit')
    .replace(/^Etag$/, 'ETag');

/** In lines, unless that would change a number that is beyond what JavaScript counts to. */
function pretty(body: string): string {
  if (/\d{16}/.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
