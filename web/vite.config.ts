import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { guides } from './guides.ts';
import { llms } from './llms.ts';

/** The address of `npm start`, which answers the requests of the development server. */
const service = 'http://127.0.0.1:8080';

/**
 * Declares the order of the layers in every style sheet, so that it does not depend on which one is loaded first. Of ours, one that
 * names no layer is in `components` if it is of the design, and otherwise in `pages`.
 */
const layers: Plugin = {
  name: 'layers',
  enforce: 'pre',
  transform(code, id) {
    if (!/\.css(?:\?|$)/.test(id)) return undefined;
    const layer = id.includes('/src/design/') ? 'components' : 'pages';
    const isLayered = code.includes('@layer') || id.includes('/node_modules/');
    const layered = isLayered ? code : `@layer ${layer} {\n${code}}`;
    return { code: `@layer tokens, base, components, pages;\n${layered}`, map: null };
  },
};

/**
 * Puts the styles of the embedded board into its script, as text for its shadow root. Lengths in `rem` would follow the embedding page, so
 * they become pixels.
 */
const stylesInScript: Plugin = {
  name: 'styles-in-script',
  enforce: 'post',
  generateBundle(_options, bundle) {
    let styles = '';
    for (const [name, output] of Object.entries(bundle)) {
      if (output.type !== 'asset' || !name.endsWith('.css')) continue;
      styles += String(output.source);
      delete bundle[name];
    }
    const text = JSON.stringify(styles.replaceAll(/(\d*\.?\d+)rem\b/g, (_, rem) => `${Number(rem) * 16}px`));
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') output.code = output.code.replace(/(["'`])@styles@\1/, () => text);
    }
  },
};

/** The operations that the board uses, by resource. */
const OF_BOARD: Readonly<Record<string, RegExp>> = {
  pets: /./,
  vocabularies: /./,
  categories: /./,
  organizations: /^(?:list|get)$/,
  orders: /^place$/,
  reservations: /./,
  applications: /./,
  ownApplication: /./,
  messages: /./,
  alerts: /./,
  events: /./,
};

/** Takes the other operations out of the client, and puts them into `whole-client.ts`, which the embedded board leaves out. */
const fewOperations: Plugin = {
  name: 'few-operations',
  enforce: 'pre',
  transform(code, id) {
    const operations = new URL('../client/src/operations.ts', import.meta.url);
    const isLater = id.endsWith('/web/src/whole-client.ts');
    if (!isLater && id !== fileURLToPath(operations)) return undefined;
    let later = '';
    const few = readFileSync(operations, 'utf8').replaceAll(
      /^  (\w+): \{\n(?:    .*\n)*  \},\n/gm,
      (resource, name: string) => {
        const isUsed = OF_BOARD[name];
        const used = resource.replaceAll(
          /^ {4}(\w+): \[(?:.*|\n(?: {6}.*\n)* {4})\],\n/gm,
          (operation, method: string) => (isUsed?.test(method) === true ? operation : ''),
        );
        // Later, the whole resource takes the place of its part.
        if (used !== resource) later += resource;
        return isUsed === undefined ? '' : used;
      },
    );
    return isLater ? code.replace('= {};', () => `= {${later}};`) : few;
  },
};

/** Imports at once what pages load on demand: one script has it all, and would only wrap each module. Saves 4 % of it. */
const atOnce: Plugin = {
  name: 'at-once',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('/src/')) return undefined;
    const imports: string[] = [];
    const text = code.replaceAll(/(?<!typeof )\bimport\(('[^']+')\)/g, (_, path: string) => {
      const name = `atOnce${imports.push(path)}`;
      return `Promise.resolve(${name})`;
    });
    return text + imports.map((path, index) => `\nimport * as atOnce${index + 1} from ${path};`).join('');
  },
};

/** What is loaded on demand: each is one script and one style sheet, beside what it shares. */
const LATER = {
  board: /\/src\/board\/(?:pet-page|favorites-page|later\/own-extras|organization\/texts)\.tsx?$/,
  console: /\/src\/console\/console\.tsx$/,
  portal: /\/src\/portal\/portal\.tsx$/,
} as const;

/** The files of pages that visitors and staff go to from others. */
const LATER_FILES = /\/(?:forms|staff|board|console|portal)-/;

/** In the order in which a module is given to the first that needs it. */
const GROUPS = ['shell', 'forms', 'staff', 'board', 'console', 'portal'];

/** Puts everything that the first page imports into one script and one style sheet, even if other pages import parts of it, and the later pages into few. */
function fewFiles(): { plugin: Plugin; groupOf: (id: string) => string | undefined } {
  let groups = new Map<string, string>();
  const plugin: Plugin = {
    name: 'few-files',
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const closureOf = (isStart: (id: string) => boolean) => {
        const closure = new Set<string>();
        const queue = ids.filter(isStart);
        for (const id of queue) {
          if (closure.has(id)) continue;
          closure.add(id);
          queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
        }
        return closure;
      };
      const isEntry = (id: string) => this.getModuleInfo(id)?.isEntry === true;
      const pages = Object.entries({ shell: isEntry, ...LATER }).map(
        ([name, start]) => [name, closureOf(typeof start === 'function' ? start : (id) => start.test(id))] as const,
      );
      groups = new Map(
        ids.flatMap((id) => {
          const [first, ...more] = pages.flatMap(([name, closure]) => (closure.has(id) ? [name] : []));
          if (first === undefined) return [];
          return [[id, first === 'shell' || more.length === 0 ? first : first === 'board' ? 'forms' : 'staff']];
        }),
      );
    },
  };
  return { plugin, groupOf: (id) => groups.get(id) };
}

/** What nobody uses is left out, with what it would do when it is loaded. */
const withoutUnused = { moduleSideEffects: [{ test: /\/src\/.*\.tsx?$/, sideEffects: false }] };

const besideSite = { emptyOutDir: false, copyPublicDir: false };

/** Beside the site: `content.js` renders its pages on the server, and `embed.js` is the board as one script for other sites. */
const OTHERS: Readonly<Record<string, Pick<UserConfig, 'plugins' | 'build'>>> = {
  content: {
    plugins: [layers],
    build: {
      ...besideSite,
      ssr: 'src/content/content.tsx',
      ssrEmitAssets: true,
      cssCodeSplit: false,
      rolldownOptions: { treeshake: withoutUnused, output: { codeSplitting: false, assetFileNames: 'content.css' } },
    },
  },
  embed: {
    plugins: [layers, fewOperations, atOnce, stylesInScript],
    build: {
      ...besideSite,
      lib: { entry: 'src/embed/embed.tsx', formats: ['iife'], name: 'PetstoreBoard', fileName: () => 'embed.js' },
      rolldownOptions: { treeshake: withoutUnused },
    },
  },
};

/** Three builds into one folder: the site and, with `--mode`, each of `OTHERS`. Nothing is inlined as a `data:` URL, which the policy would block. */
export default defineConfig(({ mode }) => {
  const { plugin, groupOf } = fewFiles();
  const { plugins = [layers, fewOperations, plugin, guides, llms], build } = OTHERS[mode] ?? {};
  return {
    define: { IS_OWN: String(mode !== 'embed'), HAS_SCRIPTS: String(mode !== 'content') },
    oxc: { jsx: { importSource: 'preact' } },
    plugins,
    ssr: { noExternal: true },
    build: build ?? {
      assetsInlineLimit: 0,
      license: { fileName: 'licenses.md' },
      // Documents name the files of their pages: `src/site/page-files.ts`.
      manifest: 'manifest.json',
      modulePreload: {
        polyfill: false,
        // The first script names what is preloaded: of few pages, so that it is small.
        resolveDependencies: (_file, names, { hostType }) =>
          hostType === 'html' ? names : names.filter((name) => LATER_FILES.test(name)),
      },
      rolldownOptions: {
        output: {
          codeSplitting: {
            // What a module imports is in its group, too, unless a group before it has that.
            groups: GROUPS.map((name, index) => ({
              name,
              test: (id: string) => groupOf(id) === name,
              priority: GROUPS.length - index,
            })),
          },
        },
      },
    },
    server: {
      proxy: Object.fromEntries(['/v1', '/session', '/page-settings', '/words'].map((path) => [path, service])),
    },
  };
});
