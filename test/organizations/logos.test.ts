import { beforeAll, describe, expect, test } from 'vitest';
import { Petstore } from '../../client/src/petstore.ts';
import { allEvents } from '../events/streams.ts';
import { expectError } from '../support/answers.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';
import { IMAGES, type Member, newMember } from './members.ts';

const { 'image/png': png, 'image/jpeg': jpeg, 'image/webp': webp } = IMAGES;

describe.each(BACKENDS)('the logo of an organization, on %s', (engine, start) => {
  let id: number;
  let manager: Member;

  const service = sharedService(start);
  beforeAll(async () => {
    id = (await service.call('POST', '/v1/organizations', { body: { name: 'Riverside', listed: true } })).body.id;
    manager = await newMember(service, id, 'manager');
  });

  const put = (image: Uint8Array | string, type = 'image/png', caller: TestService = manager, headers = {}) =>
    caller.call('PUT', `/v1/organizations/${id}/logo`, { body: image, headers: { 'content-type': type, ...headers } });
  const remove = (caller: TestService = manager) => caller.call('DELETE', `/v1/organizations/${id}/logo`);
  const organization = async () => (await service.call('GET', `/v1/organizations/${id}`)).body;
  /** As the page of any site does. */
  const fetchLogo = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers });
  const change = (body: object) => service.call('PATCH', `/v1/organizations/${id}`, { body });

  test.each(Object.entries(IMAGES))(
    'is set by PUT of the image itself and served to everybody: %s',
    async (type, image) => {
      const answer = await put(image, type);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.logo).toMatch(new RegExp(`^/logos/${id}\\?v=[\\w-]{8}$`));
      expect(await organization()).toEqual(answer.body);
      const file = await fetchLogo(answer.body.logo);
      expect([file.status, file.headers.get('content-type')]).toEqual([200, type]);
      expect(Buffer.from(await file.arrayBuffer())).toEqual(image);
      expect(file.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('cache-control')).toBe('no-cache');
      const again = await fetchLogo(answer.body.logo, { 'if-none-match': file.headers.get('etag')! });
      expect(again.status).toBe(304);
    },
  );

  test('another one has another address and another ETag, and is an event; the same one is not', async () => {
    await put(png);
    const before = await service.call('GET', `/v1/organizations/${id}`);
    const after = (await allEvents(service)).at(-1)!.sequence;
    expect((await put(png)).headers.get('etag')).toBe(before.headers.get('etag'));
    const { body, headers } = await put(jpeg);
    expect(body.logo).not.toBe(before.body.logo);
    expect(headers.get('etag')).not.toBe(before.headers.get('etag'));
    const { listed: _, suspended: __, ...noticed } = body;
    expect(await allEvents(service, { query: `?after=${after}` })).toMatchObject([
      { type: 'organization.updated', data: noticed, actor: { accountId: manager.accountId } },
    ]);
    expectError(await put(webp, 'image/webp', manager, { 'if-match': '"1"' }), 412, 'precondition_failed');
  });

  if (engine === 'PostgreSQL') return; // What follows is the same on both.

  test('its first bytes decide what it is', async () => {
    expect((await put(jpeg, 'image/png')).status).toBe(200);
    expect((await fetchLogo((await organization()).logo)).headers.get('content-type')).toBe('image/jpeg');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
    for (const bytes of [svg, '', 'GIF89a', png.subarray(0, 7), Buffer.from('RIFF1234WAVE')])
      expectError(await put(bytes), 400, 'invalid_body', 'PNG, JPEG or WebP');
    for (const type of ['image/svg+xml', 'application/json', 'text/html'])
      expectError(await put(png, type), 400, 'unsupported_media_type', '`image/png`');
  });

  test('413 for more than 256 KiB', async () => {
    const most = 256 * 1_024;
    expect((await put(Buffer.concat([png, Buffer.alloc(most - png.length)]))).status).toBe(200);
    const tooLarge = await put(Buffer.concat([png, Buffer.alloc(most - png.length + 1)]));
    expectError(tooLarge, 413, 'payload_too_large', '262144 bytes');
  });

  test('404 while visitors do not see the organization, and after it is removed', async () => {
    const { logo } = (await put(png)).body;
    const headers = { 'if-none-match': (await fetchLogo(logo)).headers.get('etag')! };
    for (const [hidden, shown] of [
      [{ listed: false }, { listed: true }],
      [{ suspended: true }, { suspended: false }],
    ] as const) {
      await change(hidden);
      const answer = await fetchLogo(logo, headers);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'logo_not_found']);
      await change(shown);
      expect((await fetchLogo(logo, headers)).status).toBe(304);
    }
    expect((await remove()).status).toBe(204);
    expect((await organization()).logo).toBeUndefined();
    const { type, data } = (await allEvents(service)).at(-1)!;
    expect([type, data]).toEqual(['organization.updated', { id, name: 'Riverside' }]);
    expect((await fetchLogo(logo)).status).toBe(404);
    expectError(await remove(), 404, 'logo_not_found', '`organizationId`');
    for (const path of ['/logos/9999', '/logos/x', '/logos/9007199254740993'])
      expect((await fetchLogo(path)).status).toBe(404);
  });

  test('managers and operators set and remove it; staff and others do not', async () => {
    expect((await put(png, 'image/png', service)).status).toBe(200);
    const staff = await newMember(service, id, 'staff');
    for (const caller of [staff, await newMember(service, 1, 'manager')]) {
      expectError(await put(png, 'image/png', caller), 403, 'forbidden', 'manager');
      expectError(await remove(caller), 403, 'forbidden', 'manager');
    }
    expect((await remove(service)).status).toBe(204);
  });

  test('the client sends it as a Blob, with its own type', async () => {
    const { organizations } = new Petstore({ baseUrl: `${service.origin}/v1`, apiKey: service.operatorKey });
    const { logo } = await organizations.setLogo(id, new Blob([webp], { type: 'image/webp' }));
    expect((await fetchLogo(logo!)).headers.get('content-type')).toBe('image/webp');
    await organizations.removeLogo(id);
    expect(await organizations.get(id)).not.toHaveProperty('logo');
  });

  test('a visitor and the site get it with the organization', async () => {
    const { logo } = (await put(png)).body;
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: false } });
    expect((await service.call('GET', '/page-settings', { key: null })).body.organization).toMatchObject({ logo });
    await service.call('PATCH', '/v1/organizations/1', { body: { listed: true } });
  });
});
