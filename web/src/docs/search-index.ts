import type MiniSearch from 'minisearch';
import { GUIDES } from './guides.ts';
import { type Catalogue, WEBHOOK_EVENTS } from './reference/catalogue.ts';
import { loadCatalogue } from './reference/load-catalogue.ts';

/** A search result. */
export interface Entry {
  readonly href: string;
  readonly title: string;
  /** The title of the guide, the path of the operation, or the kind of entry. */
  readonly context: string;
  readonly method?: string;
}

interface Indexed extends Entry {
  /** In small letters. A query that is one of them finds the entry first. */
  readonly names: readonly string[];
  /** What is searched beside the title. */
  readonly also: string;
  readonly text: string;
}

/** The entries that match a query, best matches first. */
export type Find = (query: string) => Entry[];

let built: Promise<Find> | undefined;

/** Searches all operations, webhook events and sections of guides. @throws PetstoreError */
export function loadIndex(): Promise<Find> {
  built ??= Promise.all([import('minisearch'), loadCatalogue(), guideEntries()]).then(
    ([{ default: Index }, catalogue, guides]) =>
      finderOf(Index, [...operationEntries(catalogue), ...guides, ...eventEntries(catalogue)]),
    (error: unknown) => {
      built = undefined;
      throw error;
    },
  );
  return built;
}

const operationEntries = ({ groups }: Catalogue): Indexed[] =>
  groups.flatMap(({ name, operations }) =>
    operations.map(({ id, href, method, base, path, summary, description, parameters }) => {
      const paths = [path, base + path];
      // The headers are the same almost everywhere.
      const own = parameters.filter((parameter) => parameter.in !== 'header');
      return entry(
        { href, title: summary, context: path, method },
        `${id} ${method} ${base}${path} ${name}`,
        // The index would take the quotes of code as parts of the words.
        [description.replaceAll('`', ' '), ...own.map((parameter) => parameter.name)].join(' '),
        [id, ...paths, ...paths.map((one) => `${method} ${one}`)],
      );
    }),
  );

const eventEntries = ({ events }: Catalogue): Indexed[] =>
  events.map(({ type, when }) =>
    entry({ href: `/docs/reference/${WEBHOOK_EVENTS}#${type}`, title: type, context: 'Webhook event' }, '', when),
  );

async function guideEntries(): Promise<Indexed[]> {
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

const entry = (shown: Entry, also: string, text: string, names: readonly string[] = []): Indexed => ({
  ...shown,
  names: [shown.title, ...names].map((name) => name.toLowerCase()),
  also,
  text,
});

const shownCount = 12;

/** Maximum typos by length of the word. */
const mistakes = (word: string): number => (word.length < 4 ? 0 : word.length < 6 ? 1 : 2);

/**
 * A query finds what it names, and then what has all its words or their beginnings. If nothing has, they may be misspelled. What is in a
 * title counts most.
 */
function finderOf(Index: typeof MiniSearch<Indexed>, entries: readonly Indexed[]): Find {
  const index = new Index({
    idField: 'href',
    fields: ['title', 'also', 'text'],
    searchOptions: { combineWith: 'AND', prefix: true, boost: { title: 20, also: 3 } },
  });
  index.addAll(entries);
  const byHref = new Map(entries.map((one) => [one.href, one]));
  return (query) => {
    const exact = index.search(query);
    const found = exact.length > 0 ? exact : index.search(query, { fuzzy: mistakes });
    const named = entries.filter(({ names }) => names.includes(query.trim().toLowerCase()));
    const ranked = [...named, ...found.flatMap(({ id }) => byHref.get(id as string) ?? [])];
    return [...new Set(ranked)].slice(0, shownCount);
  };
}
