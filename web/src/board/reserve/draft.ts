import { signal } from '@preact/signals';

/** What a visitor has typed into an application and not sent yet. */
interface Draft {
  readonly phone: string;
  readonly note: string;
  /** By the id of the question. */
  readonly answers: Readonly<Record<string, string>>;
}

const name = 'petstore-application';
const empty: Draft = { phone: '', note: '', answers: {} };

/** Kept in this browser until it is sent. */
export const draft = signal<Draft>(stored());

function stored(): Draft {
  try {
    return { ...empty, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Draft>) };
  } catch {
    // The browser keeps nothing for this page.
    return empty;
  }
}

export function change(part: Partial<Draft>): void {
  draft.value = { ...draft.value, ...part };
  keep(JSON.stringify(draft.value));
}

/** After it was sent. */
export function clearDraft(): void {
  draft.value = empty;
  keep('{}');
}

function keep(text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // It stays while the page is open.
  }
}
