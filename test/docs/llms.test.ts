import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { llmsFiles } from '../../web/llms.ts';
import { describedOperations } from '../support/description.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

const files = llmsFiles();
let pages: string;
let service: TestService;
beforeAll(async () => {
  // As the build of the site writes them.
  pages = await mkdtemp(join(tmpdir(), 'petstore-llms-'));
  await mkdir(join(pages, 'docs'));
  for (const [path, text] of [['index.html', '<html><head></head></html>'] as const, ...files])
    await writeFile(join(pages, path), text);
  service = await startOnSqlite({ pages });
});
afterAll(async () => {
  await service.close();
  await rm(pages, { recursive: true });
});

const read = (path: string) => service.call('GET', path, { key: null });

test('/llms.txt has a title, a summary, and sections of links', async () => {
  const { status, headers, text } = await read('/llms.txt');
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^# Pet Store Service\n\n> The adoption API .*\n\n/);
  expect(text.match(/^## .*$/gm)).toEqual(['## Guides', '## Operations', '## API']);
  expect(text).toMatch(/^## API\n\n- \[The core\]\(\/v1\/openapi\.json\?tags=/m);
  const [, ...sections] = text.split(/^## .*$/m);
  for (const line of sections
    .join('')
    .split('\n')
    .filter((found) => found !== ''))
    expect(line).toMatch(/^- \[[^\]]+\]\(\/\S+\): \S.*\.$/);
});

test('it lists every guide by its title, as Markdown that is there', async () => {
  const { text } = await read('/llms.txt');
  const files = globSync('docs/*.md');
  expect(files).toContain('docs/changelog.md');
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    expect(text).toContain(`- [${/^# (.*)$/m.exec(source)?.[1]}](/${file}): `);
    const guide = await read(`/${file}`);
    expect([guide.status, guide.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(guide.text).toBe(source);
  }
  expect((await read('/docs/guide')).headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test('it names every operation of the description, at its page of the reference', async () => {
  const { text } = await read('/llms.txt');
  for (const { operationId, summary, tags } of describedOperations(openapi)) {
    const line = text.split('\n').find((found) => found.includes(`](/docs/reference/${tags[0]?.toLowerCase()}):`));
    expect(line).toContain(`\`${operationId}\` ${summary}`);
  }
});
