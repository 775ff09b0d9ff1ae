import { argon2, type Argon2Parameters, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { ApiError } from '../../http/errors.ts';
import { openTurns } from '../../http/turns.ts';
import type { RandomBytes } from '../../secrets/token.ts';

/** At 40 to 100 ms each, the last in the queue waits for one or two seconds. */
const mostWaiting = 40;

/** Too many passwords wait to be scored and hashed. */
export class PasswordsBusy extends ApiError {
  override readonly name = 'PasswordsBusy';

  constructor() {
    super('service_unavailable', 'Too many people are signing up or in at this moment.', {
      headers: { 'retry-after': '2' },
    });
  }
}

/**
 * Runs the scoring or hashing of a password: two at a time, because each hash takes 19 MiB and a thread of the process's pool (four by
 * default), which file and DNS calls need as well. The queue belongs to the process, as the pool does: both environments share it.
 *
 * @throws PasswordsBusy if too many wait already
 */
export const inTurn = openTurns({ queue: { mostWaiting, busy: () => new PasswordsBusy() } });

/** Computes the Argon2id tag of a password. Tests replace it to count and to hold computations. */
export type Argon2id = (parameters: Argon2Parameters) => Promise<Buffer>;

/** Both methods compute Argon2id exactly once, and reject with PasswordsBusy if too many passwords wait already. */
export type PasswordHasher = ReturnType<typeof passwordHasher>;

/** The OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const currentCost = { memoryKiB: 19 * 1024, passes: 2, parallelism: 1 };
type Cost = typeof currentCost;
const saltBytes = 16;
const tagBytes = 32;

const nodeArgon2id: Argon2id = (parameters) => promisify(argon2)('argon2id', parameters);

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export function passwordHasher(random: RandomBytes, argon2id: Argon2id = nodeArgon2id) {
  const tagOf = (password: string, salt: Uint8Array, cost: Cost, tagLength: number): Promise<Buffer> =>
    inTurn(() =>
      argon2id({
        // Keyboards compose the same character in different ways; NFKC makes them equal.
        message: password.normalize('NFKC'),
        nonce: salt,
        memory: cost.memoryKiB,
        passes: cost.passes,
        parallelism: cost.parallelism,
        tagLength,
      }),
    );

  return {
    /** The salted hash in PHC form. */
    hash: async (password: string): Promise<string> => {
      const salt = random(saltBytes);
      return phcOf(currentCost, salt, await tagOf(password, salt, currentCost, tagBytes));
    },

    /**
     * Whether `hashed` is the hash of the password, at the cost that `hashed` names. Without a hash the answer is false after the same
     * work, so that the time of a refusal does not reveal which accounts exist.
     */
    verify: async (password: string, hashed: string | null | undefined): Promise<boolean> => {
      const [, memoryKiB, passes, parallelism, salt = '', tag = ''] = phc.exec(hashed ?? hashOfNothing) ?? [];
      if (tag === '') throw new Error('The stored password is not an Argon2id hash in PHC form.');
      const expected = Buffer.from(tag, 'base64');
      const cost = { memoryKiB: Number(memoryKiB), passes: Number(passes), parallelism: Number(parallelism) };
      const isEqual = timingSafeEqual(
        expected,
        await tagOf(password, Buffer.from(salt, 'base64'), cost, expected.length),
      );
      return isEqual && hashed != null;
    },
  };
}

function phcOf({ memoryKiB, passes, parallelism }: Cost, salt: Uint8Array, tag: Uint8Array): string {
  return `$argon2id$v=19$m=${memoryKiB},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

const hashOfNothing = phcOf(currentCost, new Uint8Array(saltBytes), new Uint8Array(tagBytes));
