import { styleText } from 'node:util';
import type { Progress, TransferredTable, Watcher } from '../transfer/transfer.ts';

const drawEveryMs = 100;
const sayEveryMs = 10_000;
const barWidth = 24;

/** Shows how far a transfer is: on a terminal as a bar that fills, elsewhere as a line for each table and each ten seconds. */
export function openProgress(out: NodeJS.WriteStream): Watcher & { end(): void } {
  let begin: { step: Progress['step']; ms: number; rows: number } | undefined;
  let lastMs = 0;

  /** So many rows a second since the step began, and the time that the others will take. */
  const paceOf = ({ step, all, ofAll }: Progress, nowMs: number): string => {
    if (begin?.step !== step) begin = { step, ms: nowMs, rows: all };
    const rate = ((all - begin.rows) / (nowMs - begin.ms)) * 1_000;
    if (!(rate > 0)) return '';
    const left = all < ofAll ? `, ${duration(((ofAll - all) / rate) * 1_000)} left` : '';
    return `${count(Math.round(rate))} rows/s${left}`;
  };
  const draw = (now: Progress, pace: string): void => {
    const words = { copy: 'Copying ', check: 'Checking' };
    out.write(`\r\u001b[2K${words[now.step]}  ${bar(now.all / now.ofAll)}  ${pace}  ${styleText('dim', now.table)}`);
  };
  const say = ({ step, table, rows, ofRows }: Progress, pace: string): void => {
    const words = { copy: ['Copying', 'Copied'], check: ['Checking', 'Checked'] }[step];
    const line = rows < ofRows ? `${words[0]} ${table}: ${count(rows)} of ${rowsOf(ofRows)}, ${pace}` : '';
    out.write(`${line || `${words[1]} ${table}: ${rowsOf(ofRows)}`}\n`);
  };

  return {
    goesOn: (rows, ofRows) => {
      out.write(`${count(rows)} of ${rowsOf(ofRows)} are there already: going on.\n`);
    },
    progress(now) {
      const nowMs = performance.now();
      const pace = paceOf(now, nowMs);
      const isDue = nowMs - lastMs >= (out.isTTY ? drawEveryMs : sayEveryMs);
      if (!isDue && now.rows < now.ofRows) return;
      lastMs = nowMs;
      if (out.isTTY) draw(now, pace);
      else say(now, pace);
    },
    end: () => {
      if (out.isTTY) out.write('\r\u001b[2K');
    },
  };
}

/** The table at the end. */
export function transferSummary(tables: readonly TransferredTable[], elapsedMs: number): string {
  const lines = tables.map(({ name, rows, lastId, sha256 }) => [
    name,
    count(rows),
    lastId === undefined ? '' : count(lastId),
    rows === 0 ? '' : sha256.slice(0, 16),
  ]);
  const all = [['table', 'rows', 'last id', 'SHA-256'], ...lines];
  const width = (i: number) => Math.max(...all.map((line) => line[i]?.length ?? 0));
  const text = all.map(([name = '', rows = '', lastId = '', sum = '']) =>
    [name.padEnd(width(0)), rows.padStart(width(1)), lastId.padStart(width(2)), sum].join('   ').trimEnd(),
  );
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return [styleText('bold', text[0] ?? ''), ...text.slice(1), '', `${rowsOf(rows)} in ${duration(elapsedMs)}.`].join(
    '\n',
  );
}

function bar(share: number): string {
  const filled = Math.min(barWidth, Math.floor(share * barWidth));
  const percent = `${Math.floor(share * 100)} %`.padStart(5);
  return `${styleText('green', '█'.repeat(filled))}${styleText('dim', '░'.repeat(barWidth - filled))} ${percent}`;
}

const count = (value: number | bigint): string => value.toLocaleString('en-US');

const rowsOf = (value: number): string => `${count(value)} ${value === 1 ? 'row' : 'rows'}`;

function duration(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
