import type { AttemptDetails } from '../../../../client/src/petstore.ts';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { numberText } from '../../design/text/number-text.ts';

interface AttemptViewProps {
  readonly attempt: AttemptDetails;
  /** What was sent, for those who may read the event. */
  readonly body: string | undefined;
}

/** What was sent in an attempt beside what was answered. */
export function AttemptView({ attempt, body }: AttemptViewProps) {
  const { at, durationMs, address, url, error, responseStatus, responseBody, responseTruncated } = attempt;
  return (
    <div class="stack">
      <Facts
        facts={[
          ['Started', <Time at={at} hasClock />],
          ['Took', `${numberText(durationMs)} ms`],
          ['Address', address && <code>{address}</code>],
          ['Error', error],
        ]}
      />
      <div class="delivery-sides stack">
        <section aria-label="Request">
          <CodeBlock
            code={message(url === undefined ? 'POST' : `POST ${url}`, attempt.requestHeaders, body)}
            language="http"
            head="Request"
            copyLabel="Copy the request"
          />
        </section>
        <section aria-label="Response">
          {responseStatus === undefined ? (
            <p class="quiet">There was no response.</p>
          ) : (
            <CodeBlock
              code={message(`HTTP ${responseStatus}`, attempt.responseHeaders, responseBody)}
              language="http"
              head="Response"
              copyLabel="Copy the response"
            />
          )}
          {responseTruncated === true && <p class="quiet small">The rest of the response is not kept.</p>}
        </section>
      </div>
    </div>
  );
}

const message = (line: string, headers: AttemptDetails['requestHeaders'] = [], body = ''): string =>
  [line, ...headers.map(({ name, value }) => `${name}: ${value}`), ...(body === '' ? [] : ['', body])].join('\n');
