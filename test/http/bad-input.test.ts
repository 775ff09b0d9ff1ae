import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, sharedService } from '../support/service.ts';
import { good, invalidJson, invalidShape, ofBytes, ofCategory, withMore } from './bad-bodies.ts';

describe.each(BACKENDS)('bad input, on %s', (engine, start) => {
  const post = (body: string | Uint8Array | undefined) =>
    service.call('POST', '/v1/pets', body === undefined ? {} : { body });
  const all = async () => (await service.call('GET', '/v1/pets?limit=100')).text;

  const service = sharedService(start);
  beforeAll(async () => {
    await addPet(service, {});
  });

  describe('valid input', () => {
    test('ignores unknown members', async () => {
      const { status, body } = await post(
        withMore('"id":7,"colour":"black","more":{"constructor":[null,1.5e300,{"prototype":true}]}'),
      );
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
    ])('reads %s as the integer %s', async (written, read) => {
      const answer = await post(ofCategory(written));
      expect(answer.status).toBe(201);
      expect(answer.text).toContain(`"categoryId":${read},`);
      expect((await service.call('GET', `/v1/pets?ids=${answer.body.id}`)).text).toContain(`"categoryId":${read},`);
    });
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test.each([...invalidJson, ...invalidShape])('$what is 400 $code', async ({ body, code, naming, mended = good }) => {
    const before = await all();
    expectError(await post(body), 400, code, naming);
    expect(await all()).toBe(before);
    const answer = await post(mended);
    expect(answer.status, answer.text).toBe(201);
  });

  test('refuses 100,000 levels before parsing them', async () => {
    const roomy = await start({ settings: { maxBodyBytes: 1_000_000 } });
    const answer = await roomy.call('POST', '/v1/pets', { body: '['.repeat(100_000) });
    expectError(answer, 400, 'invalid_json', '16 levels');
    expect((await roomy.call('GET', '/v1/pets')).body).toEqual([]);
  });

  describe('the size of a body', () => {
    const chunked = (length: number) =>
      fetch(`${service.origin}/v1/pets`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.operatorKey}`, 'content-type': 'application/json' },
        body: new Blob([ofBytes(length)]).stream(),
        duplex: 'half',
      });

    test('accepts 65,536 bytes', async () => {
      expect(Buffer.byteLength(ofBytes(65_536))).toBe(65_536);
      expect((await post(ofBytes(65_536))).status).toBe(201);
      expect((await chunked(65_536)).status).toBe(201);
    });

    test('answers 413 payload_too_large to 65,537 bytes', async () => {
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
        headers: {
          authorization: `Bearer ${service.operatorKey}`,
          ...(contentType === undefined ? {} : { 'content-type': contentType }),
        },
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
      expect(await answer.json()).toEqual({
        code: 'unsupported_media_type',
        message: expect.stringContaining('application/json'),
        status: 400,
      });
      expect(answer.status).toBe(400);
      expect(await all()).toBe(before);
    });

    test('answers 400 unsupported_media_type to a compressed body', async () => {
      const petId = await addPet(service, {});
      const before = await all();
      const packed = { 'content-encoding': 'gzip' };
      const image = { body: Buffer.from('image'), headers: { ...packed, 'content-type': 'image/jpeg' } };
      for (const answer of [
        await service.call('POST', '/v1/pets', { body: good, headers: packed }),
        await service.call('POST', `/v1/pets/${petId}/photos`, image),
      ])
        expectError(answer, 400, 'unsupported_media_type', '`Content-Encoding`');
      expect(await all()).toBe(before);
    });
  });
});
