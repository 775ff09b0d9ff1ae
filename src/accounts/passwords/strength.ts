import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { ApiError } from '../../http/errors.ts';
import { inTurn } from './hashing.ts';

/** The owner of a password: it must not be derived from these. */
export interface PasswordOwner {
  readonly email: string;
  readonly name?: string | null | undefined;
}

/** A request to the thread. */
export interface Question {
  readonly id: number;
  readonly text: string;
  readonly about: readonly string[];
}

export interface Score {
  readonly id: number;
  /** From 0 to 4: fewer than 10³, 10⁶, 10⁸, 10¹⁰ guesses, or more. */
  readonly score: number;
  /** The name of zxcvbn's reason; null if it has none. */
  readonly warning: string | null;
}

/** At least 10⁸ guesses. */
const leastScore = 3;

/** A longer password is scored by its beginning: the time grows with the square of the length. */
const scoredCharacters = 48;

/**
 * Refuses a password that is easy to guess: a common one, one made of repetitions, sequences or neighboring keys, or of its owner's name
 * or address, or of the service's name.
 *
 * @param field the name of the field that holds it
 * @throws ApiError `weak_password`, PasswordsBusy
 */
export async function requireStrong(password: string, owner: PasswordOwner, field: string): Promise<void> {
  const text = password.normalize('NFKC').slice(0, scoredCharacters);
  const { score, warning } = await inTurn(() => scoreOf(text, wordsAbout(owner)));
  if (score >= leastScore) return;
  throw new ApiError(
    'weak_password',
    `The field \`${field}\` must be hard to guess, but this password ${REASONS[warning ?? ''] ?? 'takes few guesses'}.`,
  );
}

const COMMON = 'resembles a common one';
const NEIGHBORS = 'follows keys that are side by side';
const REPEATED = 'repeats the same characters';

/** By zxcvbn's names of warnings: the end of a sentence about the password. */
const REASONS: Readonly<Record<string, string>> = {
  topTen: COMMON,
  topHundred: COMMON,
  common: COMMON,
  similarToCommon: COMMON,
  wordByItself: 'is little more than a word',
  straightRow: NEIGHBORS,
  keyPattern: NEIGHBORS,
  simpleRepeat: REPEATED,
  extendedRepeat: REPEATED,
  sequences: 'is a sequence',
  recentYears: 'is little more than a year',
  dates: 'is little more than a date',
  userInputs: 'is made of the name or the address of the account, or of this service',
};

function wordsAbout({ email, name }: PasswordOwner): string[] {
  const texts = ['petstore', email, name ?? ''].map((text) => text.normalize('NFKC'));
  const words = texts.flatMap((text) => [
    text,
    text.replaceAll(/[^\p{L}\p{N}]/gu, ''),
    ...text.split(/[^\p{L}\p{N}]+/u),
  ]);
  return [...new Set(words)].filter((word) => word.length >= 3);
}

/** The lists take about 50 MB. The thread that has them ends when nobody has set a password for this time. */
const idleMs = 60_000;

// One thread for the process, started by the first password that somebody sets.
let running: Thread | undefined;
type Thread = ReturnType<typeof startThread>;

const scoreOf = (text: string, about: readonly string[]): Promise<Score> =>
  (running ??= startThread()).ask(text, about);

function startThread() {
  // The worker is in the same folder, in the sources as in the built service.
  const worker = new Worker(new URL(`strength-worker${extname(import.meta.url)}`, import.meta.url));
  const asked = new Map<number, PromiseWithResolvers<Score>>();
  let lastId = 0;
  const idle = setTimeout(() => {
    stop(new Error('The thread that scores passwords did not answer.'));
    void worker.terminate();
  }, idleMs);
  const thread = {
    ask(text: string, about: readonly string[]): Promise<Score> {
      const answer = Promise.withResolvers<Score>();
      const id = (lastId += 1);
      asked.set(id, answer);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- threads have no origin
      worker.postMessage({ id, text, about } satisfies Question);
      idle.refresh();
      return answer.promise;
    },
  };

  function stop(error: Error): void {
    if (running === thread) running = undefined;
    clearTimeout(idle);
    for (const { reject } of asked.values()) reject(error);
    asked.clear();
  }

  worker.on('message', (score: Score) => {
    asked.get(score.id)?.resolve(score);
    asked.delete(score.id);
  });
  worker.on('error', (cause) => stop(new Error('The thread that scores passwords failed.', { cause })));
  // Neither keeps the process from ending.
  worker.unref();
  idle.unref();
  return thread;
}
