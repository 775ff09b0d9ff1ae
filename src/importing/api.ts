import { createHash } from 'node:crypto';
import { type Petstore, PetstoreError } from '../../client/src/petstore.ts';
import type { Animal } from './animals.ts';
import { CategoryUnknown } from './categories.ts';
import type { Journal } from './journal.ts';
import type { Added, Sink } from './sink.ts';

interface ApiParts {
  readonly client: Petstore;
  /** Undefined for a run that only looks, or reads from a pipe. */
  readonly journal: Journal | undefined;
  readonly now: () => number;
}

/** The service keeps the answer to an Idempotency-Key for 24 hours; the rest is left for the way there and for its clock. */
const keptMs = 23 * 60 * 60 * 1_000;
const concurrency = 8;

/**
 * Puts animals into a service through its API. Each is sent under an Idempotency-Key made of its reference: while the service keeps the key,
 * sending it again gives the first answer. What was answered is in the journal, which has no end. An animal whose answer got lost and
 * whose key is past its time is not sent again: nobody can tell any more whether it is there.
 */
export function apiSink({ client, journal, now }: ApiParts): Sink {
  async function send({ reference, pet }: Animal, signal: AbortSignal): Promise<Added> {
    try {
      await client.pets.create(pet, { idempotencyKey: keyOf('pet', reference), signal });
      return 'added';
    } catch (error) {
      if (!(error instanceof PetstoreError)) throw error;
      // The reference was imported within a day, when its row said something else.
      if (error.code === 'idempotency_key_reused') return 'already';
      if (error.code === 'invalid_body') return { reason: error.message };
      throw error;
    }
  }

  async function sendAll(animals: readonly Animal[], signal: AbortSignal): Promise<Map<Animal, Added>> {
    // Of the others an earlier run lost the answer: whatever becomes of them now, they may be there.
    const neverSent = new Set(animals.filter(({ reference }) => journal?.sentAtMs(reference) === undefined));
    await journal?.sending(animals.map(({ reference }) => reference));
    const answers = new Map<Animal, Added>();
    const heldBack: Animal[] = [];
    const failures: unknown[] = [];
    const waiting = [...animals];
    const worker = async () => {
      while (failures.length === 0) {
        const animal = waiting.shift();
        if (animal === undefined) return;
        await send(animal, signal).then(
          (answer) => answers.set(animal, answer),
          (error: unknown) => {
            failures.push(error);
            if (isHeldBack(error)) heldBack.push(animal);
          },
        );
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const of = (isRefused: boolean) =>
      [...answers]
        .filter(([, answer]) => (typeof answer === 'object') === isRefused)
        .map(([{ reference }]) => reference);
    const unsent = [...heldBack, ...waiting].filter((animal) => neverSent.has(animal));
    await journal?.answered({
      imported: of(false),
      refused: of(true),
      unsent: unsent.map(({ reference }) => reference),
    });
    if (failures.length > 0 && !signal.aborted) throw failures[0];
    return answers;
  }

  return {
    batch: 64,
    categories: () => Array.fromAsync(client.categories.list({})),

    async addCategory(name) {
      try {
        return (await client.categories.create({ name }, { idempotencyKey: keyOf('category', name) })).id;
      } catch (error) {
        if (error instanceof PetstoreError && error.code === 'invalid_body') return new CategoryUnknown(error.message);
        throw error;
      }
    },

    known: async (references) => new Set(references.filter((reference) => journal?.imported.has(reference) === true)),

    async add(animals, signal) {
      const isDoubtful = ({ reference }: Animal) => (journal?.sentAtMs(reference) ?? Infinity) < now() - keptMs;
      const fresh = animals.filter((animal) => journal?.imported.has(animal.reference) !== true && !isDoubtful(animal));
      const answers = fresh.length === 0 ? new Map<Animal, Added>() : await sendAll(fresh, signal);
      const unanswered = (animal: Animal): Added => {
        if (fresh.includes(animal)) return 'unsent';
        return isDoubtful(animal) ? { reason: DOUBTFUL } : 'already';
      };
      return animals.map((animal) => answers.get(animal) ?? unanswered(animal));
    },
  };
}

/** The client knew that the limits are used up, and sent nothing. A 429 of the service has a status; an attempt before it may have got lost. */
const isHeldBack = (error: unknown): boolean =>
  error instanceof PetstoreError && error.code === 'rate_limit_exceeded' && error.status === undefined;

const DOUBTFUL =
  'It was sent more than 23 hours ago and the answer was lost; look whether the animal is there before you import it again.';

const keyOf = (kind: string, text: string): string =>
  `petstore-import-${kind}-${createHash('sha256').update(text).digest('base64url')}`;
