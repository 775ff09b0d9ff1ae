import type { Environment } from '../../src/vocabulary/environments.ts';
import type { SiteSettings } from '../../src/vocabulary/site.ts';

let loaded: SiteSettings | undefined;

/** Reads the settings from the document; the development server's document has none, so they are requested. */
export async function loadSettings(): Promise<void> {
  const text = document.getElementById('page-settings')?.textContent;
  loaded = (
    import.meta.env.DEV && text === undefined
      ? await (await fetch('/page-settings')).json()
      : JSON.parse(text as string)
  ) as SiteSettings;
}

/** For `content.js`. */
export function takeSettings(settings: SiteSettings): void {
  loaded = settings;
}

/** After the key of the board was replaced. */
export function setBoardKey(boardKey: string): void {
  loaded = { ...pageSettings(), boardKey };
}

/** The origin of an environment, such as `https://staging.shelter.example`; undefined if the page does not know it. */
export function originOf(environment: Environment): string | undefined {
  const { environment: own, otherEnvironment: other } = pageSettings();
  if (environment === own) return location.origin;
  if (other === undefined) return undefined;
  if ('url' in other) return other.url;
  const { protocol, hostname, port } = location;
  return port === String(other.ownPort) ? `${protocol}//${hostname}:${other.port}` : undefined;
}

/** Everything is rendered after `loadSettings`. */
export function pageSettings(): SiteSettings {
  if (loaded === undefined) throw new Error('The settings are used before they are loaded.');
  return loaded;
}
