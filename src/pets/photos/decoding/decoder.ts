import { fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiError } from '../../../http/errors.ts';
import {
  type Answer,
  type DecodedPhoto,
  GIVES_UP,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  NOT_QUICK,
  type Question,
  type Refusal,
} from './answers.ts';

/** At about a third of a second each, the last in the queue waits for half a minute. */
const mostWaiting = 80;
/** Of the same account, so that nobody fills the queue alone. */
const mostOfAccount = 24;
/** Of an account that signed up by itself: anybody may have many. */
const mostOfStranger = 2;
/** Half of the time that an account has used is forgotten after this time. */
const halfLifeMs = 600_000;
/** The process has the decoder in memory: about 60 MB. It ends when nobody has sent a photo for this time. */
const idleMs = 30_000;
/** The process bounds its own processor time, which may come late on a busy machine. */
const wallMs = 60_000;

/** The end of the sentence "The image …". */
const REASONS: Readonly<Record<Refusal, string>> = {
  unknown: 'must be a JPEG, PNG, WebP, GIF, AVIF or HEIC file',
  damaged: 'is damaged or incomplete',
  large: `must have at most ${MAX_MEGAPIXELS} megapixels, and at most ${MAX_SIDE} pixels on each side`,
  memory: 'takes too much memory to decode; send it with fewer pixels, or as a JPEG that is not progressive',
  slow: 'takes too long to decode; send it with fewer pixels, or as a JPEG',
};

export type Decoder = ReturnType<typeof openDecoder>;

/** Whose image it is, and how long that matters. */
export interface Sender {
  readonly accountId: number;
  /** As in `Principal`. */
  readonly isStranger?: boolean;
  /** Aborts when nobody waits for the photo any more. */
  readonly signal?: AbortSignal;
  /** Receives the processor time that the image took, even if it failed. */
  readonly charge?: (cpuMs: number) => Promise<void>;
}

interface Job extends Pick<Sender, 'accountId'> {
  readonly path: string;
  readonly photo: PromiseWithResolvers<DecodedPhoto>;
  /** It has given way to the image of another account. */
  isSlow: boolean;
  attempts: number;
  cpuMs: number;
}

/** Decodes one image at a time. */
interface Lane {
  process: Process | undefined;
  job: Job | undefined;
  /** When it began the job. */
  sinceMs: number;
  /** Whether the job has not taken long yet. */
  isQuick: boolean;
}

/**
 * Decodes images in processes of their own: images come from anybody, and decoders are written in C. An image that crashes one, or takes too
 * much memory or time, ends that process, not the service. The first image starts a process.
 *
 * The account that has used the least time is next. A slow image moves to a second process while others wait.
 */
export function openDecoder() {
  const jobs = new Set<Job>();
  const quick: Lane = { process: undefined, job: undefined, sinceMs: 0, isQuick: true };
  const slow: Lane = { ...quick };
  const lanes = [quick, slow];
  const used = new Map<number, { readonly ms: number; readonly atMs: number }>();
  const laneOf = (job: Job) => lanes.find((lane) => lane.job === job);
  const elapsedOn = ({ sinceMs }: Lane) => performance.now() - sinceMs;

  function usedBy(accountId: number): number {
    const { ms = 0, atMs = 0 } = used.get(accountId) ?? {};
    const running = lanes.filter(({ job }) => job?.accountId === accountId);
    return running.reduce((sum, lane) => sum + elapsedOn(lane), ms * 2 ** ((atMs - performance.now()) / halfLifeMs));
  }

  /** Ends the turn of a job. */
  function leave(lane: Lane, job: Job, cpuMs: number): void {
    lane.job = undefined;
    job.cpuMs += cpuMs;
    used.set(job.accountId, { ms: usedBy(job.accountId) + cpuMs, atMs: performance.now() });
    for (const id of used.keys()) if (usedBy(id) < 1) used.delete(id);
  }

  /** The image whose account has used least time; among the same, the one that waits longest. */
  function nextOf(isSlow: boolean): Job | undefined {
    const waiting = [...jobs].filter((job) => job.isSlow === isSlow && laneOf(job) === undefined);
    return waiting.toSorted((a, b) => usedBy(a.accountId) - usedBy(b.accountId))[0];
  }

  function startNext(): void {
    for (const lane of lanes) {
      const job = lane.job === undefined ? nextOf(lane === slow) : undefined;
      if (job !== undefined) void run(lane, job);
    }
  }

  async function run(lane: Lane, job: Job): Promise<void> {
    const attempt = (job.attempts += 1);
    Object.assign(lane, { job, sinceMs: performance.now(), isQuick: true });
    const answer = await ask(lane).catch((error: unknown) => new Error('No answer.', { cause: error }));
    const at = laneOf(job);
    // It was stopped, and starts again.
    if (at === undefined || job.attempts !== attempt) return;
    jobs.delete(job);
    leave(at, job, answer instanceof Error ? elapsedOn(at) : answer.cpuMs);
    if (answer instanceof Error) job.photo.reject(answer.cause);
    else if ('photo' in answer) job.photo.resolve(answer.photo);
    else job.photo.reject(new ApiError('invalid_body', `The image ${REASONS[answer.refusal]}.`));
    // No priority can be raised again.
    if (at === slow) endProcess(slow);
    startNext();
  }

  /** Lets the image of an account that has used less be decoded beside one that is not quick. */
  function giveWay(): void {
    const { job, isQuick } = quick;
    const other = nextOf(false);
    if (job === undefined || isQuick || other === undefined || usedBy(other.accountId) >= usedBy(job.accountId)) return;
    job.isSlow = true;
    if (slow.job === undefined) {
      Object.assign(slow, quick);
      Object.assign(quick, { process: undefined, job: undefined });
      lowerPriority(slow.process);
    } else {
      leave(quick, job, elapsedOn(quick));
      endProcess(quick);
    }
    startNext();
  }

  function endProcess(lane: Lane): void {
    lane.process?.end();
    lane.process = undefined;
  }

  async function ask(lane: Lane): Promise<Answer> {
    const { job, process } = lane;
    lane.process ??= startProcess((ended) => {
      for (const one of lanes) if (one.process === ended) one.process = undefined;
    });
    if (lane === slow) lowerPriority(lane.process);
    const answer = await lane.process.ask(job?.path ?? '', () => {
      if (quick.job !== job) return;
      quick.isQuick = false;
      giveWay();
    });
    // The process may still have had memory of the images before.
    const isToRepeat = 'refusal' in answer && answer.refusal === 'memory' && process !== undefined && lane.job === job;
    return isToRepeat ? ask(lane) : answer;
  }

  return {
    /**
     * @param path of the file with the image
     * @throws ApiError `invalid_body` with the reason if it is no photo; `service_unavailable`
     */
    async decode(path: string, { accountId, isStranger = false, signal, charge }: Sender): Promise<DecodedPhoto> {
      const own = [...jobs].filter((job) => job.accountId === accountId).length;
      if (jobs.size >= mostWaiting || own >= (isStranger ? mostOfStranger : mostOfAccount))
        throw unavailable('Too many photos wait to be decoded.');
      const photo = Promise.withResolvers<DecodedPhoto>();
      const job: Job = { path, accountId, photo, isSlow: false, attempts: 0, cpuMs: 0 };
      const onGone = () => {
        // The file is removed with the request. A running decode finishes.
        if (laneOf(job) !== undefined) return;
        jobs.delete(job);
        photo.reject(unavailable('Nobody waits for the photo any more.'));
      };
      signal?.addEventListener('abort', onGone);
      jobs.add(job);
      if (signal?.aborted === true) onGone();
      else startNext();
      giveWay();
      try {
        return await photo.promise;
      } finally {
        signal?.removeEventListener('abort', onGone);
        await charge?.(job.cpuMs);
      }
    },

    /** How many images wait for their turn, or have it. */
    waiting: () => jobs.size,

    /** The id of the process for quick images while there is one. */
    processId: () => quick.process?.id,

    close(): void {
      endProcess(quick);
      endProcess(slow);
    },
  };
}

function lowerPriority(process: Process | undefined): void {
  if (process?.id === undefined || process.hasEnded()) return;
  setPriority(process.id, constants.priority.PRIORITY_LOW);
}

interface Process {
  readonly id: number | undefined;
  /** @param onLong runs if the image is not quick */
  ask(path: string, onLong: () => void): Promise<Answer>;
  end(): void;
  hasEnded(): boolean;
}

/** The meaning of the signals that end a decoder. Only the image can be the cause. */
const BY_SIGNAL: ReadonlyMap<NodeJS.Signals | null, Refusal> = new Map([
  ...(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'] as const).map((signal) => [signal, 'damaged'] as const),
  [GIVES_UP.memory, 'memory'],
  [GIVES_UP.slow, 'slow'],
]);

function startProcess(onEnd: (ended: Process) => void): Process {
  // It is in the same folder, in the sources as in the built service, and inherits no setting: they hold secrets.
  const file = fileURLToPath(new URL(`decoder-process${extname(import.meta.url)}`, import.meta.url));
  const child = fork(file, {
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let asked: PromiseWithResolvers<Answer> | undefined;
  let askedMs = 0;
  let onLong = () => {};
  let said = '';
  /** While it decodes, how long it may take; otherwise, how long it waits for the next image. */
  let timer: NodeJS.Timeout | undefined;
  const after = (ms: number, act: () => void): void => {
    clearTimeout(timer);
    timer = setTimeout(act, ms).unref();
  };
  const retire = (): void => {
    // The next image has another one.
    onEnd(own);
    child.disconnect();
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-2_000)));
  child.on('message', (answer: Answer | typeof NOT_QUICK) => {
    if (answer === NOT_QUICK) return onLong();
    after(idleMs, retire);
    keepFromEnding(false);
    asked?.resolve(answer);
    asked = undefined;
  });
  const onFailure = (cause: Error) => {
    onEnd(own);
    clearTimeout(timer);
    asked?.reject(unavailable('The photo could not be decoded.', cause));
    asked = undefined;
  };
  child.on('error', onFailure);
  child.on('exit', (code, signal) => {
    const refusal = BY_SIGNAL.get(signal);
    if (refusal !== undefined) {
      asked?.resolve({ refusal, cpuMs: performance.now() - askedMs });
      asked = undefined;
    }
    onFailure(new Error(`The process that decodes photos ended: ${signal ?? `exit code ${code}`}. ${said}`));
  });
  /** Only waiting for an image keeps the program from ending. */
  const keepFromEnding = (keeps: boolean): void => {
    for (const one of [child, child.channel]) {
      if (keeps) one?.ref();
      else one?.unref();
    }
  };
  keepFromEnding(false);
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();

  const own: Process = {
    id: child.pid,
    ask(path, notQuick) {
      onLong = notQuick;
      asked = Promise.withResolvers();
      askedMs = performance.now();
      after(wallMs, () => child.kill('SIGKILL'));
      keepFromEnding(true);
      child.send({ path } satisfies Question);
      return asked.promise;
    },
    end: () => void child.kill('SIGKILL'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  };
  return own;
}

const unavailable = (message: string, cause?: Error): ApiError =>
  new ApiError('service_unavailable', message, {
    headers: { 'retry-after': '5' },
    ...(cause === undefined ? {} : { cause }),
  });
