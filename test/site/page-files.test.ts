import { beforeAll, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { builtPages, sharedService, startOnSqlite } from '../support/service.ts';

const service = sharedService(startOnSqlite, { pages: builtPages });

const read = (path: string) => service.call('GET', path, { key: null, headers: { accept: 'text/html' } });

beforeAll(() => addPet(service, { name: 'Rex' }));

/** What a document lets browsers load before its scripts ask for it. */
const filesIn = (html: string): string[] =>
  [...html.matchAll(/<link rel="(?:modulepreload|stylesheet|preload)"[^>]* href="(\/[^"]*)"/g)].map(
    ([, path = '']) => path,
  );

const namesIn = (html: string): string[] => filesIn(html).map((path) => path.replace(/-[\w-]{8}\./, '.'));

test.each([
  ['/console/animals', '/assets/console.js'],
  ['/portal/keys', '/assets/portal.js'],
  ['/pets/1', '/assets/board.js'],
  ['/how-to-adopt?lang=de', '/assets/board.js'],
])('the document of %s names the files that its scripts load', async (path, script) => {
  const { text } = await read(path);
  expect(namesIn(text)).toEqual(expect.arrayContaining([script, '/assets/forms.js', '/assets/forms.css']));
  expect(new Set(filesIn(text)).size).toBe(filesIn(text).length);
  for (const file of filesIn(text)) expect((await service.call('GET', file, { key: null })).status, file).toBe(200);
});

test('other documents name no more than the board needs', async () => {
  for (const path of ['/', '/docs', '/pets/999'])
    expect((await read(path)).text, path).not.toMatch(/modulepreload|\/assets\/(?!shell-)/);
  expect((await read('/manifest.json')).status).toBe(404);
});
