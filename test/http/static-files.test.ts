import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStaticFiles } from '../../src/http/static-files.ts';

test('production and staging, and all services of a process, compress the same file once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-pages-'));
  await writeFile(join(folder, 'one.js'), 'void 1;');
  await writeFile(join(folder, 'two.js'), 'void 2;');
  const [production, staging] = await Promise.all([readStaticFiles(folder), readStaticFiles(folder)]);
  expect(staging.get('/one.js')?.encoded).toBe(production.get('/one.js')?.encoded);
  expect(staging.get('/two.js')?.encoded).not.toBe(production.get('/one.js')?.encoded);
  await rm(folder, { recursive: true });
});
