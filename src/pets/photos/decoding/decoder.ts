import { fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../../http/errors.ts';
import {
  type Answer,
  type DecodedPhoto,
  GIVES_UP,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  type Question,
  type Refusal,
} from './answers.ts';

/** At about a third of a second each, the last in the queue waits for half a minute. */
const mostWaiting = 80;
/** Of the same account, so that nobody fills the queue alone. */
const mostOfAccount = 24;
/** The process has the decoder in memory: about 60 MB. It ends when nobody has sent a photo for this time. */
const idleMs = 30_000;
/** The process bounds its own processor time, which may come late on a busy machine. */
const wallMs = 60_000;

/** The end of the sentence "The image …". */
const REASONS: Readonly<Record<Refusal, string>> = {
  unknown: 'must be a JPEG, PNG, WebP, GIF or AVIF file',
  heic: 'is a HEIC file, which this service cannot decode; send it as a JPEG',
  damaged: 'is damaged or incomplete',
  large: `must have at most ${MAX_MEGAPIXELS} megapixels, and at most ${MAX_SIDE} pixels on each side`,
  memory: 'takes too much memory to decode; send it with fewer pixels, or as a JPEG that is not progressive',
  slow: 'takes too long to decode; send it with fewer pixels, or as a JPEG',
};

export type Decoder = ReturnType<typeof openDecoder>;

/**
 * Decodes images in a process of its own, one at a time: images come from anybody, and decoders are written in C. What crashes it, or takes too
 * much memory or time, ends that process, and not the service. The process is started by the first image.
 */
export function openDecoder() {
  const waiting: number[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let running: Process | undefined;

  async function ask(path: string): Promise<DecodedPhoto> {
    const isFresh = running === undefined;
    running ??= startProcess((id) => {
      if (running?.id === id) running = undefined;
    });
    const answer = await running.ask(path);
    // The process may still have had memory of the images before.
    if ('refusal' in answer && answer.refusal === 'memory' && !isFresh) return ask(path);
    if ('photo' in answer) return answer.photo;
    throw new ApiError('invalid_body', `The image ${REASONS[answer.refusal]}.`);
  }

  return {
    /**
     * @param path of the file with the image
     * @param accountId whose image it is
     * @throws ApiError `invalid_body` with the reason if it is no photo; `service_unavailable`
     */
    async decode(path: string, accountId: number): Promise<DecodedPhoto> {
      const own = waiting.filter((id) => id === accountId).length;
      if (waiting.length >= mostWaiting || own >= mostOfAccount)
        throw unavailable('Too many photos wait to be decoded.');
      waiting.push(accountId);
      const turn = last.then(() => ask(path));
      last = turn.catch(() => {});
      try {
        return await turn;
      } finally {
        waiting.splice(waiting.indexOf(accountId), 1);
      }
    },

    /** The id of the process while there is one. */
    processId: () => running?.id,

    close: () => void running?.end(),
  };
}

type Process = ReturnType<typeof startProcess>;

/** What the signals mean that a decoder ends by. Only the image can be the cause. */
const BY_SIGNAL: ReadonlyMap<NodeJS.Signals | null, Refusal> = new Map([
  ...(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'] as const).map((signal) => [signal, 'damaged'] as const),
  [GIVES_UP.memory, 'memory'],
  [GIVES_UP.slow, 'slow'],
]);

function startProcess(onEnd: (id: number | undefined) => void) {
  // It lies beside, among the sources as in the built service, and inherits no setting: they hold secrets.
  const file = fileURLToPath(new URL(`decoder-process${extname(import.meta.url)}`, import.meta.url));
  const child = fork(file, {
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let asked: PromiseWithResolvers<Answer> | undefined;
  let said = '';
  /** While it decodes, how long it may take; otherwise, how long it waits for the next image. */
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number, act: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms).unref();
  };
  const retire = (): void => {
    // The next image has another one.
    onEnd(child.pid);
    child.disconnect();
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  child.on('message', (answer: Answer) => {
    after(idleMs, retire);
    keepFromEnding(false);
    asked?.resolve(answer);
    asked = undefined;
  });
  const onFailure = (cause: Error) => {
    onEnd(child.pid);
    clearTimeout(timer);
    asked?.reject(unavailable('The photo could not be decoded.', cause));
    asked = undefined;
  };
  child.on('error', onFailure);
  child.on('exit', (code, signal) => {
    const refusal = BY_SIGNAL.get(signal);
    if (refusal !== undefined) {
      asked?.resolve({ refusal });
      asked = undefined;
    }
    onFailure(new Error(`The process that decodes photos ended: ${signal ?? `exit code ${code}`}. ${said}`));
  });
  /** Only what waits for an image keeps the program from ending. */
  const keepFromEnding = (keeps: boolean): void => {
    for (const one of [child, child.channel]) {
      if (keeps) one?.ref();
      else one?.unref();
    }
  };
  keepFromEnding(false);
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();

  return {
    id: child.pid,
    ask(path: string): Promise<Answer> {
      asked = Promise.withResolvers();
      after(wallMs, () => child.kill('SIGKILL'));
      keepFromEnding(true);
      child.send({ path } satisfies Question);
      return asked.promise;
    },
    end: () => child.kill('SIGKILL'),
  };
}

const unavailable = (message: string, cause?: Error): ApiError =>
  new ApiError('service_unavailable', message, {
    headers: { 'retry-after': '5' },
    ...(cause === undefined ? {} : { cause }),
  });
