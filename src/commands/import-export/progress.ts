import cliTruncate from 'cli-truncate';
import type { ProgressLine } from '../../vocabulary/import-report.ts';
import type { Terminal } from '../terminal.ts';

/** The progress of an import, on standard error: a bar at a terminal, elsewhere a line every ten seconds. */
export interface Progress {
  update(line: ProgressLine): void;
  /** Removes the bar, so that something else can be printed. */
  clear(): void;
}

/** How often a bar is redrawn at a terminal, and a line is printed elsewhere. */
export const barMs = 100;
export const lineMs = 10_000;
const cells = 24;

/** @param size of the whole file in bytes; undefined for a pipe */
export function openProgress(terminal: Terminal, size: number | undefined): Progress {
  const { stderr } = terminal.process;
  const isBar = stderr.isTTY === true;
  const startMs = performance.now();
  let shownMs = startMs;
  let isShown = false;

  return {
    clear() {
      if (isShown) stderr.write('\r\x1b[K');
      isShown = false;
    },
    update({ rows, bytes, photos }) {
      const nowMs = performance.now();
      if (nowMs - shownMs < (isBar ? barMs : lineMs)) return;
      shownMs = nowMs;
      const text = progressText({ rows, photos, elapsedMs: nowMs - startMs, part: size && Math.min(bytes / size, 1) });
      if (!isBar) return terminal.note(text);
      const filled = size === undefined ? '' : `${bar(bytes / size)}  `;
      // A line that wraps could not be removed again.
      stderr.write(`\r${cliTruncate(`${filled}${text}`, (stderr.columns ?? 80) - 1)}\x1b[K`);
      isShown = true;
    },
  };
}

/** @param part from 0 to 1 */
export const bar = (part: number): string => {
  const full = Math.round(Math.min(part, 1) * cells);
  return '█'.repeat(full) + '░'.repeat(cells - full);
};

/** `52 %  52,300 rows  18,400 a second  1,200 photos  3 s left` */
export function progressText(at: {
  readonly rows: number;
  readonly photos: number;
  readonly elapsedMs: number;
  /** From 0 to 1; undefined if not known. */
  readonly part: number | undefined;
}): string {
  const { rows, photos, elapsedMs, part } = at;
  const left = part === undefined || part === 0 ? undefined : (elapsedMs / part) * (1 - part);
  return [
    ...(part === undefined ? [] : [`${String(Math.floor(part * 100)).padStart(3)} %`]),
    `${rows.toLocaleString('en')} rows`,
    perSecond(rows, elapsedMs),
    ...(photos === 0 ? [] : [`${photos.toLocaleString('en')} photos`]),
    ...(left === undefined ? [] : [`${duration(left)} left`]),
  ].join('  ');
}

export const perSecond = (rows: number, elapsedMs: number): string =>
  `${Math.round((rows / Math.max(elapsedMs, 1)) * 1_000).toLocaleString('en')} a second`;

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
