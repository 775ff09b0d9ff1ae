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

/** What browsers load for a page besides its first script. */
export interface PageFiles {
  readonly styles: string;
  /** Scripts and words, which are run once the first script asks for them. */
  readonly scripts: string;
}

/** The element with the tags that are added after the first photo. */
const LATER = 'later';

/** How long scripts wait for a photo that does not come. */
const patienceMs = 2_000;

/**
 * Adds the tags once the first photo has come, so that the scripts do not take its share of a slow line, or at once for somebody who
 * already acts.
 */
export const AFTER_PHOTO =
  '{' +
  "const photo=document.querySelector('img[fetchpriority=high]')," +
  `add=()=>document.head.append(document.getElementById('${LATER}').content);` +
  `photo.complete?add():(photo.onload=photo.onerror=add,setTimeout(add,${patienceMs}),` +
  "['pointerdown','keydown'].forEach(kind=>addEventListener(kind,add,{once:true})))}";

/** @param scripts the tags */
export const afterPhoto = (scripts: string): string =>
  `<template id="${LATER}">${scripts}</template><script>${AFTER_PHOTO}</script>`;

/**
 * Lets browsers load what a page needs beside the first script, which would name it when it runs.
 *
 * @param template the document, which names the files of the first script
 * @returns the tags of a document, by its route and its language; undefined if the first script is all
 */
export function openPageFiles(
  manifest: StaticFile | undefined,
  template: string,
): (route: string, language: string) => PageFiles | undefined {
  const built = JSON.parse(manifest?.bytes.toString('utf8') ?? '{}') as Readonly<Record<string, Built>>;

  /** The same for all documents of a page, and made once. */
  function tagsOf(source: string): PageFiles {
    const found = new Set<Built>();
    const find = (name: string): void => {
      const script = built[name];
      if (script === undefined || template.includes(script.file) || found.has(script)) return;
      for (const imported of script.imports ?? []) find(imported);
      found.add(script);
    };
    find(source);
    const files = [...found];
    return {
      styles: files
        .flatMap(({ css = [] }) => css)
        .map((file) => `<link rel="stylesheet" href="/${file}" />`)
        .join(''),
      scripts: files.map(({ file }) => `<link rel="modulepreload" fetchpriority="low" href="/${file}" />`).join(''),
    };
  }

  const pages = SCRIPTS.map(([route, source]) => ({ route, ...tagsOf(source) }));
  return (asked, language) => {
    const page = pages.find(({ route }) => route.test(asked));
    const words = `<link rel="preload" as="fetch" crossorigin href="/words/${language}" />`;
    return page && { styles: page.styles, scripts: page.scripts + words };
  };
}
