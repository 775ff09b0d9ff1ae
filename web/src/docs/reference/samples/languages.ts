import type { Operation } from '../catalogue.ts';
import { curl } from './curl.ts';
import { go } from './go.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { type Filled, requestOf } from './request.ts';
import { typescript } from './typescript.ts';

interface Language {
  readonly label: string;
  /** Of `highlight`. */
  readonly colors: string;
  /** A complete program, or a command; undefined if there is none for the operation. */
  readonly sample: (operation: Operation, filled: Filled, origin: string) => string | undefined;
}

const written =
  (write: (request: ReturnType<typeof requestOf>) => string): Language['sample'] =>
  (...of) =>
    write(requestOf(...of));

/** The languages of the samples, in the order offered. */
export const LANGUAGES = {
  curl: { label: 'curl', colors: 'sh', sample: written(curl) },
  typescript: { label: 'TypeScript', colors: 'ts', sample: typescript },
  python: { label: 'Python', colors: 'python', sample: written(python) },
  php: { label: 'PHP', colors: 'php', sample: written(php) },
  go: { label: 'Go', colors: 'go', sample: written(go) },
} satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;
