import '../../design/feedback/progress.css';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { BadRows, counted, resultText } from './import-results.tsx';
import type { ImportRun } from './import-run.ts';

interface ImportProgressProps {
  readonly run: ImportRun;
  readonly onAnother: () => void;
}

const TITLES = { running: 'Importing', stopped: 'Stopped', done: 'Done', failed: 'Not finished' } as const;

export function ImportProgress({ run, onAnother }: ImportProgressProps) {
  const { state, rows, photos, doneBytes, badRows, summary, message, error } = run.report.value;
  return (
    <div class="stack">
      <Card title={TITLES[state]}>
        <div class="stack">
          <progress
            class="progress"
            value={state === 'done' ? 1 : doneBytes / run.file.bytes.byteLength}
            max={1}
            aria-label="Imported part of the file"
          />
          <p class="numbers" role={state === 'running' ? undefined : 'status'}>
            {summary === undefined
              ? `${counted(rows, 'row', 'rows')} imported or checked${photos > 0 ? `, ${counted(photos, 'photo', 'photos')} added` : ''}.`
              : resultText(summary)}
            {state === 'stopped' &&
              ' What was imported stays. Continue, or import the same file again at any time: no animal is added twice.'}
          </p>
          <Mistake>{message && <UserText>{message}</UserText>}</Mistake>
          <ErrorNotice error={error} />
          <div class="row">
            {state === 'running' && (
              <Button icon="pause" onClick={() => run.stop()}>
                Stop
              </Button>
            )}
            {(state === 'stopped' || state === 'failed') && (
              <Button kind="primary" icon="play" onClick={() => run.start()}>
                Continue
              </Button>
            )}
            {state === 'done' && (
              <LinkButton kind="primary" href="/console/animals">
                See the animals
              </LinkButton>
            )}
            {state !== 'running' && <Button onClick={onAnother}>Another file</Button>}
          </div>
        </div>
      </Card>
      {badRows.length > 0 && <BadRows rows={badRows} />}
    </div>
  );
}
