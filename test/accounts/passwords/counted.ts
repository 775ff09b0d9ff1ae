import type { Argon2id } from '../../../src/accounts/passwords/hashing.ts';
import { cheapArgon2id } from '../../support/service.ts';

/** Counts the computations of password hashes, and can hold them back. */
export class CountedArgon2id {
  computed = 0;
  readonly #held = Promise.withResolvers<void>();

  constructor({ isHeld = false } = {}) {
    if (!isHeld) this.release();
  }

  readonly argon2id: Argon2id = async (parameters) => {
    this.computed += 1;
    await this.#held.promise;
    return cheapArgon2id(parameters);
  };

  release(): void {
    this.#held.resolve();
  }
}
