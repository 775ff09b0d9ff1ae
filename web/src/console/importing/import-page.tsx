import './import-page.css';
import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { openPetstore } from '../../api.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { categoriesByName, categoryOf } from '../categories/categories.tsx';
import { type Csv, readCsv } from './csv.ts';
import { FilePick } from './import-file.tsx';
import { BadRows, ColumnChoice, FirstRows } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { columnsIn, rowsOf } from './import-rows.ts';
import { type ImportRun, openImport } from './import-run.ts';

interface Chosen {
  readonly name: string;
  readonly text: string;
  readonly csv: Csv;
}

/** It goes on while one looks at other pages of the console. */
const run = signal<ImportRun | undefined>(undefined);

export function ImportPage(): JSX.Element {
  const [chosen, choose] = useState<Chosen>();
  return (
    <>
      <PageHeader
        title="Import animals"
        about="From a CSV file, as every spreadsheet saves it. You see what becomes of it before anything is sent."
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
      ) : chosen === undefined ? (
        <FilePick onText={(name, text) => choose({ name, text, csv: readCsv(text) })} />
      ) : (
        <Preview key={chosen.text} chosen={chosen} onOther={() => choose(undefined)} />
      )}
    </>
  );
}

function Preview({ chosen, onOther }: { readonly chosen: Chosen; readonly onOther: () => void }): JSX.Element {
  const [first, ...records] = chosen.csv.records;
  const header = first?.fields ?? [];
  const [columns, setColumns] = useState(() => columnsIn(header));
  const categories = categoriesByName();
  const { good, bad } = useMemo(
    () => rowsOf(records, header, columns, categories),
    [chosen, columns, categories.length],
  );
  const unreadable = chosen.csv.error;
  const wrong = unreadable === undefined ? bad : [...bad, { column: '', ...unreadable }];
  const isMapped = columns.name !== undefined && columns.category !== undefined;
  const begin = () => {
    run.value = openImport(openPetstore(), chosen.text, good);
    run.value.start();
  };
  return (
    <div class="stack">
      <Card
        title={<bdi>{chosen.name}</bdi>}
        about={`${records.length.toLocaleString()} rows below the line of names.`}
        actions={
          <Button size="s" onClick={onOther}>
            Choose another file
          </Button>
        }
      >
        <ColumnChoice header={header} columns={columns} onColumns={setColumns} />
      </Card>
      {!isMapped ? (
        <p class="console-note" role="status">
          Say which columns hold the name and the category of each animal. The first line of the file must name the
          columns.
        </p>
      ) : (
        <>
          {wrong.length > 0 && <BadRows rows={wrong} title={badTitle(wrong.length)} />}
          <FirstRows rows={good} nameOf={(id) => categoryOf(id)?.name ?? `No. ${id}`} />
          <div class="import-send">
            <p role="status">
              {good.length === 0
                ? 'No row can be sent as it is.'
                : `${rowText(good.length)} can be sent${wrong.length > 0 ? '; the others are left out' : ''}.`}
            </p>
            <Button kind="primary" icon="upload" disabled={good.length === 0} onClick={begin}>
              {`Import ${good.length === 1 ? '1 animal' : `${good.length.toLocaleString()} animals`}`}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

const rowText = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString()} rows`);
const badTitle = (count: number): string =>
  count === 1 ? '1 mistake in the file' : `${count.toLocaleString()} mistakes in the file`;
