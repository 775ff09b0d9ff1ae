import { constants, fstatSync, openSync, write, writeSync } from 'node:fs';
import { isatty } from 'node:tty';

/** Writes the text, and calls `done` once: with the error if it could not be written. */
type Send = (text: string, done: (error?: Error | null) => void) => void;

export type LogOutput = ReturnType<typeof openLogOutput>;

const standardOutput = 1;
/** What is waiting beyond this, in characters, is lost: about 5,000 lines. */
const maxWaiting = 1_048_576;
const writtenAtOnce = 65_536;
const retryMs = 50;
/** How long the end waits for a reader that does not read. */
const endMs = 1_000;

/**
 * Writes to standard output without ever waiting for it: it may be full, closed, or a pipe or terminal that nobody reads. Lines that cannot be
 * written are lost and counted.
 *
 * @param flushMs how long lines wait for others
 */
export function openLogOutput(flushMs: number) {
  const send = sender();
  let waiting: string[] = [];
  let size = 0;
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<void> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (sending !== undefined || size === 0) return;
    const text = waiting.join('');
    waiting = [];
    size = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    sending = promise;
    send(text, (error) => {
      if (error) lost += linesIn(text);
      sending = undefined;
      resolve();
      if (size >= writtenAtOnce) flush();
      else if (size > 0) timer ??= setTimeout(flush, flushMs).unref();
    });
  }

  // What an uncaught exception or a second signal leaves: a write that has begun must not be mixed with it.
  process.once('exit', () => {
    if (sending !== undefined || size === 0) return;
    try {
      writeSync(standardOutput, waiting.join(''));
    } catch {
      // The process ends: nobody could be told.
    }
  });

  return {
    write(text: string): void {
      if (size + text.length > maxWaiting) {
        lost += linesIn(text);
        return;
      }
      waiting.push(text);
      size += text.length;
      if (size >= writtenAtOnce) flush();
      else timer ??= setTimeout(flush, flushMs).unref();
    },
    lost: () => lost,
    /** Writes what is waiting now. */
    flush,

    /** Writes what is waiting, if that takes no longer than a second. The process may end then. */
    async end(): Promise<void> {
      const late = Promise.withResolvers<void>();
      const deadline = setTimeout(late.resolve, endMs);
      const untilMs = performance.now() + endMs;
      while (performance.now() < untilMs && (size > 0 || sending !== undefined)) {
        flush();
        await Promise.race([sending, late.promise]);
      }
      clearTimeout(deadline);
      // A write that does not end would keep the process alive.
      if (sending !== undefined) setTimeout(() => process.exit(), retryMs).unref();
    },
  };
}

function linesIn(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function sender(): Send {
  const stats = fstatSync(standardOutput);
  if (stats.isFIFO() || stats.isSocket()) {
    // Node buffers what a pipe does not take. Other commands end when their reader closes the pipe; a service does not.
    const { stdout } = process;
    stdout.removeAllListeners('error').on('error', () => {});
    return (text, done) => void stdout.write(text, done);
  }
  const fd = isatty(standardOutput) ? openTerminalAgain() : standardOutput;
  return (text, done) => writeAll(fd, Buffer.from(text), 0, done);
}

/** Another description of the terminal, which does not block: unblocking the shell's would unblock its next program, too. */
function openTerminalAgain(): number {
  const { O_WRONLY, O_NONBLOCK, O_NOCTTY } = constants;
  try {
    return openSync('/dev/fd/1', O_WRONLY | O_NONBLOCK | O_NOCTTY);
  } catch {
    return standardOutput;
  }
}

function writeAll(fd: number, bytes: Buffer, from: number, done: Parameters<Send>[1]): void {
  write(fd, bytes, from, bytes.length - from, null, (error, written) => {
    if (error?.code === 'EAGAIN') setTimeout(() => writeAll(fd, bytes, from, done), retryMs);
    else if (error !== null || from + written >= bytes.length) done(error);
    else writeAll(fd, bytes, from + written, done);
  });
}
