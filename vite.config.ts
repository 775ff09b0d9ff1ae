import http from 'node:http';
import { defineConfig, type Plugin } from 'vite';

/**
 * An `import` of `node:http` reads all of its properties, and some of them load Node's `fetch`: 5 MB, and a tenth of the start. The built
 * service reads only the properties that are plain values.
 */
const httpWithoutFetch: Plugin = {
  name: 'http-without-fetch',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) => (id === 'node:http' && kind === 'import-statement' ? `\0${id}` : undefined),
  load(id) {
    if (id !== '\0node:http') return undefined;
    const properties = Object.entries(Object.getOwnPropertyDescriptors(http));
    const values = properties.filter(([, property]) => 'value' in property).map(([name]) => name);
    return `const http = process.getBuiltinModule('node:http');
      export default http;
      export const { ${values.join(', ')} } = http;`;
  },
};

/**
 * Builds the service with its dependencies into few files, which start in half of the time and take less memory than the several hundred
 * modules (docs/decisions/0042-built-at-installation.md). `bin/petstore` runs them unless a source is newer.
 */
export default defineConfig({
  plugins: [httpWithoutFetch],
  publicDir: false,
  build: {
    // A thread or a process of its own is a file of its own.
    ssr: true,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'strength-worker': 'src/accounts/passwords/strength-worker.ts',
        'migration-worker': 'src/database/sqlite/migration-worker.ts',
        'packing-worker': 'src/backups/packing-worker.ts',
        'decoder-process': 'src/pets/photos/decoding/decoder-process.ts',
        'heic-worker': 'src/pets/photos/decoding/heic-worker.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        // Without this, a part of Kysely shares a file with the driver of PostgreSQL, which every service would load then.
        codeSplitting: { groups: [{ name: 'kysely', test: /node_modules\/kysely\// }] },
        // The engine keeps the text of all modules, with two bytes per character if one character of a file needs them.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
      },
    },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    // Of everything that is built in.
    license: { fileName: 'licenses.md' },
  },
  // Only what is compiled for the machine stays outside.
  ssr: { noExternal: true, external: ['better-sqlite3', 'libheif-js', 'sharp'] },
});
