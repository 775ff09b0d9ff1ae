import type { SiteSettings } from '../../src/vocabulary/site.ts';

let loaded: SiteSettings | undefined;

/** Reads the settings from the document; the development server's document has none, so they are requested. */
export async function loadSettings(): Promise<void> {
  const text = document.getElementById('page-settings')?.textContent;
  loaded = (text === undefined ? await (await fetch('/page-settings')).json() : JSON.parse(text)) as SiteSettings;
}

/** After the key of the board was replaced. */
export function setBoardKey(boardKey: string): void {
  loaded = { ...pageSettings(), boardKey };
}

/** Everything is rendered after `loadSettings`. */
export function pageSettings(): SiteSettings {
  if (loaded === undefined) throw new Error('The settings are used before they are loaded.');
  return loaded;
}
