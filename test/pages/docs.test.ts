import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import openapi from '../../openapi.json' with { type: 'json' };
import { guidePage } from '../../web/guides.ts';
import { highlight } from '../../web/src/design/text/highlight.ts';
import { laidOut } from '../../web/src/design/text/json-text.ts';
import type { Description } from '../../web/src/docs/reference/description.ts';
import { rulesOf } from '../../web/src/docs/reference/schema-text.ts';
import { DESKTOP, expectNoBarriers, PHONE } from '../support/browser.ts';
import { builtPages, startOnSqlite } from '../support/service.ts';
import { follow } from '../support/windows.ts';
import { pagesScene } from './scene.ts';

const guides = globSync('docs/*.md').map((file) => basename(file, '.md'));
// The service is that of production.
const operations = Object.entries(openapi.paths).flatMap(([path, methods]) =>
  Object.entries<{ operationId: string; tags: string[] }>(methods)
    .filter(([, operation]) => !('x-staging-only' in operation))
    .map(([method, { operationId, tags }]) => ({ method, path, operationId, tag: tags[0]! })),
);
const tags = openapi.tags.map(({ name }) => name).filter((name) => operations.some(({ tag }) => tag === name));
const parts = [...tags.map((name) => name.toLowerCase()), 'webhook-events'];
const addresses = [
  '/docs',
  ...guides.map((name) => `/docs/${name}`),
  '/docs/reference',
  ...parts.map((name) => `/docs/reference/${name}`),
];

const { browser, service } = pagesScene();

const open = (path: string, look = {}, at = service()): Promise<Page> =>
  browser().open(`${at.origin}${path}`, { ...DESKTOP, ...look });

/** Waits until it is visible. */
const expectSeen = (what: Locator): Promise<void> => what.waitFor();

/** Waits until the page is loaded. */
const shown = (page: Page): Promise<unknown> => page.locator('main:not(:has([aria-busy=true])) h1').waitFor();

describe('a guide', () => {
  const guideOf = async (markdown: string) => {
    const file = join(await mkdtemp(join(tmpdir(), 'guide-')), 'guide.md');
    writeFileSync(file, markdown);
    return guidePage(file);
  };

  test('compiles to headings, markup, code and transitions', async () => {
    const guide = await guideOf(
      '# A & B\n\nSee [below](#what-it-is-1).\n\n## What it is?\n\n```json\n{"a": 1}\n```\n\n## What it is\n\n```mermaid\nstateDiagram-v2\n  [*] --> a\n  a --> b: go\n```\n',
    );
    expect(guide.title).toBe('A & B');
    expect(guide.headings.map(({ id }) => id)).toEqual(['what-it-is', 'what-it-is-1']);
    expect(guide.blocks.map(({ kind }) => kind)).toEqual(['markup', 'code', 'markup', 'transitions']);
    expect(guide.blocks.at(-1)).toEqual({
      kind: 'transitions',
      transitions: [{ from: 'a', to: [{ to: 'b', name: 'go' }] }],
    });
  });

  test.each([
    ['HTML', '# A\n\nText <b onclick="x()">bold</b>\n', 'HTML'],
    ['a link to a missing heading', '# A\n\n[b](#b)\n', 'that heading does not exist'],
    ['a link to a missing file', '# A\n\n[b](b.md)\n', 'not a guide'],
    ['a link to a file that is not a guide', '# A\n\n[b](../README.md)\n', 'not a guide'],
  ])('with %s fails the build', async (_, markdown, message) => {
    await expect(guideOf(markdown)).rejects.toThrow(message);
  });

  test.each(guides)('%s keeps its code unchanged when it is highlighted', (name) => {
    for (const block of guidePage(`docs/${name}.md`).blocks) {
      if (block.kind !== 'code') continue;
      const pieces = highlight(block.text, block.language);
      expect(pieces.map(({ text }) => text).join('')).toBe(block.text);
    }
  });
});

test('each format of the description has words in the reference', () => {
  const formats = new Set(JSON.stringify(openapi).match(/(?<="format":")[^"]+/g));
  for (const format of formats) {
    const words = rulesOf(openapi as unknown as Description, { format });
    expect(format === 'int64' || words[0] !== format, format).toBe(true);
  }
});

test('JSON is indented without changing any number or escape', () => {
  const text = '{"a":[-9223372036854775808,1.0,1e400],"b":{},"c":[],"d":"\\u003cb>, [1]: {\\"","e":null}';
  const expected =
    '{\n  "a": [\n    -9223372036854775808,\n    1.0,\n    1e400\n  ],\n  "b": {},\n  "c": [],\n  "d": "\\u003cb>, [1]: {\\"",\n  "e": null\n}';
  expect(laidOut(text)).toBe(expected);
  expect(laidOut('no { JSON')).toBe('no { JSON');
});

describe('every page', () => {
  interface Seen {
    readonly title: string;
    readonly ids: readonly string[];
    readonly links: readonly string[];
    readonly sections: readonly { readonly id: string; readonly text: string }[];
  }
  const seen = new Map<string, Seen>();
  const see = `({
    title: document.title,
    ids: Array.from(document.querySelectorAll('[id]'), ({ id }) => id),
    links: Array.from(document.querySelectorAll('a[href]'), ({ href }) => href),
    sections: Array.from(document.querySelectorAll('section.operation'), ({ id, innerText }) => ({ id, text: innerText })),
  })`;

  beforeAll(async () => {
    const page = await open('/docs');
    for (const address of addresses) {
      await follow(page, address);
      await shown(page);
      seen.set(address, await page.evaluate<Seen>(see));
    }
    await page.close();
  });

  test('has the title of its guide, and is linked from the start page', () => {
    const links = seen.get('/docs')!.links;
    for (const name of guides) {
      const [title] = readFileSync(`docs/${name}.md`, 'utf8').split('\n');
      expect(`# ${seen.get(`/docs/${name}`)!.title}`).toBe(title);
      expect(links).toContain(`${service().origin}/docs/${name}`);
    }
  });

  test('has no broken links', () => {
    const broken = [...seen].flatMap(([from, { links }]) =>
      links
        .map((link) => new URL(link))
        .filter(({ origin, pathname }) => origin === service().origin && pathname.startsWith('/docs'))
        .filter(({ pathname, hash }) => {
          const ids = seen.get(pathname)?.ids;
          return ids === undefined || (hash !== '' && !ids.includes(decodeURIComponent(hash.slice(1))));
        })
        .map(({ pathname, hash }) => `${from} links to ${pathname}${hash}`),
    );
    expect([...new Set(broken)]).toEqual([]);
  });

  test('of the reference has its operations with path, samples in five languages, and a way to try them', () => {
    for (const name of tags) {
      const { sections } = seen.get(`/docs/reference/${name.toLowerCase()}`)!;
      const own = operations.filter(({ tag }) => tag === name);
      expect(sections.map(({ id }) => id)).toEqual(own.map(({ operationId }) => operationId));
      own.forEach(({ method, path, operationId }, index) => {
        const words = sections[index]!.text.split('\n');
        const seenAs = (word: string) => [operationId, word, words.some((line) => line.startsWith(word))];
        for (const word of [method.toUpperCase(), `/v1${path}`, 'curl', 'TypeScript', 'Python', 'PHP', 'Go'])
          expect.soft(seenAs(word)).toEqual([operationId, word, true]);
        // The form has no field for a file.
        const takesFile = ['setLogo', 'addPhoto'].includes(operationId);
        expect.soft(seenAs('Try it')).toEqual([operationId, 'Try it', !takesFile]);
      });
    }
  });

  test('lists the events of webhooks', () => {
    const { sections } = seen.get('/docs/reference/webhook-events')!;
    expect(sections.map(({ id }) => id)).toEqual(Object.keys(openapi.webhooks));
  });
});

test.each([
  ['/docs/nothing', 'Page not found'],
  ['/docs/reference/nothing', 'Page not found'],
])('%s says that the page does not exist', async (address, words) => {
  const page = await open(address);
  await expectSeen(page.getByText(words));
});

describe('the reference', () => {
  test('marks the operations that many programs need', async () => {
    const page = await open('/docs/reference');
    const core = Object.values(openapi.paths).flatMap((methods) =>
      Object.values(methods).filter((operation) => (operation as { 'x-core'?: boolean })['x-core']),
    );
    await expect.poll(() => page.getByText('Core', { exact: true }).count()).toBe(core.length);
    expect(core).not.toHaveLength(0);
  });

  test('shows the scope, parameters, responses and errors of an operation', async () => {
    const page = await open('/docs/reference/pets');
    const section = page.locator('#createPet');
    await expectSeen(section.getByText('An API key with the scope pets:write'));
    await expectSeen(section.getByText('1 to 255 characters').first());
    await section.getByText('Errors (', { exact: false }).click();
    const code = section.getByRole('link', { name: 'invalid_body' });
    await code.click();
    await page.waitForURL('**/docs/errors#invalid_body');
    await expectSeen(page.locator('tr:focus', { hasText: 'invalid_body' }));
  });

  test('is where the Link of a deprecated operation leads', async () => {
    const pet = await service().call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const { headers } = await service().call('GET', `/v1/pets/${pet.body.id}`);
    const [, address] = /<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '')!;
    const page = await open(address!);
    const notice = page.locator('.operation-deprecated');
    await expectSeen(notice.getByText('5 December 2030'));
    await expectSeen(page.locator('#getPet:focus'));
    await notice.getByRole('link', { name: 'versions' }).click();
    await expectSeen(page.getByRole('cell', { name: '5 December 2030, 00:00 UTC' }));
  });
});

describe('trying it', () => {
  const big = '9007199254740993';

  test('lists animals with a pasted key, and shows every digit of the answer', async () => {
    const json = JSON.stringify({ name: '<img src=x onerror=alert(1)>', categoryId: 0 });
    await service().call('POST', '/v1/pets', { body: json.replace(':0}', `:${big}}`) });
    const page = await open('/docs/reference/pets');
    await page.getByRole('button', { name: 'Try it List animals' }).click();
    const dialog = page.getByRole('dialog');
    const send = dialog.getByRole('button', { name: 'Send', exact: true });
    await send.click();
    await expectSeen(dialog.getByText('Enter a key'));
    await dialog.getByLabel('API key').fill(service().operatorKey);
    await dialog.getByLabel('categoryId (optional)').fill(big);
    await send.click();
    const answer = dialog.getByRole('region', { name: 'Answer' });
    await expectSeen(answer.getByText('200 OK'));
    await expect.poll(() => answer.locator('pre').innerText()).toContain(`"categoryId": ${big}`);
    await expect.poll(() => answer.innerText()).toMatch(/\d+ ms, .*9,99\d of 10,000 requests left/s);
    await answer.getByText('headers').click();
    await expectSeen(answer.getByText('x-request-id'));

    await page.keyboard.press('Escape');
    const sample = page.locator('#listPets');
    await expectSeen(sample.getByText(`pets?categoryId=${big}`));
    await sample.getByRole('button', { name: 'TypeScript' }).click();
    await expectSeen(sample.getByText(`petstore.pets.list({ categoryId: ${big}n })`));

    // The language is that of all operations, and of later visits.
    await sample.getByRole('button', { name: 'Python' }).click();
    await page.goto(`${service().origin}/docs/reference/categories`);
    await expectSeen(page.locator('#deleteCategory').getByText('urlopen(request)'));
  });

  test('shows a refusal, and keeps the input', async () => {
    const page = await open('/docs/reference/pets');
    await page.getByRole('button', { name: 'Try it Add an animal' }).click();
    const dialog = page.getByRole('dialog');
    await expectSeen(dialog.getByText('This is production'));
    await dialog.getByLabel('API key').fill(service().operatorKey);
    await dialog.getByLabel('Body', { exact: true }).fill('{"name": "Rex"}');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSeen(dialog.getByText('400 Bad Request'));
    await expectSeen(dialog.getByText('"The field `categoryId` is required."'));
    await expect.poll(() => dialog.getByLabel('Body', { exact: true }).inputValue()).toBe('{"name": "Rex"}');
    await dialog.getByLabel('API key').fill('psk_live_…');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSeen(dialog.getByText('a character in it that HTTP does not allow'));
  });

  test('works with a session', async () => {
    const account = { email: 'ann@shelter.example', password: 'seven quiet otters' };
    await service().call('POST', '/v1/accounts', { key: null, body: account });
    const page = await open('/docs/reference/account');
    await page.evaluate(
      `fetch('/session', { method: 'POST', body: ${JSON.stringify(JSON.stringify(account))}, headers: { 'content-type': 'application/json', 'x-petstore-page': '1' } })`,
    );
    await page.getByRole('button', { name: 'Try it Get your account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ann@shelter.example (signed in)').waitFor({ state: 'attached' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSeen(dialog.getByText('200 OK'));
    await expectSeen(dialog.getByText('"ann@shelter.example"'));
    await dialog.getByLabel('Authenticate with').selectOption('nobody');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSeen(dialog.getByText('401 Unauthorized'));
  });
});

describe('the search', () => {
  let page: Page;
  beforeAll(async () => {
    page = await open('/docs');
    await shown(page);
  });
  afterAll(() => page.close());

  test('does not open with a key alone, which those who dictate press by mistake', async () => {
    await page.keyboard.press('/');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test.each([
    ['approve order', 'Approve an order', '/docs/reference/orders#approveOrder'],
    ['safe retries', 'Safe retries', '/docs/guide#safe-retries'],
    ['strict_categories', 'Settings', '/docs/settings'],
    ['pet.deleted', 'pet.deleted', '/docs/reference/webhook-events#pet.deleted'],
  ])('opens with Ctrl-K, finds %j and goes there', async (query, title, address) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).fill(query);
    const options = page.getByRole('listbox').getByRole('option');
    const find = async () => (await options.allInnerTexts()).findIndex((text) => text.startsWith(`${title}\n`));
    await expect.poll(find).toBeGreaterThanOrEqual(0);
    const index = await find();
    for (let step = 0; step < index; step += 1) await page.keyboard.press('ArrowDown');
    await expect
      .poll(() => page.getByRole('listbox').getByRole('option', { selected: true }).innerText())
      .toContain(title);
    await page.keyboard.press('Enter');
    await page.waitForURL(`**${address}`);
    await shown(page);
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('ranks titles first, however the words are spelled', async () => {
    await page.getByRole('button', { name: 'Search' }).click();
    const field = page.getByRole('combobox', { name: 'Search' });
    const first = page.getByRole('listbox').getByRole('option').first().locator('.search-title');
    for (const [query, title] of [
      ['wehbook', /webhook/i],
      ['idempotnecy key', /safe retries/i],
      ['catgories', /categories/i],
      // These words are in the text of most pages.
      ['limits', /limits/i],
      ['orders', /orders/i],
      // What a query names comes before longer titles.
      ['GET /v1/pets', /^List animals$/],
      ['webhooks', /^Webhooks$/],
      ['hasPhotos', /animals/i],
      ['pagination', /^Paging$/],
    ] as const) {
      await field.fill(query);
      await expect.poll(() => first.innerText(), { message: query }).toMatch(title);
    }
    await field.fill('giraffe spaceship');
    await expectSeen(page.getByText('No results'));
  });
});

describe('accessibility', () => {
  test('has no violations on desktop and phone, light and dark', async () => {
    const page = await open('/docs');
    for (const [address, heading] of [
      ['/docs', 'Documentation'],
      ['/docs/guide', 'Guide'],
      ['/docs/lifecycle', 'Lifecycle'],
      ['/docs/reference', 'API reference'],
      ['/docs/reference/categories', 'Categories'],
    ] as const) {
      await follow(page, address);
      await expectSeen(page.getByRole('heading', { level: 1, name: heading, exact: true }));
      await shown(page);
      await expectNoBarriers(page);
    }
    for (const summary of await page.locator('#createCategory summary').all()) await summary.click();
    await page.getByRole('button', { name: 'Try it Add a category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('API key').fill(service().operatorKey);
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await expectSeen(dialog.getByText('201 Created'));
    await expectNoBarriers(page);
  });

  test('a phone shows the contents behind a button', async () => {
    const page = await open('/docs', PHONE);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Limits' }).click();
    await expectSeen(page.getByRole('heading', { name: 'Limits', level: 1 }));
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('staging is labeled', async () => {
    const settings = { publicUrl: 'https://pets.shelter.example' };
    const staging = await startOnSqlite({ pages: builtPages, environment: 'staging', settings });
    const page = await open('/docs/guide', PHONE, staging);
    // The commands run against this service, whatever its port is.
    await expectSeen(page.getByText(`export PETSTORE_BASE_URL=${staging.origin}/v1`));
    const production = page.getByRole('link', { name: 'Go to production' });
    expect(await production.getAttribute('href')).toBe('https://pets.shelter.example');
    await page.goto(`${staging.origin}/docs/reference/pets`);
    await shown(page);
    await expectSeen(
      page.locator('.operation-list').getByRole('link', { name: '/pets/{petId} Get an animal Deprecated' }),
    );
    expect(await page.evaluate('[document.documentElement.scrollWidth, innerWidth]')).toEqual([390, 390]);
    await expectSeen(page.getByText('For practice. No animals here are real.'));
    await page.getByRole('button', { name: 'Try it Remove an animal' }).click();
    await expectSeen(page.getByText('This is staging'));
    // The first field, not the button that closes.
    await expectSeen(page.getByRole('dialog').getByLabel('Authenticate with').and(page.locator(':focus')));
  });
});
