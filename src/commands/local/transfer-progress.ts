import type { Progress, Watcher } from '../../transfer/transfer.ts';
import { bar, barMs, duration, lineMs } from '../import-export/progress.ts';
import type { Terminal } from '../terminal.ts';

/** Shows the progress on standard error: a bar at a terminal; elsewhere a line per table and every ten seconds. */
export function watchTransfer(terminal: Terminal): Watcher & { clear(): void } {
  const { stderr } = terminal.process;
  let begin: { step: Progress['step']; ms: number; rows: number } | undefined;
  let shownMs = 0;

  /** The rows per second since the step began, and the estimated remaining time. */
  const paceOf = ({ step, all, ofAll }: Progress, nowMs: number): string => {
    if (begin?.step !== step) begin = { step, ms: nowMs, rows: all };
    const perMs = (all - begin.rows) / (nowMs - begin.ms);
    if (!(perMs > 0)) return '';
    const left = all < ofAll ? `  ${duration((ofAll - all) / perMs)} left` : '';
    return `${count(Math.round(perMs * 1_000))} rows/s${left}`;
  };
  const draw = ({ step, table, all, ofAll }: Progress, pace: string): void => {
    const words = { copy: 'Copying ', check: 'Checking' };
    const percent = `${Math.floor((all / ofAll) * 100)} %`.padStart(5);
    stderr.write(`\r${words[step]}  ${bar(all / ofAll)} ${percent}  ${pace}  ${table}\u001b[K`);
  };
  const printLine = ({ step, table, rows, ofRows }: Progress, pace: string): void => {
    const [now, done] = { copy: ['Copying', 'Copied'], check: ['Checking', 'Checked'] }[step];
    if (rows < ofRows) terminal.note(`${now} ${table}: ${count(rows)} of ${rowCount(ofRows)}, ${pace}`);
    else terminal.note(`${done} ${table}: ${rowCount(ofRows)}`);
  };

  return {
    resumed: (rows, ofRows) => terminal.note(`${count(rows)} of ${rowCount(ofRows)} are already copied. Resuming.`),
    progress(now) {
      const nowMs = performance.now();
      const pace = paceOf(now, nowMs);
      const isDue = nowMs - shownMs >= (stderr.isTTY === true ? barMs : lineMs);
      if (!isDue && now.rows < now.ofRows) return;
      shownMs = nowMs;
      if (stderr.isTTY === true) draw(now, pace);
      else printLine(now, pace);
    },
    clear: () => {
      if (stderr.isTTY === true) stderr.write('\r\u001b[K');
    },
  };
}

export const rowCount = (value: number): string => `${count(value)} ${value === 1 ? 'row' : 'rows'}`;

const count = (value: number): string => value.toLocaleString('en');
