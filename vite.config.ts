import { defineConfig } from 'vite';

/**
 * Builds the service with its dependencies into few files, which start in half of the time and take less memory than the several hundred
 * modules (docs/decisions/0042-built-at-installation.md). `bin/petstore` runs them unless a source is newer.
 */
export default defineConfig({
  publicDir: false,
  build: {
    // A thread of its own is a file of its own.
    ssr: true,
    rolldownOptions: {
      input: { main: 'src/main.ts', 'strength-worker': 'src/accounts/passwords/strength-worker.ts' },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
    outDir: 'dist',
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
  },
  // Only what is compiled for the machine stays outside.
  ssr: { noExternal: true, external: ['better-sqlite3'] },
});
