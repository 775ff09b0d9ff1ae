import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { publint } from 'publint';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { executablePath } from '../support/browser.ts';
import { startOnSqlite } from '../support/service.ts';
import { type InstalledClient, installClient } from './package.ts';

const run = promisify(execFile);

/** The result of `smoke.js`. */
const expected = {
  categoryId: true,
  found: 1,
  etag: true,
  names: ['Bo', 'Kit', 'Mia', 'Rex', 'Tom'],
  events: ['Bo', 'Kit', 'Mia', 'Rex', 'Tom'],
  error: [true, 'pet_not_found', 404, true],
  aborted: 'aborted',
  webhook: ['webhook.test', 'invalid_signature'],
};

let client: InstalledClient;
beforeAll(async () => {
  client = await installClient();
});
afterAll(() => client.remove());

describe('the package', () => {
  test('is valid for publishing', async () => {
    const { messages } = await publint({ pkgDir: client.packageFolder, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  test('contains no source and has no dependency', () => {
    expect(readdirSync(client.packageFolder).toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
    const files = readdirSync(join(client.packageFolder, 'dist'));
    expect(files.filter((file) => !/\.(?:js|d\.ts)$/.test(file))).toEqual([]);
    expect(JSON.parse(readFileSync(join(client.packageFolder, 'package.json'), 'utf8'))).not.toHaveProperty(
      'dependencies',
    );
  });

  test('is loaded by a CommonJS program', async () => {
    const program = "console.log(typeof require('@petstore/client').Petstore)";
    const { stdout } = await run(process.execPath, ['--input-type=commonjs', '-e', program], { cwd: client.folder });
    expect(stdout).toBe('function\n');
  });

  test('is smaller than 10 KB as a whole, minified and compressed', async () => {
    const { output } = (await build({
      configFile: false,
      logLevel: 'error',
      root: client.packageFolder,
      build: {
        write: false,
        modulePreload: false,
        rolldownOptions: { input: join(client.packageFolder, 'dist/petstore.js'), preserveEntrySignatures: 'strict' },
      },
    })) as Rolldown.RolldownOutput;
    expect(output).toMatchObject([{ exports: ['Petstore', 'PetstoreError', 'etagOf', 'verifyWebhook'], imports: [] }]);
    expect(output[0].code).toContain('idempotency-key');
    expect(gzipSync(output[0].code, { level: 9 }).length).toBeLessThan(10_000);
  });

  test('does not use anything of Node.js', () => {
    const dist = join(client.packageFolder, 'dist');
    const code = readdirSync(dist)
      .map((file) => readFileSync(join(dist, file), 'utf8'))
      .join('\n');
    expect(code).not.toMatch(/'node:|\bBuffer\.\w|\bprocess\.\w|types="node"/);
  });

  test('has types that a strict program without other types can use', async () => {
    const program = join(client.folder, 'program.mts');
    writeFileSync(
      program,
      `import { type Int64, Petstore, type Pet, verifyWebhook } from '@petstore/client';
      const petstore = new Petstore({ baseUrl: '/v1' });
      for await (const pet of petstore.pets.list({ status: 'available' })) {
        const categoryId: Int64 = pet.categoryId;
        const whole: Pet = { ...pet, categoryId };
        await petstore.pets.update(whole.id, { name: whole.name });
      }
      for await (const event of petstore.events.stream({ types: ['order.placed', 'pet.created'] })) {
        if (event.type === 'order.placed') event.data.petId.toFixed();
        else event.data.name.trim();
        // @ts-expect-error -- not one of the requested kinds
        if (event.type === 'pet.deleted') break;
      }
      const event = await verifyWebhook('whsec_', new Headers(), '');
      if (event.type === 'message.failed') event.data.message.trim();
      // @ts-expect-error -- not a status
      petstore.pets.list({ status: 'gone' });
      // @ts-expect-error -- a category is required
      await petstore.pets.create({ name: 'Rex' });
      // @ts-expect-error -- the clock is internal
      new Petstore({ baseUrl: '/v1' }, {});`,
    );
    const options = ['--ignoreConfig', '--noEmit', '--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext'];
    const { stdout } = await run('node_modules/.bin/tsc', [...options, '--lib', 'esnext,dom', '--types', '', program]);
    expect(stdout).toBe('');
  });
});

const pathFolders = (process.env['PATH'] ?? '').split(delimiter);

/** Bun is no dependency, because of its size. */
const bun = [...pathFolders, resolve('node_modules/.bin')]
  .map((folder) => join(folder, 'bun'))
  .find((command) => existsSync(command));
if (bun === undefined)
  console.warn('Bun is not installed: the client was not tested under it. To test it: npm install --no-save bun');

/** The project's Node.js, every other Node.js from 20 on in PATH, and Bun if it is installed. */
async function runtimes(): Promise<[name: string, command: string, args: string[]][]> {
  const found = new Map<string, string>();
  for (const folder of [...pathFolders, resolve('node_modules/node/bin')]) {
    const command = join(folder, 'node');
    if (!existsSync(command)) continue;
    const { stdout } = await run(command, ['--version']);
    if (Number(/\d+/.exec(stdout)?.[0]) >= 20) found.set(`Node.js ${stdout.trim()}`, command);
  }
  return [
    ...[...found].map(([name, command]): [string, string, string[]] => [name, command, []]),
    ...(bun === undefined ? [] : [['Bun', bun, ['run']] satisfies [string, string, string[]]]),
  ];
}

const found = await runtimes();

describe('the client runs', () => {
  let browser: Browser;
  beforeAll(async () => {
    const args = ['--no-sandbox', '--host-resolver-rules=MAP shelter.example 127.0.0.1'];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser.close());

  test.each(found)('under %s', async (_, command, args) => {
    const service = await startOnSqlite();
    const main = join(client.folder, 'main.mjs');
    copyFileSync('test/client/smoke.js', join(client.folder, 'smoke.mjs'));
    const options = { baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey };
    writeFileSync(
      main,
      `import * as client from '@petstore/client';
      import { smoke } from './smoke.mjs';
      console.log(JSON.stringify(await smoke(client, ${JSON.stringify(options)})));`,
    );
    const { stdout } = await run(command, [...args, main], { cwd: client.folder, timeout: 100_000 });
    expect(JSON.parse(stdout)).toEqual(expected);
  });

  test('in Chromium, on a page of another origin', async () => {
    const service = await startOnSqlite();
    const site = await openSite(client.packageFolder);
    const page = await browser.newPage();
    await page.goto(site.origin);
    const options = { baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey };
    const seen = await page.evaluate(
      `Promise.all([import('/dist/petstore.js'), import('/smoke.js')])
        .then(([client, { smoke }]) => smoke(client, ${JSON.stringify(options)}))`,
    );
    expect(seen).toEqual(expected);
    await page.close();
    await site.close();
  });

  test('in Chromium, on a page without https, with a publishable key', async () => {
    const service = await startOnSqlite();
    const site = await openSite(client.packageFolder);
    const origin = site.origin.replace('127.0.0.1', 'shelter.example');
    const { body: pet } = await service.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } });
    const { body: made } = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: [origin], scopes: ['pets:read', 'orders:write'] },
    });
    const page = await browser.newPage();
    await page.goto(origin);
    const options = { baseUrl: `${service.origin}/v1`, apiKey: made.key };
    const seen = await page.evaluate(
      `import('/dist/petstore.js').then(async ({ Petstore }) => {
        const petstore = new Petstore(${JSON.stringify(options)});
        const { status } = await petstore.orders.place({ petId: ${pet.id}, adopter: { name: 'Ann', email: 'ann@mail.example' } });
        const { items } = await petstore.pets.list({ status: 'pending' }).page();
        return { isSecureContext, status, items };
      })`,
    );
    expect(seen).toEqual({ isSecureContext: false, status: 'placed', items: [{ ...pet, status: 'pending' }] });
    await page.close();
    await site.close();
  });
});

/** Serves the built client and the smoke test to a browser. */
async function openSite(packageFolder: string): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    if (path === '/') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A shelter</title>');
    } else {
      const file = path === '/smoke.js' ? 'test/client/smoke.js' : join(packageFolder, path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.setHeader('content-type', 'text/javascript').end(readFileSync(file));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
