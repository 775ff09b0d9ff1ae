import type { Environment } from '../../src/vocabulary/environments.ts';

/** What the service tells its pages before they ask it anything. */
export interface PageSettings {
  readonly environment: Environment;
  readonly version: string;
  /** The publishable key of the adoption board. */
  readonly boardKey: string;
  readonly signup: 'open' | 'closed';
  /** Whether the service can send mail. */
  readonly mail: boolean;
}

let loaded: PageSettings | undefined;

/** Reads them from the document that the service made; the development server's document has none, and asks for them. */
export async function loadSettings(): Promise<void> {
  const text = document.getElementById('page-settings')?.textContent;
  loaded = (text === undefined ? await (await fetch('/page-settings')).json() : JSON.parse(text)) as PageSettings;
}

/** Everything is rendered after they were loaded. */
export function pageSettings(): PageSettings {
  if (loaded === undefined) throw new Error('The page settings are used before they were loaded.');
  return loaded;
}
