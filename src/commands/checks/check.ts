import type { Settings } from '../../settings.ts';

export interface Finding {
  /** What was looked at, in a word or two. */
  readonly about: string;
  /** `warn` is what may be meant so; `bad` is what is broken, or will be soon. */
  readonly level: 'well' | 'warn' | 'bad';
  readonly says: string;
  /** What to do where it is not well. */
  readonly todo?: string;
}

/** One thing that `petstore doctor` looks at. It changes nothing that is stored, and rejects only on what nobody has foreseen. */
export type Check = (settings: Settings) => Promise<readonly Finding[]> | readonly Finding[];
