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

/** Puts everything that the first page imports into one script and one style sheet, even if other pages import parts of it. */
function oneShell(): { plugin: Plugin; isOfShell: (id: string) => boolean } {
  const shell = new Set<string>();
  const plugin: Plugin = {
    name: 'one-shell',
    buildEnd() {
      const queue = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry);
      for (const id of queue) {
        if (shell.has(id)) continue;
        shell.add(id);
        queue.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
  return { plugin, isOfShell: (id) => shell.has(id) };
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
    plugins: [layers, fewOperations, stylesInScript],
    build: {
      ...besideSite,
      lib: { entry: 'src/embed/embed.tsx', formats: ['iife'], name: 'PetstoreBoard', fileName: () => 'embed.js' },
      rolldownOptions: { treeshake: withoutUnused },
    },
  },
};

/** Three builds into one folder: the site and, with `--mode`, each of `OTHERS`. Nothing is inlined as a `data:` URL, which the policy would block. */
export default defineConfig(({ mode }) => {
  const { plugin, isOfShell } = oneShell();
  const { plugins = [layers, fewOperations, plugin, guides, llms], build } = OTHERS[mode] ?? {};
  return {
    define: { IS_OWN: String(mode !== 'embed'), HAS_SCRIPTS: String(mode !== 'content') },
    oxc: { jsx: { importSource: 'preact' } },
    plugins,
    ssr: { noExternal: true },
    build: build ?? {
      assetsInlineLimit: 0,
      license: { fileName: 'licenses.md' },
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'shell', test: isOfShell, priority: 1 },
              // What several pages of staff need.
              {
                name: 'staff',
                test: /\/web\/src\/(?:api|leave-organization)\.|\/portal\/(?:link-token|keys\/(?:key-name|published-key))\./,
              },
              // What forms and tables need. The shell names every file of the other pages: a few files make it smaller.
              {
                name: 'forms',
                test: /\/src\/(?:design\/(?:controls|feedback)|data)\/|\/design\/(?:text\/(?:ago|inline-text|json-text)|data\/(?:card|duration|facts|list-table|tiles|time)|layout\/(?:back-link|nothing-here))\.|\/web\/src\/(?:plans|roles|board\/(?:versions|animal\/about-animal|reserve\/(?:about-you|question-fields)|reservation\/(?:words|use-link|kept-reservations)|organization\/(?:about|addresses|contact-links|hours)))\.|\/pet-page\.css|\/vocabulary\/animals\/(?:application|money)\./,
              },
            ],
          },
        },
      },
    },
    server: {
      proxy: Object.fromEntries(['/v1', '/session', '/page-settings', '/words'].map((path) => [path, service])),
    },
  };
});
