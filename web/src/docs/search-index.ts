import { GUIDES } from './guides.ts';
import { type Catalogue, loadCatalogue, WEBHOOK_EVENTS } from './reference/catalogue.ts';

/** A search result. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  /** The title of the guide, the path of the operation, or the kind of entry. */
  readonly context: string;
  readonly method?: string;
  /** The searchable text, in lower case. */
  readonly words: { readonly title: string; readonly also: string; readonly text: string };
}

let built: Promise<readonly Entry[]> | undefined;

/** All operations, webhook events and sections of guides. @throws PetstoreError */
export function loadIndex(): Promise<readonly Entry[]> {
  built ??= Promise.all([loadCatalogue(), guideEntries()]).then(
    ([catalogue, guides]) => [...operationEntries(catalogue), ...guides, ...eventEntries(catalogue)],
    (error: unknown) => {
      built = undefined;
      throw error;
    },
  );
  return built;
}

const operationEntries = ({ groups }: Catalogue): Entry[] =>
  groups.flatMap(({ name, operations }) =>
    operations.map(({ id, href, method, path, summary, description }) =>
      entry({ href, title: summary, context: path, method }, `${id} ${method} ${path} ${name}`, description),
    ),
  );

const eventEntries = ({ events }: Catalogue): Entry[] =>
  events.map(({ type, when }) =>
    entry({ href: `/docs/reference/${WEBHOOK_EVENTS}#${type}`, title: type, context: 'Webhook event' }, '', when),
  );

async function guideEntries(): Promise<Entry[]> {
  const found = await Promise.all(
    GUIDES.map(async ({ title, href, loadSections }) =>
      (await loadSections()).map(({ id, heading, text }) =>
        id === ''
          ? entry({ href, title, context: 'Guide' }, '', text)
          : entry({ href: `${href}#${id}`, title: heading, context: title }, title, text),
      ),
    ),
  );
  return found.flat();
}

const entry = (shown: Omit<Entry, 'words'>, also: string, text: string): Entry => ({
  ...shown,
  words: { title: shown.title.toLowerCase(), also: also.toLowerCase(), text: text.toLowerCase() },
});

const shownCount = 12;

/** The entries that contain every word of the query, best matches first. */
export function find(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, shownCount)
    .map(({ entry }) => entry);
}

/** A word scores highest at the start of the title, and lowest in the text. 0 if a word is missing. */
function scoreOf({ words: { title, also, text } }: Entry, words: readonly string[]): number {
  const scores = words.map((word) => {
    if (title.startsWith(word)) return 8;
    if (title.includes(word)) return 5;
    if (also.includes(word)) return 3;
    return text.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum: number, score) => sum + score, 0);
}
