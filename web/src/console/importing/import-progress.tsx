import type { JSX } from 'preact';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { BadRows } from './import-preview.tsx';
import type { ImportRun } from './import-run.ts';

interface ImportProgressProps {
  readonly run: ImportRun;
  readonly onAnother: () => void;
}

export function ImportProgress({ run, onAnother }: ImportProgressProps): JSX.Element {
  const added = run.added.value;
  const refused = run.refused.value;
  const state = run.state.value;
  const done = added + refused.length;
  return (
    <div class="stack">
      <Card title={{ sending: 'Sending', stopped: 'Stopped', done: 'Done' }[state]}>
        <div class="stack">
          <progress class="import-bar" value={done} max={run.total} aria-label="Rows sent" />
          <p class="numbers" role={state === 'sending' ? undefined : 'status'}>
            {state === 'done'
              ? `${added.toLocaleString()} of ${run.total.toLocaleString()} animals are here.`
              : `${done.toLocaleString()} of ${run.total.toLocaleString()} rows sent.`}
            {state === 'stopped' &&
              ' What was sent stays. Going on, or choosing the same file again within 24 hours, adds nobody twice.'}
          </p>
          <ErrorNotice error={run.error.value} />
          <div class="row">
            {state === 'sending' && (
              <Button icon="pause" onClick={() => run.stop()}>
                Stop
              </Button>
            )}
            {state === 'stopped' && (
              <Button kind="primary" icon="play" onClick={() => run.start()}>
                Go on
              </Button>
            )}
            {state === 'done' && (
              <LinkButton kind="primary" href="/console/animals">
                See the animals
              </LinkButton>
            )}
            {state !== 'sending' && <Button onClick={onAnother}>Another file</Button>}
          </div>
        </div>
      </Card>
      {refused.length > 0 && (
        <BadRows
          rows={refused.toSorted((one, other) => one.line - other.line)}
          title={`${refused.length.toLocaleString()} not taken by the service`}
        />
      )}
    </div>
  );
}
