import { hash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { postPhoto } from '../pets/photos/images.ts';
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

test('the document of an animal with a photo adds its scripts after it, with the only script that the policy lets it have', async () => {
  const id = await addPet(service, { name: 'Luna' });
  await postPhoto(service, id);
  const { text, headers } = await read(`/pets/${id}`);
  const [head = '', body = ''] = text.split('<body>');
  expect(head).toMatch(/<link rel="preload" as="image"/);
  expect(head).not.toMatch(/<script type="module"|modulepreload/);
  const [, later = '', script = ''] = /<template id="later">(.*?)<\/template><script>(.*?)<\/script>/.exec(body) ?? [];
  expect(later).toMatch(/^<script type="module" [^>]*shell-[^>]*><\/script><link rel="modulepreload"/);
  const rule = `script-src 'self' 'sha256-${hash('sha256', script, 'base64')}'`;
  expect(headers.get('content-security-policy')!.split('; ')).toContain(rule);
  // Its own policy is kept with it.
  expect((await read(`/pets/${id}`)).headers.get('content-security-policy')).toContain(rule);
  expect((await read('/')).headers.get('content-security-policy')!.split('; ')).toContain("script-src 'self'");
});
