import { once } from 'node:events';
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { runningClock, sharedService, startOnSqlite, type TestService } from '../support/service.ts';

interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** As they came over the wire. */
  readonly bytes: Buffer;
}

/** Asks for a path in one of these codings. */
async function receive(
  service: TestService,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Received> {
  const authorization = `Bearer ${service.operatorKey}`;
  const request = get(service.origin + path, { agent: false, method, headers: { authorization, ...headers } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const accepting = (encodings: string) => ({ 'accept-encoding': encodings });

/** RFC 9110, sections 8.8.3, 12.5.3 and 12.5.5. */
describe('compression', () => {
  const long = '/v1/pets?limit=60';
  const short = '/v1/pets?limit=2';
  const service = sharedService(startOnSqlite, { now: runningClock() });
  beforeAll(async () => {
    const name = (i: number) => `${i} is a good dog who waits for somebody to take walks with`;
    await Promise.all(Array.from({ length: 60 }, (_, i) => addPet(service, { name: name(i) })));
  });

  test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1, gzip;q=0.3', 'x-gzip', '*', 'GZIP', 'identity;q=0.5, gzip'])(
    'a long answer is compressed for %s',
    async (encodings) => {
      const plain = await receive(service, long, {});
      const answer = await receive(service, long, accepting(encodings));
      expect(answer.headers).toMatchObject({
        'content-encoding': 'gzip',
        'content-length': String(answer.bytes.length),
        'content-type': 'application/json; charset=utf-8',
        vary: 'Accept-Encoding',
        link: plain.headers['link'],
      });
      expect(answer.bytes.length).toBeLessThan(plain.bytes.length / 3);
      expect(gunzipSync(answer.bytes).equals(plain.bytes)).toBe(true);
    },
  );

  test.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0, *', '*;q=0', 'gzip;q=0.5, identity', 'gzip;q=x'])(
    'and for %j it is not, but says that it depends on the header',
    async (encodings) => {
      const { headers, bytes } = await receive(service, long, encodings === undefined ? {} : accepting(encodings));
      expect(headers['content-encoding']).toBeUndefined();
      expect(headers.vary).toBe('Accept-Encoding');
      expect(JSON.parse(bytes.toString())).toHaveLength(60);
    },
  );

  test('a page that changes is compressed anew', async () => {
    const names = async () => {
      const { bytes } = await receive(service, long, accepting('gzip'));
      return (JSON.parse(gunzipSync(bytes).toString()) as { name: string }[]).map(({ name }) => name);
    };
    const before = await names();
    await addPet(service, { name: 'Newcomer' });
    expect(await names()).toEqual(['Newcomer', ...before.slice(0, -1)]);
  });

  test('HEAD has the headers of GET', async () => {
    const [answer, head] = [
      await receive(service, long, accepting('gzip')),
      await receive(service, long, accepting('gzip'), 'HEAD'),
    ];
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-encoding', 'content-length', 'vary'] as const)
      expect(head.headers[name]).toBe(answer.headers[name]);
  });

  test('a page of another origin depends on both headers', async () => {
    const { headers } = await receive(service, long, { ...accepting('gzip'), origin: 'https://shelter.example' });
    expect(headers.vary).toBe('Origin, Accept-Encoding');
  });

  test('a short answer is as it was', async () => {
    const [plain, answer] = [await receive(service, short, {}), await receive(service, short, accepting('gzip'))];
    expect(answer.bytes.equals(plain.bytes)).toBe(true);
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  });

  test('what has an ETag is not compressed: the tag is of these bytes', async () => {
    const profile = { description: 'Rex likes walks. '.repeat(400) };
    const id = await addPet(service, { profile });
    for (const path of [`/v1/pets/${id}?expand=profile`, `/v1/pets?ids=${id}&expand=profile`]) {
      const { headers, bytes } = await receive(service, path, accepting('gzip'));
      expect(bytes.length).toBeGreaterThan(4_096);
      expect(headers.etag).toMatch(/^"/);
      expect(headers['content-encoding']).toBeUndefined();
    }
  });

  test('what changes something is not compressed: it repeats what was sent', async () => {
    const options = { body: { name: 'Rex', categoryId: 1, profile: { description: 'Walks! '.repeat(1_000) } } };
    const answer = await service.call('POST', '/v1/pets?expand=profile', { ...options, headers: accepting('gzip') });
    expect(answer.status).toBe(201);
    expect(answer.text.length).toBeGreaterThan(4_096);
    expect([answer.headers.get('content-encoding'), answer.headers.get('vary')]).toEqual([null, null]);
  });

  test('neither are live streams', async () => {
    const { headers } = await receive(service, '/v1/events?limit=100', accepting('gzip'));
    expect(headers['content-encoding']).toBe('gzip');
    const authorization = `Bearer ${service.operatorKey}`;
    const stream = await fetch(`${service.origin}/v1/events`, {
      headers: { ...accepting('gzip'), accept: 'text/event-stream', authorization },
    });
    expect(stream.headers.get('content-encoding')).toBeNull();
    await stream.body?.cancel();
  });
});

describe('/v1/openapi.json', () => {
  const service = sharedService(startOnSqlite);

  const path = '/v1/openapi.json';

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['br;q=0.1, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const)('for a client that accepts %j: %s', async (encodings, encoding, decompress) => {
    const plain = await receive(service, path, {});
    const { headers, bytes } = await receive(service, path, accepting(encodings));
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'no-cache',
      vary: 'Accept-Encoding',
    });
    expect(headers['content-encoding']).toBe(encoding);
    expect(decompress(bytes).equals(plain.bytes)).toBe(true);
  });

  test('has a strong ETag for each encoding, and 304 for whoever has it', async () => {
    const encodings = ['br', 'gzip', 'identity'];
    const tags = await Promise.all(
      encodings.map(async (encoding) => (await receive(service, path, accepting(encoding))).headers.etag ?? ''),
    );
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/);
    const [brotli = '', gzipped = ''] = tags;
    const ask = (known: string) => receive(service, path, { ...accepting('br'), 'if-none-match': known });
    const unchanged = await ask(`"x", W/${brotli}`);
    expect(unchanged).toMatchObject({ status: 304, headers: { etag: brotli, vary: 'Accept-Encoding' } });
    expect(unchanged.bytes).toHaveLength(0);
    expect((await ask(gzipped)).status).toBe(200);
  });
});
