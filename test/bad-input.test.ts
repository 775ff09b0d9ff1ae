import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectError } from './support/answers.ts';
import { BACKENDS, type TestService } from './support/service.ts';

const good = '{"name":"Rex","categoryId":1}';
const with_ = (members: string) => `{"name":"Rex","categoryId":1,${members}}`;
const named = (name: string) => `{"name":${JSON.stringify(name)},"categoryId":1}`;
const ofCategory = (number: string) => `{"name":"Rex","categoryId":${number}}`;
const nested = (levels: number) => with_(`"more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`);
const ofBytes = (length: number) => with_(`"more":"${'x'.repeat(length - with_('"more":""').length)}"`);
const bytes = (...parts: (string | number[])[]) => Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));
const inName = (...broken: number[]) => bytes('{"name":"R', broken, 'x","categoryId":1}');

interface BadBody {
  readonly what: string;
  readonly body: string | Uint8Array | undefined;
  readonly code: string;
  /** What the message names. */
  readonly naming?: string;
  /** The same body, mended: it is accepted. */
  readonly mended?: string;
}

const invalidJson: BadBody[] = [
  { what: 'what is not JSON', body: 'name=Rex', code: 'invalid_json' },
  { what: 'JSON that ends too soon', body: good.slice(0, -1), code: 'invalid_json', mended: good },
  { what: 'JSON with more behind it', body: `${good}{}`, code: 'invalid_json', mended: `${good} \r\n\t` },
  { what: 'white space alone', body: ' \n', code: 'invalid_json' },
  { what: 'the same member twice', body: with_('"name":"Max"'), code: 'invalid_json', naming: 'twice' },
  { what: 'the same member twice, once with an escape', body: with_(String.raw`"na\u006de":"Max"`), code: 'invalid_json', naming: 'twice' },
  { what: 'the same unknown member twice', body: with_('"more":1,"more":1'), code: 'invalid_json', naming: 'twice', mended: with_('"more":1') },
  { what: 'the same member twice, deep inside', body: with_('"a":[{"b":{"c":1,"c":2}}]'), code: 'invalid_json', naming: 'twice' },
  { what: 'the member `__proto__`', body: with_('"__proto__":{}'), code: 'invalid_json', naming: '`__proto__`', mended: with_('"proto":{}') },
  { what: '`__proto__`, with an escape', body: with_(String.raw`"__pro\u0074o__":{}`), code: 'invalid_json', naming: '`__proto__`' },
  { what: '`__proto__`, deep inside', body: with_('"a":[{"__proto__":1}]'), code: 'invalid_json', naming: '`__proto__`', mended: with_('"a":["__proto__"]') },
  { what: 'a byte that is not UTF-8', body: inName(0xff), code: 'invalid_json', naming: 'UTF-8', mended: named('Rýx') },
  { what: 'an overlong slash in UTF-8', body: inName(0xc0, 0xaf), code: 'invalid_json', naming: 'UTF-8', mended: named('R/x') },
  { what: 'a surrogate in UTF-8', body: inName(0xed, 0xa0, 0x80), code: 'invalid_json', naming: 'UTF-8' },
  { what: 'half a character in UTF-8', body: inName(0xf0, 0x9f, 0x90), code: 'invalid_json', naming: 'UTF-8', mended: named('R🐶x') },
  { what: 'beyond U+10FFFF in UTF-8', body: inName(0xf4, 0x90, 0x80, 0x80), code: 'invalid_json', naming: 'UTF-8' },
  { what: 'UTF-16', body: Buffer.from(good, 'utf16le'), code: 'invalid_json' },
  { what: '17 levels', body: nested(17), code: 'invalid_json', naming: '16 levels', mended: nested(16) },
  { what: '30,000 levels', body: '['.repeat(30_000) + ']'.repeat(30_000), code: 'invalid_json', naming: '16 levels' },
];

const invalidShape: BadBody[] = [
  { what: 'no body', body: undefined, code: 'invalid_body', naming: 'body' },
  { what: 'an empty body', body: '', code: 'invalid_body', naming: 'body' },
  { what: 'an array', body: `[${good}]`, code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'null', body: 'null', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'a string', body: '"Rex"', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'a number', body: '1', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'true', body: 'true', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'an empty object', body: '{}', code: 'invalid_body', naming: 'is required' },
  { what: 'no name', body: '{"categoryId":1}', code: 'invalid_body', naming: '`name` is required' },
  { what: 'a name in another case', body: '{"Name":"Rex","categoryId":1}', code: 'invalid_body', naming: '`name` is required' },
  { what: 'a null name', body: '{"name":null,"categoryId":1}', code: 'invalid_body', naming: '`name`', mended: named('null') },
  { what: 'a number as name', body: '{"name":7,"categoryId":1}', code: 'invalid_body', naming: '`name`', mended: named('7') },
  { what: 'an array as name', body: '{"name":["Rex"],"categoryId":1}', code: 'invalid_body', naming: '`name`' },
  { what: 'no categoryId', body: '{"name":"Rex"}', code: 'invalid_body', naming: '`categoryId` is required' },
  { what: 'a null categoryId', body: ofCategory('null'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('0') },
  { what: 'true as categoryId', body: ofCategory('true'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('1') },
  { what: 'an array as categoryId', body: ofCategory('[1]'), code: 'invalid_body', naming: '`categoryId`' },
  { what: 'a number as string', body: ofCategory('"1"'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('1') },
  { what: 'a fraction', body: ofCategory('1.5'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('1.0') },
  { what: 'a fraction too small for a double', body: ofCategory('1.00000000000000000001'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('1.00000000000000000000') },
  { what: 'a fraction by its exponent', body: ofCategory('15e-1'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('10e-1') },
  { what: 'a number that a double rounds to zero', body: ofCategory('1e-400'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('0e-400') },
  { what: 'one more than an int64', body: ofCategory('9223372036854775808'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('9223372036854775807') },
  { what: 'one less than an int64', body: ofCategory('-9223372036854775809'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('-9223372036854775808') },
  { what: 'an exponent beyond an int64', body: ofCategory('1e19'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('9e0') },
  { what: 'an exponent beyond a double', body: ofCategory('1e400'), code: 'invalid_body', naming: '`categoryId`', mended: ofCategory('1e4') },
  { what: 'an unknown status', body: with_('"status":"lost"'), code: 'invalid_body', naming: '`status` must be one of `available`, `pending`, `sold`', mended: with_('"status":"sold"') },
  { what: 'a status in another case', body: with_('"status":"SOLD"'), code: 'invalid_body', naming: '`status`', mended: with_('"status":"sold"') },
  { what: 'an empty status', body: with_('"status":""'), code: 'invalid_body', naming: '`status`' },
  { what: 'a null status', body: with_('"status":null'), code: 'invalid_body', naming: '`status`' },
  { what: 'an array as status', body: with_('"status":["sold"]'), code: 'invalid_body', naming: '`status`' },
];

describe.each(BACKENDS)('bad input, on %s', (_, start) => {
  let service: TestService;
  const post = (body: string | Uint8Array | undefined) => service.call('POST', '/v1/pets', body === undefined ? {} : { body });
  const all = async () => (await service.call('GET', '/v1/pets?limit=100')).text;

  beforeAll(async () => {
    service = await start();
    expect((await post(good)).status).toBe(201);
  });
  afterAll(() => service.close());

  test.each([...invalidJson, ...invalidShape])('$what is 400 $code', async ({ body, code, naming, mended = good }) => {
    const before = await all();
    expectError(await post(body), 400, code, naming);
    expect(await all()).toBe(before);
    const answer = await post(mended);
    expect(answer.status, answer.text).toBe(201);
  });

  test('100,000 levels are refused before anything is made of them', async () => {
    const roomy = await start({ settings: { maxBodyBytes: 1_000_000 } });
    try {
      const answer = await roomy.call('POST', '/v1/pets', { body: '['.repeat(100_000) });
      expectError(answer, 400, 'invalid_json', '16 levels');
      expect((await roomy.call('GET', '/v1/pets')).body).toEqual([]);
    } finally {
      await roomy.close();
    }
  });

  describe('the size of a body', () => {
    const chunked = (length: number) =>
      fetch(`${service.origin}/v1/pets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/json' },
        body: new Blob([ofBytes(length)]).stream(),
        duplex: 'half',
      });

    test('65,536 bytes are accepted', async () => {
      expect(Buffer.byteLength(ofBytes(65_536))).toBe(65_536);
      expect((await post(ofBytes(65_536))).status).toBe(201);
      expect((await chunked(65_536)).status).toBe(201);
    });

    test('65,537 bytes are 413 payload_too_large', async () => {
      const before = await all();
      expectError(await post(ofBytes(65_537)), 413, 'payload_too_large', 'The body');
      const answer = await chunked(65_537);
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ code: 'payload_too_large', status: 413 });
      expect(await all()).toBe(before);
    });
  });

  describe('the content type', () => {
    const send = (contentType: string | undefined) =>
      fetch(`${service.origin}/v1/pets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.operatorKey}`, ...(contentType === undefined ? {} : { 'content-type': contentType }) },
        body: Buffer.from(good),
      });

    test.each([
      'application/json',
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'application/json ; version=1; profile="https://shelter.example"',
      'APPLICATION/JSON',
      'Application/Json; Charset=UTF-8',
    ])('%s is accepted', async (contentType) => {
      expect((await send(contentType)).status).toBe(201);
    });

    test.each([
      undefined,
      'text/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonp',
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/problem+json',
      'application',
      '*/*',
      'json',
    ])('%s is 400 unsupported_media_type', async (contentType) => {
      const before = await all();
      const answer = await send(contentType);
      expect(await answer.json()).toEqual({ code: 'unsupported_media_type', message: expect.stringContaining('application/json'), status: 400 });
      expect(answer.status).toBe(400);
      expect(await all()).toBe(before);
    });

    test('a compressed body is 400 unsupported_media_type', async () => {
      const before = await all();
      const answer = await service.call('POST', '/v1/pets', { body: good, headers: { 'content-encoding': 'gzip' } });
      expectError(answer, 400, 'unsupported_media_type', '`Content-Encoding`');
      expect(await all()).toBe(before);
    });
  });

  describe('what is not bad', () => {
    test('unknown members are ignored', async () => {
      const { status, body } = await post(with_('"id":7,"colour":"black","more":{"constructor":[null,1.5e300,{"prototype":true}]}'));
      expect(status).toBe(201);
      expect(body).toEqual({ id: expect.any(Number), name: 'Rex', categoryId: 1, status: 'available' });
      expect(body.id).not.toBe(7);
    });

    test.each([
      ['1.0', '1'],
      ['9e0', '9'],
      ['1E+2', '100'],
      ['1200e-2', '12'],
      ['0.5e1', '5'],
      ['-0', '0'],
      ['-0.0', '0'],
      ['0e999999999', '0'],
      ['92233720368547758.07e2', '9223372036854775807'],
      ['-9.223372036854775808E18', '-9223372036854775808'],
      ['9007199254740993', '9007199254740993'],
    ])('%s is an integer: %s', async (written, read) => {
      const answer = await post(ofCategory(written));
      expect(answer.status).toBe(201);
      expect(answer.text).toContain(`"categoryId":${read},`);
      expect((await service.call('GET', `/v1/pets?ids=${answer.body.id}`)).text).toContain(`"categoryId":${read},`);
    });
  });
});
