import type { StaticFile } from '../http/static-files.ts';

/** Vite's manifest: what the build made of each source, in the folder of the site. */
export const MANIFEST = '/manifest.json';

interface Built {
  readonly file: string;
  readonly css?: readonly string[];
  /** Sources that it loads with itself. */
  readonly imports?: readonly string[];
}

/** The script of each page that the first script loads, by the route of its document. */
const SCRIPTS: readonly (readonly [route: RegExp, source: string])[] = [
  [/^\/console(?:\/|$)/, 'src/console/console.tsx'],
  [/^\/portal(?:\/|$)/, 'src/portal/portal.tsx'],
  [/^\/pets\//, 'src/board/pet-page.tsx'],
  [/^\/(?:how-to-adopt|accessibility)$/, 'src/board/organization/texts.tsx'],
];

/**
 * Lets browsers load what a page needs beside the first script, which would name it when it runs.
 *
 * @param template the document, which names the files of the first script
 * @returns the tags of a document, by its route and its language
 */
export function openPageFiles(
  manifest: StaticFile | undefined,
  template: string,
): (route: string, language: string) => string {
  const built = JSON.parse(manifest?.bytes.toString('utf8') ?? '{}') as Readonly<Record<string, Built>>;

  /** The same for all documents of a page, and made once. */
  function tagsOf(source: string): string {
    const found = new Set<Built>();
    const find = (name: string): void => {
      const script = built[name];
      if (script === undefined || template.includes(script.file) || found.has(script)) return;
      for (const imported of script.imports ?? []) find(imported);
      found.add(script);
    };
    find(source);
    return [
      ...[...found].flatMap(({ css = [] }) => css).map((file) => `<link rel="stylesheet" href="/${file}" />`),
      ...[...found].map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="/${file}" />`),
    ].join('');
  }

  const pages = SCRIPTS.map(([route, source]) => ({ route, tags: tagsOf(source) }));
  return (asked, language) => {
    const page = pages.find(({ route }) => route.test(asked));
    return page ? `${page.tags}<link rel="preload" as="fetch" crossorigin href="/words/${language}" />` : '';
  };
}
