import { signal } from '@preact/signals';
import { keep, kept } from '../../data/kept.ts';

/** What a visitor has typed into an application and not sent yet. */
export interface Draft {
  readonly phone: string;
  readonly note: string;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, string>>;
}

/** With the time of its last change in Unix milliseconds. */
type Stored = Partial<Draft> & { readonly changedAt?: number };

const name = 'petstore-application';
const empty: Draft = { phone: '', note: '', answers: {} };

/** A draft is about its writer, who may share the browser with others. */
const keptMs = 24 * 3_600_000;

/** Kept in this browser until it is sent, at most a day. */
export const draft = signal<Draft>(stored());

function stored(): Draft {
  try {
    const { changedAt = 0, ...typed } = JSON.parse(kept(name) ?? '{}') as Stored;
    if (Date.now() - changedAt < keptMs) return { ...empty, ...typed };
    keep(name, undefined);
    return empty;
  } catch {
    // Something else wrote it.
    return empty;
  }
}

export function change(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
  const stored: Stored = { ...draft.value, changedAt: Date.now() };
  keep(name, JSON.stringify(stored));
}

/** After it was sent. */
export function clearDraft(): void {
  draft.value = empty;
  keep(name, undefined);
}
