import './import-page.css';
import { effect, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { session } from '../../session.ts';
import { FilePick } from './import-file.tsx';
import { ImportPreview } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { type ImportFile, type ImportRun, openImport } from './import-run.ts';
import { PastImports } from './past-imports.tsx';

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
        before={<BackLink href="/console/animals">Animals</BackLink>}
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
