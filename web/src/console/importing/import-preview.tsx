import '../../design/feedback/progress.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ChangeLine, ColumnsLine, ImportUpdate, SampleLine } from '../../../../src/vocabulary/import-report.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Select } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import { Table } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { StatusBadge } from '../../pets/status.tsx';
import { ImportColumns, ImportSettings } from './import-choices.tsx';
import { BadRows, counted, resultText } from './import-results.tsx';
import { type ImportChoices, type ImportFile, openImport } from './import-run.ts';

interface ImportPreviewProps {
  readonly file: ImportFile;
  readonly onOther: () => void;
  readonly onImport: (choices: ImportChoices) => void;
}

/** What an import of the file would do: a dry run by the service, repeated with each choice. */
export function ImportPreview({ file, onOther, onImport }: ImportPreviewProps) {
  const [choices, setChoices] = useState<ImportChoices>({
    map: {},
    leaveOut: [],
    settings: {},
    createCategories: false,
    photos: true,
    update: 'none',
  });
  const dryRun = useMemo(() => openImport(file, choices, 'dry-run'), [file, choices]);
  useEffect(() => {
    dryRun.start();
    return () => dryRun.stop();
  }, [dryRun]);
  const report = dryRun.report.value;
  // The choices stay in place while another dry run is under way.
  const columns = useRef<ColumnsLine>();
  columns.current = report.columns ?? columns.current;
  const newCategories = useRef<readonly string[]>([]);
  const hasKnown = useRef(false);
  const hasPhotos = useRef(false);
  if (report.summary !== undefined) hasKnown.current ||= report.summary.already > 0;
  if (report.summary !== undefined) hasPhotos.current ||= report.summary.photos > 0;
  if (report.summary !== undefined)
    newCategories.current = [...report.summary.categoriesMissing, ...report.summary.categoriesMade];
  const isOpen = columns.current?.settings.some(({ origin }) => origin === 'open') === true;
  return (
    <div class="stack" aria-busy={report.state === 'running'}>
      <Card
        title={<bdi>{file.name}</bdi>}
        about={columns.current && `Read as ${columns.current.source}.`}
        actions={
          <Button size="s" onClick={onOther}>
            Choose another file
          </Button>
        }
      >
        <div class="stack">
          {columns.current !== undefined && (
            <ImportSettings columns={columns.current} choices={choices} onChoices={setChoices} />
          )}
          {newCategories.current.length > 0 && (
            <Checkbox
              label="Create the missing categories"
              hint={<UserText>{newCategories.current.join(', ')}</UserText>}
              isChecked={choices.createCategories}
              onChecked={(createCategories) => setChoices({ ...choices, createCategories })}
            />
          )}
          {hasKnown.current && (
            <Select
              label="Animals that are there already"
              value={choices.update}
              onValue={(update) => setChoices({ ...choices, update: update as ImportUpdate })}
              options={UPDATES}
            />
          )}
          {hasPhotos.current && (
            <Checkbox
              label="Fetch the photos"
              hint="From the addresses in the file. Without them, the animals come without photos."
              isChecked={choices.photos}
              onChecked={(photos) => setChoices({ ...choices, photos })}
            />
          )}
        </div>
      </Card>
      {columns.current !== undefined && (
        <ImportColumns columns={columns.current} choices={choices} onChoices={setChoices} />
      )}
      {report.state === 'running' && (
        <progress
          class="progress"
          value={report.doneBytes}
          max={file.bytes.byteLength}
          aria-label="Checking the file"
        />
      )}
      <ErrorNotice error={report.error} onRetry={() => dryRun.start()} />
      {report.message !== undefined && (
        <p class="note tone-caution" role="alert">
          <UserText>{report.message}</UserText>
        </p>
      )}
      {report.badRows.length > 0 && <BadRows rows={report.badRows} />}
      {report.summary !== undefined && (
        <>
          {report.changes.length > 0 && <ChangedMembers changes={report.changes} />}
          {report.samples.length > 0 && <FirstAnimals animals={report.samples} />}
          <div class="row spread">
            <p role="status">
              {resultText(report.summary)}
              {isOpen && ' Choose how the file is to be read, above.'}
            </p>
            <Button
              kind="primary"
              icon="upload"
              disabled={report.summary.added + report.summary.changed === 0 || isOpen}
              onClick={() => onImport(choices)}
            >
              {`Import ${counted(report.summary.added + report.summary.changed, 'animal', 'animals')}`}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const UPDATES = [
  { value: 'none', label: 'Leave them as they are' },
  { value: 'changes', label: 'Take over what the file changes, except what staff have changed' },
  { value: 'all', label: 'Take over everything that the file says' },
];

const FirstAnimals = ({ animals }: { readonly animals: readonly SampleLine[] }) => (
  <Card isFlush title="The first animals">
    <Table
      caption="The first animals of the file"
      rows={animals}
      keyOf={({ line }) => line}
      columns={[
        { header: 'Line', cell: ({ line }) => <span class="quiet">{numberText(line)}</span> },
        { header: 'Name', cell: ({ name }) => <UserText>{name}</UserText> },
        { header: 'Category', cell: ({ category }) => <UserText>{category}</UserText> },
        { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
      ]}
      empty="None."
    />
  </Card>
);

const shownAtFirst = 20;

/** What the file says otherwise than the animals, and what of it is taken over. */
function ChangedMembers({ changes }: { readonly changes: readonly ChangeLine[] }) {
  const kept = changes.filter(({ isKept }) => isKept).length;
  return (
    <Card
      isFlush
      title={counted(changes.length, 'change', 'changes')}
      about={kept === 0 ? undefined : `${numberText(kept)} of them stay as staff have them.`}
    >
      <CutTable
        caption="What the file changes"
        rows={changes.map((change, index) => ({ ...change, index }))}
        most={shownAtFirst}
        more={() => `Show all ${numberText(changes.length)} changes`}
        keyOf={({ index }) => index}
        columns={[
          { header: 'Animal', cell: ({ name }) => <UserText>{name}</UserText> },
          { header: 'What', cell: ({ member }) => member },
          { header: 'Now', cell: ({ before }) => <UserText>{before ?? ''}</UserText> },
          {
            header: 'In the file',
            cell: ({ after = '', isKept }) => (
              <>
                <UserText>{after}</UserText>
                {isKept && <span class="quiet"> (kept as it is now)</span>}
              </>
            ),
          },
        ]}
      />
    </Card>
  );
}
