import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Description, generate } from '../../client/generate.ts';
import { OPERATIONS } from '../../client/src/operations.ts';
import { Petstore } from '../../client/src/petstore.ts';

const description = JSON.parse(readFileSync('openapi.json', 'utf8')) as Description;
const operations = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([verb, operation]) => ({ ...operation, verb: verb.toUpperCase(), path })),
);

test('the generated files match the description (npm run client:generate writes them)', () => {
  for (const [file, text] of Object.entries(generate(description)))
    expect(readFileSync(`client/src/${file}`, 'utf8') === text, `client/src/${file} is current`).toBe(true);
});

test('a new operation without a name fails', () => {
  const paths = { '/owners': { get: { ...description.paths['/pets']!['get']!, operationId: 'listOwners' } } };
  expect(() => generate({ ...description, paths })).toThrow('The operation listOwners has no name in the client');
});

test('every operation has exactly one method, and every method sends its operation', async () => {
  const sent: { method: string; path: string; headers: Headers; body: unknown }[] = [];
  const petstore = new Petstore({
    baseUrl: 'http://petstore.test/v1',
    async fetch(input, init) {
      const { pathname } = new URL(input as string);
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      sent.push({ method: init?.method ?? '', path: pathname, headers: new Headers(init?.headers), body });
      return Response.json([], { headers: { link: '' } });
    },
  });

  const found: string[] = [];
  for (const [resource, methods] of Object.entries(OPERATIONS)) {
    for (const name of Object.keys(methods)) {
      const api = (petstore as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>)[resource]!;
      const answer = api[name]!(101, 102, 103);
      if (typeof answer === 'object' && answer !== null && 'page' in answer)
        await (answer.page as () => Promise<unknown>)();
      else await answer;

      const request = sent.at(-1)!;
      const operation = operations.find(
        ({ verb, path }) =>
          verb === request.method && new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '10[12]')}$`).test(request.path),
      );
      expect(operation, `petstore.${resource}.${name}`).toBeDefined();
      found.push(operation!.operationId);
      const takesKey = operation!.parameters.some(({ $ref }) => $ref?.endsWith('/Idempotency-Key') === true);
      expect(request.headers.has('idempotency-key'), `${operation!.operationId}: Idempotency-Key`).toBe(takesKey);
      expect(request.headers.get('prefer')).toBe('handling=strict');
      expect(request.body !== undefined, `${operation!.operationId}: body`).toBe(operation!.requestBody !== undefined);
    }
  }
  expect(sent).toHaveLength(found.length);
  expect(found.toSorted()).toEqual(operations.map(({ operationId }) => operationId).toSorted());
});

test('every resource and method of the table is documented', () => {
  const source = readFileSync('client/src/api.ts', 'utf8');
  for (const [resource, methods] of Object.entries(OPERATIONS)) {
    const [, text = ''] =
      new RegExp(`\\*/\nexport interface ${resource}Api \\{\n(.*?)\n\\}\n`, 'is').exec(source) ?? [];
    for (const name of Object.keys(methods))
      expect(text, `petstore.${resource}.${name}`).toMatch(new RegExp(`^ {3}\\*/\n {2}${name}\\(`, 'm'));
  }
});

test('every public name has a docstring', () => {
  const files = ['petstore', 'options', 'error', 'pages', 'stream', 'webhook'];
  for (const file of files) {
    const source = readFileSync(`client/src/${file}.ts`, 'utf8');
    const names = [
      ...source.matchAll(/(\*\/\n)?^export (?:async )?(?:interface|type|class|function\*?|const) (\w+)/gms),
    ];
    for (const [, comment, name] of names) expect(comment, `${file}.ts: ${name}`).toBeDefined();
  }
});
