import { hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { type Petstore, PetstoreError } from '../../client/src/petstore.ts';
import { chunks } from '../kit/chunks.ts';
import { type Int64, parseInt64 } from '../vocabulary/int64.ts';
import type { Animal } from './animals.ts';
import { bondKeys } from './bonds/adding.ts';
import { type Journal, journalInMemory } from './journal.ts';
import { photoKeys } from './photos/adding.ts';
import type { Added, AddedOne, Imported, ImportTarget, OwedOne } from './target.ts';
import { writtenOfNew } from './updating.ts';

interface ApiTargetParts {
  readonly client: Petstore;
  /** Undefined when the import reads a pipe, or for a dry run without an earlier import. */
  readonly journal: Journal | undefined;
  readonly now: () => number;
}

/** The service keeps the answer to an Idempotency-Key for 24 hours; an hour of that is left for transit and for clocks that differ. */
const keptMs = 23 * 60 * 60 * 1_000;
/** Of one list. */
const mostIds = 100;
/** The animals that arrive at the service together share one commit. */
const concurrency = 64;

/**
 * Adds animals to a service through its API. The Idempotency-Key of each is derived from its reference: while the service keeps the key, a
 * repeated request gets the first answer. The journal keeps the answers while it exists. An animal whose answer was lost and whose
 * key has expired is not sent again: it may have been added.
 */
export function apiTarget({ client, journal: kept, now }: ApiTargetParts): ImportTarget {
  const journal = kept ?? journalInMemory(now);

  async function send(animal: Animal, signal: AbortSignal): Promise<Answer> {
    const { reference, pet } = animal;
    try {
      const { id } = await client.pets.create(pet, { idempotencyKey: keyOf('pet', reference), signal });
      return { result: 'added', petId: id };
    } catch (error) {
      if (!(error instanceof PetstoreError)) throw error;
      // The reference was imported within the last day, with another row.
      if (error.code === 'idempotency_key_reused') return { result: 'already' };
      if (error.code === 'invalid_body') return { result: { reason: error.message } };
      throw error;
    }
  }

  async function sendAll(animals: readonly Animal[], signal: AbortSignal): Promise<Map<Animal, Answer>> {
    // An earlier run lost the answers to the others: they may have been added, whatever happens now.
    const neverSent = new Set(animals.filter(({ reference }) => journal.sentAtMs(reference) === undefined));
    await journal.sending(animals.map(referenceOf));
    const answers = new Map<Animal, Answer>();
    const waiting = new Set(animals);
    const failures: unknown[] = [];
    const worker = async () => {
      for (const animal of waiting) {
        if (failures.length > 0) return;
        waiting.delete(animal);
        try {
          answers.set(animal, await send(animal, signal));
        } catch (error) {
          failures.push(error);
          if (isHeldBack(error)) waiting.add(animal);
        }
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
    const { imported = [], refused = [] } = Object.groupBy(answers.keys(), (animal) =>
      typeof answers.get(animal)?.result === 'object' ? 'refused' : 'imported',
    );
    const owed = imported.flatMap((animal) => {
      const { petId } = answers.get(animal) ?? {};
      const keys = [...photoKeys(animal), ...bondKeys(animal)];
      return petId === undefined || keys.length === 0
        ? []
        : [{ reference: animal.reference, petId: String(petId), keys }];
    });
    await journal.answered({
      imported: imported.map(referenceOf),
      petIds: imported.map((animal) => answers.get(animal)?.petId?.toString() ?? null),
      written: imported.map(writtenOfNew),
      refused: refused.map(referenceOf),
      unsent: [...waiting.intersection(neverSent)].map(referenceOf),
      owed,
    });
    if (failures.length > 0 && !signal.aborted) throw failures[0];
    return answers;
  }

  /** Notes that an animal has what it was owed. */
  async function settled({ reference, key }: OwedOne, work: () => Promise<unknown>): Promise<AddedOne> {
    try {
      await work();
      await journal.settled(reference, key);
      return 'added';
    } catch (error) {
      if (!(error instanceof PetstoreError)) throw error;
      if (error.code === 'pet_not_found') return 'gone';
      if (['invalid_body', 'too_many_photos', 'forbidden'].includes(error.code)) return { reason: error.message };
      throw error;
    }
  }

  return {
    batch: 128,
    categories: () => Array.fromAsync(client.categories.list({})),

    async addCategory(name) {
      try {
        const { id } = await client.categories.create({ name }, { idempotencyKey: keyOf('category', name) });
        return { value: id };
      } catch (error) {
        if (error instanceof PetstoreError && error.code === 'invalid_body') return { reason: error.message };
        throw error;
      }
    },

    known: async (references) => new Set(references.filter((reference) => journal.isImported(reference))),

    async add(animals, signal) {
      const isDoubtful = ({ reference }: Animal) => (journal.sentAtMs(reference) ?? Infinity) < now() - keptMs;
      const fresh = animals.filter((animal) => !journal.isImported(animal.reference) && !isDoubtful(animal));
      const answers = fresh.length === 0 ? new Map<Animal, Answer>() : await sendAll(fresh, signal);
      const unanswered = (animal: Animal): Added => {
        if (fresh.includes(animal)) return 'unsent';
        return isDoubtful(animal) ? { reason: DOUBTFUL } : 'already';
      };
      return animals.map((animal) => answers.get(animal)?.result ?? unanswered(animal));
    },

    owed: async (animals) =>
      new Map(
        animals.flatMap(({ reference }) => {
          const { petId = '', keys } = journal.owed(reference) ?? {};
          return keys === undefined ? [] : [[reference, { petId: parseInt64(petId) ?? 0, keys }] as const];
        }),
      ),

    // The bytes decide what it is. The service adds no image to an animal twice.
    addPhoto: (of, image, signal) =>
      settled(of, async () =>
        client.photos.add(of.petId, await openAsBlob(image.path, { type: 'image/jpeg' }), { signal }),
      ),

    petIds: async (references) =>
      new Map(
        references.flatMap((reference) => {
          const id = journal.petIdOf(reference);
          return id === undefined ? [] : [[reference, id] as const];
        }),
      ),

    async imported(references) {
      const found = new Map<string, Imported>();
      for (const reference of references) {
        const petId = journal.petIdOf(reference);
        if (petId !== undefined) found.set(reference, { petId, written: await journal.writtenOf(reference) });
      }
      return found;
    },

    async current(petIds) {
      const found = new Map<Int64, object>();
      for (const some of chunks(petIds, mostIds)) {
        const ids = [...some];
        for await (const { id, ...pet } of client.pets.list({ ids, expand: ['profile'], limit: mostIds })) {
          const { name, categoryId, status, profile } = pet;
          found.set(id, { name, categoryId, status, profile });
        }
      }
      return found;
    },

    async change({ reference, petId, patch, written }) {
      try {
        await client.pets.update(petId, patch);
        await journal.changed(reference, written);
        return 'added';
      } catch (error) {
        if (!(error instanceof PetstoreError)) throw error;
        if (error.code === 'pet_not_found') return 'gone';
        if (error.status !== undefined && error.status < 429) return { reason: error.message };
        throw error;
      }
    },

    addBond: (of, other) =>
      settled(of, async () => {
        const { bondedWith = [] } = await client.pets.profile(of.petId);
        await client.pets.updateProfile(of.petId, { bondedWith: [...new Set([...bondedWith, Number(other)])] });
      }),
  };
}

interface Answer {
  readonly result: Added;
  /** Of an animal that was added. */
  readonly petId?: Int64;
}

/** The client knew that the limits are used up, and sent nothing. A 429 from the service has a status: an attempt before it may have been lost. */
const isHeldBack = (error: unknown): boolean =>
  error instanceof PetstoreError && error.code === 'rate_limit_exceeded' && error.status === undefined;

const DOUBTFUL =
  'It was sent more than 23 hours ago and the answer was lost; check whether the animal was added before you import it again.';

const referenceOf = ({ reference }: Animal): string => reference;

const keyOf = (kind: string, text: string): string => `petstore-import-${kind}-${hash('sha256', text, 'base64url')}`;
