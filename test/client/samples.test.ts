import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogueOf, type Operation } from '../../web/src/docs/reference/catalogue.ts';
import { type LanguageName, LANGUAGES } from '../../web/src/docs/reference/samples/languages.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';

/** The file of a program, and what runs it. */
const PROGRAMS: Readonly<Record<LanguageName, readonly [file: string, command: string, ...args: string[]]>> = {
  curl: ['sample.sh', 'sh'],
  typescript: ['sample.ts', process.execPath],
  python: ['sample.py', 'python3'],
  php: ['sample.php', 'php'],
  go: ['sample.go', 'go', 'run'],
};
/** What else must be on the machine. */
const needs = (name: LanguageName): string => (name === 'curl' ? 'curl' : PROGRAMS[name][1]);

const isHere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', 'command -v "$1"', 'sh', program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
const names = Object.keys(LANGUAGES) as LanguageName[];
const here = names.filter((name) => isHere(needs(name)));

let service: TestService;
let folder: string;
let operations: ReadonlyMap<string, Operation>;
beforeAll(async () => {
  service = await startOnSqlite();
  folder = mkdtempSync(join(tmpdir(), 'petstore-samples-'));
  const { body } = await service.call('GET', '/v1/openapi.json');
  const { groups } = catalogueOf(body);
  operations = new Map(groups.flatMap((group) => group.operations.map((one) => [one.id, one] as const)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.close();
});

function sample(
  name: LanguageName,
  id: string,
  values: Record<string, string> = {},
  body: object | string = '',
): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const code = LANGUAGES[name].sample(operations.get(id)!, { values, body: text }, service.origin);
  if (code === undefined) throw new Error(`${id} has no sample in ${name}.`);
  return code;
}

/** Runs a program and returns what it prints. */
async function run(name: LanguageName, code: string): Promise<string> {
  const [file, command, ...args] = PROGRAMS[name];
  const path = join(folder, file);
  writeFileSync(path, code.replace("'@petstore/client'", `'${resolve('client/src/petstore.ts')}'`));
  const child = spawn(command, [...args, path], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    env: { ...process.env, PETSTORE_API_KEY: service.operatorKey },
  });
  const [printed, complaint, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}: ${complaint}`);
  return printed;
}

test('every operation has a sample in each language', () => {
  for (const [id, operation] of operations)
    for (const name of names) {
      const filled = { values: {}, body: operation.body?.example ?? '' };
      expect.soft([id, name, LANGUAGES[name].sample(operation, filled, 'http://x')]).not.toContain(undefined);
    }
});

test('in TypeScript, a call has its arguments where the method of the client takes them', () => {
  const calls = [
    sample('typescript', 'listPets', { 'query:hasPhotos': 'true', 'query:ids': '1,2', 'header:If-Match': '"1"' }),
    sample('typescript', 'getPet', { 'path:petId': '7', 'query:expand': 'profile' }),
    sample('typescript', 'createPet', { 'query:expand': 'profile', 'header:Idempotency-Key': "it's" }, { name: 'Rex' }),
    sample('typescript', 'approveOrder', { 'path:orderId': '7', 'header:If-Match': '"1"' }, { visitAt: 'x' }),
    sample('typescript', 'approveOrder', { 'path:orderId': '7' }),
    sample('typescript', 'findPerson'),
  ];
  expect(calls.map((code) => /petstore\.\w+\.\w+\(.*\)(?=[;)])/.exec(code)?.[0])).toEqual([
    'petstore.pets.list({ ids: [1, 2], hasPhotos: true })',
    "petstore.pets.get(7, { expand: ['profile'] })",
    String.raw`petstore.pets.create({ name: 'Rex' }, { expand: ['profile'], idempotencyKey: 'it\'s' })`,
    `petstore.orders.approve(7, { visitAt: 'x', ifMatch: '"1"' })`,
    'petstore.orders.approve(7)',
    'petstore.admin.person({ email: email })',
  ]);
  const moved = { ...operations.get('getMessage')!, base: '/messages-api/v1' };
  const code = LANGUAGES.typescript.sample(moved, { values: {}, body: '' }, 'http://x');
  expect(code).toContain("  messagesBaseUrl: 'http://x/messages-api/v1',\n");
});

test.each(here)('a sample in %s sends line breaks, and every digit', async (name) => {
  const text = `${name}: one\n  two $x\\n "\r\nthree`;
  const profile = { species: 'dog', location: { city: 'Springfield' }, description: text };
  const body = JSON.stringify({ name: 'Rex', categoryId: 0, profile }).replace(':0,', ':-9223372036854775808,');
  await run(name, sample(name, 'createPet', {}, body));
  const { text: found } = await service.call('GET', '/v1/pets?limit=1&expand=profile');
  expect(found).toContain(`"categoryId":-9223372036854775808,`);
  expect(found).toContain(`"description":${JSON.stringify(text)}`);
});

describe.each(here)('the samples of the categories in %s', (name) => {
  // What the languages quote and escape differently.
  const title = `${name}: "Budgies" & <fish>, it's 50 % $HOME \\n {x} ü 🐢 #`;

  test('add, list, get, change and remove one', async () => {
    const created = await run(name, sample(name, 'createCategory', {}, { name: title }));
    const { body: all } = await service.call('GET', '/v1/categories?limit=100');
    const category = (all as unknown as { id: number; name: string }[]).find((one) => one.name === title);
    expect(category).toBeDefined();
    const id = String(category!.id);
    expect(created).toContain(id);

    expect(await run(name, sample(name, 'listCategories'))).toContain(`${name}: `);
    expect(await run(name, sample(name, 'getCategory', { 'path:categoryId': id }))).toContain(`${name}: `);
    await run(name, sample(name, 'updateCategory', { 'path:categoryId': id }, { name: `${title} again` }));
    expect((await service.call('GET', `/v1/categories/${id}`)).body).toMatchObject({ name: `${title} again` });
    await run(name, sample(name, 'deleteCategory', { 'path:categoryId': id }));
    expect((await service.call('GET', `/v1/categories/${id}`)).status).toBe(404);
  });
});
