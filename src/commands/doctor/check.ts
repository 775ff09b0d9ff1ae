import type { Settings } from '../../settings/settings.ts';

export interface Finding {
  /** The subject, in a word or two. */
  readonly about: string;
  /** `warn` may be intended; `bad` is broken, or will be soon. */
  readonly level: 'well' | 'warn' | 'bad';
  readonly says: string;
  /** What to do about it, unless all is well. */
  readonly todo?: string;
}

export type Findings = Finding | readonly Finding[];

export interface DoctorOptions {
  /** Where a test mail goes. */
  readonly sendMailTo?: string;
}

interface CheckContext extends DoctorOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A check of `petstore doctor`. It changes no stored data, and rejects only on unexpected errors. */
export type Check = (settings: Settings, context: CheckContext) => Promise<Findings> | Findings;

/**
 * How far a time that another clock has told lies outside the time in which it was asked: what takes long on a busy machine is no difference.
 *
 * @returns milliseconds, above 0 if the other clock is ahead
 */
export const aheadMs = (toldMs: number, askedMs: number): number =>
  Math.max(0, toldMs - Date.now()) + Math.min(0, toldMs - askedMs);

/** The findings about one subject. */
export const findings = (about: string) => ({
  well: (says: string): Finding => ({ about, level: 'well', says }),
  warn: (says: string, todo: string): Finding => ({ about, level: 'warn', says, todo }),
  bad: (says: string, todo: string): Finding => ({ about, level: 'bad', says, todo }),
});
