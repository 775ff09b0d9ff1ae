import { type ReadonlySignal, signal } from '@preact/signals';
import { PetstoreError } from '../../../../client/src/petstore.ts';
import type { FileChoices } from '../../../../src/vocabulary/import-reading.ts';
import type {
  BadCellLine,
  BadRowLine,
  ChangeLine,
  ColumnsLine,
  FailureLine,
  ImportFormat,
  ImportLine,
  ImportUpdate,
  SampleLine,
  SummaryLine,
} from '../../../../src/vocabulary/import-report.ts';
import { failureOf } from '../../data/failure.ts';
import { askOwn, noteSignedOut } from '../../session.ts';

/** A file as it was when it was chosen. */
export interface ImportFile {
  readonly name: string;
  readonly format: ImportFormat;
  readonly bytes: ArrayBuffer;
}

export interface ImportChoices {
  /** The chosen column of a field, empty for none; the service finds the columns of all other fields. */
  readonly map: Readonly<Record<string, string>>;
  /** The columns that are not to be read. */
  readonly leaveOut: readonly string[];
  /** How the file says things. */
  readonly settings: FileChoices;
  readonly createCategories: boolean;
  readonly photos: boolean;
  /** What becomes of animals that are there already. */
  readonly update: ImportUpdate;
}

/** What the service has reported so far. */
export interface ImportReport {
  /** `failed`: the file as a whole cannot be imported. */
  readonly state: 'running' | 'stopped' | 'done' | 'failed';
  readonly columns?: ColumnsLine;
  readonly badRows: readonly (BadRowLine | BadCellLine)[];
  readonly samples: readonly SampleLine[];
  readonly changes: readonly ChangeLine[];
  readonly rows: number;
  readonly photos: number;
  /** How much of the file is imported, in bytes. */
  readonly doneBytes: number;
  readonly summary?: SummaryLine;
  /** Why the file cannot be imported. */
  readonly message?: string;
  /** Why the import stopped by itself. */
  readonly error?: PetstoreError;
}

/** An import or a dry run by the service, which reads the file. */
export interface ImportRun {
  readonly file: ImportFile;
  readonly report: ReadonlySignal<ImportReport>;
  /** Starts, or starts again: the service adds no animal twice. */
  start(): void;
  /** Closes the connection, which stops the service. */
  stop(): void;
}

export function openImport(file: ImportFile, choices: ImportChoices, mode: 'dry-run' | 'import'): ImportRun {
  const report = signal<ImportReport>(newReport('stopped'));
  const query = new URLSearchParams({
    format: file.format,
    mode,
    categories: choices.createCategories ? 'create' : 'existing',
    photos: choices.photos ? 'fetch' : 'skip',
    update: choices.update,
    file: file.name,
    map: JSON.stringify(choices.map),
    leaveOut: JSON.stringify(choices.leaveOut),
    ...Object.fromEntries(Object.entries(choices.settings).map(([name, value]) => [name, String(value)])),
  });
  let stop = new AbortController();

  async function run({ signal }: AbortController): Promise<void> {
    try {
      const headers = { 'content-type': 'application/octet-stream' };
      const response = await askOwn(`/import?${query.toString()}`, {
        method: 'POST',
        headers,
        body: file.bytes,
        signal,
      });
      for await (const lines of linesOf(response)) {
        if (signal.aborted) return;
        report.value = withLines(report.value, lines);
      }
      if (report.value.state === 'running') throw brokenOff();
    } catch (cause) {
      if (signal.aborted) return;
      const error = failureOf(cause);
      if (error.status === 401) noteSignedOut();
      report.value = { ...report.value, state: 'stopped', error };
    }
  }

  return {
    file,
    report,
    start() {
      if (report.value.state === 'running') return;
      report.value = newReport('running');
      stop = new AbortController();
      void run(stop);
    },
    stop() {
      stop.abort();
      if (report.value.state === 'running') report.value = { ...report.value, state: 'stopped' };
    },
  };
}

const newReport = (state: 'running' | 'stopped'): ImportReport => ({
  state,
  badRows: [],
  samples: [],
  changes: [],
  rows: 0,
  photos: 0,
  doneBytes: 0,
});

function withLines(report: ImportReport, lines: readonly (ImportLine | FailureLine)[]): ImportReport {
  const columns = lines.find((line) => line.type === 'columns') ?? report.columns;
  const progress = lines.findLast((line) => line.type === 'progress');
  const summary = lines.find((line) => line.type === 'summary');
  const failure = lines.find((line) => line.type === 'failure');
  return {
    ...report,
    ...(columns !== undefined && { columns }),
    badRows: [...report.badRows, ...lines.filter((line) => line.type === 'badRow' || line.type === 'badCell')],
    samples: [...report.samples, ...lines.filter((line) => line.type === 'sample')],
    changes: [...report.changes, ...lines.filter((line) => line.type === 'change')],
    ...(progress !== undefined && { rows: progress.rows, photos: progress.photos, doneBytes: progress.bytes }),
    ...(summary !== undefined && { summary, state: 'done' }),
    ...(failure !== undefined && { message: failure.message, state: 'failed' }),
  };
}

/** The lines of an NDJSON body, as they arrive. */
async function* linesOf({ body }: Response): AsyncGenerator<(ImportLine | FailureLine)[]> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const piece = await reader?.read().catch((cause: unknown) => {
      throw brokenOff(cause);
    });
    if (piece?.value === undefined) return;
    const texts = (rest + piece.value).split('\n');
    rest = texts.pop() ?? '';
    yield texts.map((text) => JSON.parse(text) as ImportLine | FailureLine);
  }
}

const brokenOff = (cause?: unknown): PetstoreError =>
  new PetstoreError('network_error', 'The connection broke before the import ended.', { cause });
