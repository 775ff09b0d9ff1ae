import { globSync, readFileSync } from 'node:fs';

/** The texts of the service's source files, by path from the root of the repository. */
export const readSources = (): Readonly<Record<string, string>> =>
  Object.fromEntries(globSync('src/**/*.ts').map((file) => [file, readFileSync(file, 'utf8')]));
