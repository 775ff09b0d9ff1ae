import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATIONS } from '../../client/src/operations.ts';
import { expectShown } from '../support/documented.ts';
import { freePort } from '../support/free-port.ts';
import { startOnSqlite, type TestService } from '../support/service.ts';
import { type InstalledClient, installClient } from './package.ts';

const readme = readFileSync('client/README.md', 'utf8');
const examples = [
  ...readme.matchAll(/^(##+) ([^\n]+)\n(?:(?!^#).)*?^```ts\n(.*?)^```$(?:\s*^```txt\n(.*?)^```$)?/gms),
].map(([, , title = '', code = '', shown = '']) => ({ title, code, shown }));
const [start] = examples;

let client: InstalledClient;
let service: TestService;
let freeAddress: string;
beforeAll(async () => {
  client = await installClient();
  service = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  for (const [name, categoryId] of [
    ['Rex', 1],
    ['Tom', 2],
    ['Mia', 2],
  ] as const)
    await service.call('POST', '/v1/pets', { body: { name, categoryId } });
  freeAddress = `127.0.0.1:${await freePort()}`;
});
afterAll(async () => {
  await service.close();
  await client.remove();
});

/** An example as a complete program: the imports, the setup of the first example, and its own code. */
function programOf(code: string): string {
  const isImport = (line: string) => line.startsWith('import ');
  const lines = code.split('\n');
  const [head = ''] = start!.code.split('\nfor await');
  const setUp = code === start!.code ? '' : head;
  return [setUp, ...lines.filter(isImport), ...lines.filter((line) => !isImport(line))]
    .join('\n')
    .replace('http://127.0.0.1:8080/v1', `${service.origin}/v1`)
    .replace('psk_live_…', service.operatorKey)
    .replaceAll('127.0.0.1:9000', freeAddress)
    .replace('9000', freeAddress.split(':')[1]!);
}

test('has ten numbered examples after the first one', () => {
  expect(examples.map(({ title }) => /^\d+/.exec(title)?.[0])).toEqual([
    undefined,
    ...'1 2 3 4 5 6 7 8 9 10'.split(' '),
  ]);
});

test.each(examples)('$title', async ({ code, shown }) => {
  const file = join(client.folder, 'example.ts');
  writeFileSync(file, programOf(code));
  const child = spawn(process.execPath, [file], {
    cwd: client.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
  if (code.includes('createServer')) {
    // It serves until it is stopped.
    await expect.poll(() => printed).toContain('\n');
    child.kill();
  }
  await once(child, 'close');
  expectShown(printed.trim(), { kind: 'txt', text: shown });
});

test('has examples that compile', async () => {
  const files = examples.map(({ code }, i) => {
    const file = join(client.folder, `typed-${i}.mts`);
    writeFileSync(file, `${programOf(code)}\nexport {};`);
    return file;
  });
  const strictest = ['exactOptionalPropertyTypes', 'noUncheckedIndexedAccess', 'noPropertyAccessFromIndexSignature'];
  const options = ['--ignoreConfig', '--noEmit', '--strict', ...strictest.map((flag) => `--${flag}`)];
  const target = ['--module', 'nodenext', '--lib', 'esnext,dom'];
  const types = ['--types', 'node', '--typeRoots', 'node_modules/@types'];
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsc', [...options, ...target, ...types, ...files]);
  expect(stdout).toBe('');
});

test('lists all methods and no others', () => {
  const [, table = ''] = readme.split('## All methods');
  const rows = [...table.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, resource, methods = '']) => [
    resource,
    [...methods.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  ]);
  const all = Object.entries(OPERATIONS).map(([resource, methods]) => [
    resource,
    [...Object.keys(methods), ...(resource === 'events' ? ['stream'] : [])],
  ]);
  expect(rows).toEqual(all);
});
