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

/** The findings about one subject. */
export const findings = (about: string) => ({
  well: (says: string): Finding => ({ about, level: 'well', says }),
  warn: (says: string, todo: string): Finding => ({ about, level: 'warn', says, todo }),
  bad: (says: string, todo: string): Finding => ({ about, level: 'bad', says, todo }),
});
