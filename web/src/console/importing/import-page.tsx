import './import-page.css';
import '../../design/feedback/progress.css';
import { effect, signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import type { Import } from '../../../../client/src/petstore.ts';
import { type ImportFormat, MAX_IMPORT_BYTES } from '../../../../src/vocabulary/import-report.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { session } from '../../session.ts';
import { ImportPreview } from './import-preview.tsx';
import { BadRows, counted, resultText } from './import-results.tsx';
import { type ImportFile, type ImportRun, openImport } from './import-run.ts';

/** Outlives the page: the import continues while other parts of the console are open. */
const run = signal<ImportRun | undefined>(undefined);
// The next user of this window neither sees nor continues it.
effect(() => {
  if (session.value !== null) return;
  run.peek()?.stop();
  run.value = undefined;
});

export function ImportPage() {
  const [file, choose] = useState<ImportFile>();
  return (
    <>
      <PageHeader
        title="Import animals"
        about="From a spreadsheet (Excel or CSV), or from another system’s export. The file is checked before anything is imported."
        back={['/console/animals', 'Animals']}
      />
      {run.value !== undefined ? (
        <ImportProgress
          run={run.value}
          onAnother={() => {
            run.value = undefined;
            choose(undefined);
          }}
        />
      ) : file === undefined ? (
        <div class="stack">
          <FilePick onFile={choose} />
          <PastImports />
        </div>
      ) : (
        <ImportPreview
          file={file}
          onOther={() => choose(undefined)}
          onImport={(choices) => {
            run.value = openImport(file, choices, 'import');
            run.value.start();
          }}
        />
      )}
    </>
  );
}

const EXAMPLE =
  'name,category,status,reference\nRex,Dog,available,A-1\nMia,Cats,on hold,A-2\n"Bo, the brave",Dogs,,A-3';

const FORMATS: Readonly<Record<string, ImportFormat>> = {
  json: 'json',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  xlsx: 'xlsx',
};

/** Takes a file that is chosen, or dropped on the card. */
function FilePick({ onFile }: { readonly onFile: (file: ImportFile) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [mistake, setMistake] = useState<string>();
  const take = async (file: File | undefined) => {
    if (file === undefined) return;
    const tooLarge = `The file is larger than ${MAX_IMPORT_BYTES / 1_000_000} MB. Split it, or run \`petstore import\` on the server.`;
    if (file.size > MAX_IMPORT_BYTES) return setMistake(tooLarge);
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (bytes === undefined)
      return setMistake('The file cannot be read. Close it in other programs and choose it again.');
    if (bytes.byteLength === 0) return setMistake('The file is empty.');
    const extension = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    onFile({ name: file.name, format: FORMATS[extension] ?? 'csv', bytes });
  };
  return (
    <div
      class="stack tight import-drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <span class="quiet">
        <Icon name="upload" size={24} />
      </span>
      <strong>Drop a file here</strong>
      <Button kind="primary" onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.json,.ndjson,.jsonl,text/csv,application/json"
        class="visually-hidden"
        tabIndex={-1}
        aria-label="File of animals"
        onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      <Mistake>{mistake}</Mistake>
      <Card
        title="A file that fits"
        about="The first line names the columns. A category is a name or an id; the status may be empty. The reference is your own number of the animal: with it, next month’s export adds only the new animals. Exports of Shelter Manager and RescueGroups.org are recognized."
      >
        <pre class="import-example">{EXAMPLE}</pre>
      </Card>
    </div>
  );
}

interface ImportProgressProps {
  readonly run: ImportRun;
  readonly onAnother: () => void;
}

const TITLES = { running: 'Importing', stopped: 'Stopped', done: 'Done', failed: 'Not finished' } as const;

function ImportProgress({ run, onAnother }: ImportProgressProps) {
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

const shown = 10;

/** The latest imports, which can be undone while nobody has touched their animals; nothing if there were none. */
function PastImports() {
  const imports = useQuery((signal) => petstore.imports.list({ limit: shown }, { signal }).page(), []);
  const [chosen, choose] = useState<Import>();
  const items = imports.data?.items ?? [];
  if (items.length === 0) return <ErrorNotice error={imports.error} onRetry={imports.reload} />;
  return (
    <>
      <Card isFlush title="Imports" about="An import can be undone while nobody has touched its animals.">
        <Table
          caption="Imports"
          rows={items}
          keyOf={({ id }) => id}
          columns={[
            {
              header: 'File',
              cell: ({ file }) =>
                file === undefined ? <span class="quiet">no name</span> : <UserText>{file}</UserText>,
            },
            { header: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
            { header: 'Animals', cell: ({ animals }) => numberText(animals) },
            {
              header: 'Undo',
              isHeaderHidden: true,
              align: 'end',
              cell: (one) =>
                one.undoneAt === undefined ? (
                  <Button size="s" onClick={() => choose(one)}>
                    Undo<span class="visually-hidden"> the import of {one.file ?? 'a file'}</span>
                  </Button>
                ) : (
                  <span class="quiet">
                    Undone <Time at={one.undoneAt} />
                  </span>
                ),
            },
          ]}
        />
      </Card>
      {chosen !== undefined && (
        <ConfirmAct
          title={around('Undo the import of {}?', <UserText>{chosen.file ?? 'a file'}</UserText>)}
          verb="Undo"
          isDangerous
          onClose={() => choose(undefined)}
          act={async () => {
            await petstore.imports.undo(chosen.id);
            tell('The import was undone.');
            imports.reload();
          }}
        >
          <p>
            This removes what the import has added: {counted(chosen.animals, 'animal', 'animals')}, photos included. You
            can import the file again.
          </p>
        </ConfirmAct>
      )}
    </>
  );
}
