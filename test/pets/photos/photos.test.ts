import { describe, expect, test } from 'vitest';
import { allEvents } from '../../events/streams.ts';
import { join, newMember, signedIn } from '../../organizations/members.ts';
import { ann, signUp } from '../../pages/page.ts';
import { newCaller, withKey } from '../../support/adoption.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { type Answer, BACKENDS, runningClock, sharedService } from '../../support/service.ts';
import { image, newImage } from './images.ts';

const jpeg = { 'content-type': 'image/jpeg' };

describe.each(BACKENDS)('photos of an animal, on %s', (_, start) => {
  let petId: number;
  const service = sharedService(start, { now: runningClock() });

  const list = async (id = petId): Promise<Answer['body'][]> =>
    (await service.call('GET', `/v1/pets/${id}/photos`)).body;
  const add = async (
    body: Uint8Array,
    { query = '', headers = {}, caller = service, id = petId } = {},
  ): Promise<Answer> =>
    caller.call('POST', `/v1/pets/${id}/photos${query}`, { body, headers: { ...jpeg, ...headers } });
  async function addNew(count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let i = 0; i < count; i += 1) ids.push((await add(await newImage())).body.id);
    return ids;
  }
  const newPet = async (): Promise<void> => {
    petId = await addPet(service, {});
  };
  const fetchFile = (path: string, headers: Record<string, string> = {}) => fetch(service.origin + path, { headers });

  test('are added as bytes, described, and served in four files that never change', async () => {
    await newPet();
    const bytes = await image(1600, 800).jpeg().toBuffer();
    const answer = await add(bytes, { query: '?alt=A%20brown%20dog' });
    expect(answer.status, answer.text).toBe(201);
    const { body: photo, headers } = answer;
    expect(photo).toEqual({
      id: expect.any(Number),
      alt: 'A brown dog',
      width: 1200,
      height: 600,
      thumbhash: expect.stringMatching(/^[\w+/]{20,40}={0,2}$/),
      urls: expect.any(Object),
    });
    const location = headers.get('location')!;
    expect(location).toBe(`/v1/pets/${petId}/photos/${photo.id}`);
    const got = await service.call('GET', location);
    expect([got.body, got.headers.get('etag')]).toEqual([photo, headers.get('etag')]);
    expect(await list()).toEqual([photo]);
    expect((await service.call('GET', `/v1/pets?ids=${petId}&expand=photos`)).body[0].photos).toEqual([photo]);
    expect((await service.call('GET', `/v1/pets/${petId}?expand=photos,owner`)).body).toMatchObject({
      photos: [photo],
      owner: {},
    });
    expect((await service.call('GET', `/v1/pets?ids=${petId}`)).body[0]).not.toHaveProperty('photos');

    const { default: sharp } = await import('sharp');
    for (const [size, path] of Object.entries<string>(photo.urls)) {
      const file = await fetchFile(path);
      expect([path, file.status]).toEqual([path, 200]);
      expect(file.headers.get('content-type')).toBe(size === 'share' ? 'image/jpeg' : 'image/webp');
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('x-content-type-options')).toBe('nosniff');
      expect(file.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const { width, height } = await sharp(Buffer.from(await file.arrayBuffer())).metadata();
      const wanted = size === 'share' ? 1200 : Number(size);
      expect([size, width, height]).toEqual([size, wanted, wanted / 2]);
      const again = await fetchFile(path, { 'if-none-match': file.headers.get('etag')! });
      expect(again.status).toBe(304);
    }
  });

  test('keep their order: one is moved, the others follow', async () => {
    await newPet();
    const [a, b, c] = (await addNew(3)) as [number, number, number];
    const order = async () => (await list()).map(({ id }) => id);
    const move = (id: number, position: number) =>
      service.call('PATCH', `/v1/pets/${petId}/photos/${id}`, { body: { position } });
    expect((await move(c, 0)).status).toBe(200);
    expect(await order()).toEqual([c, a, b]);
    await move(c, 2);
    expect(await order()).toEqual([a, b, c]);
    expectError(await move(a, 3), 400, 'invalid_body', '`position`');
    expectError(await move(a, -1), 400, 'invalid_body', '`position`');
    expect((await service.call('DELETE', `/v1/pets/${petId}/photos/${a}`)).status).toBe(204);
    expect(await order()).toEqual([b, c]);
    await move(c, 0);
    const [d] = await addNew(1);
    expect(await order()).toEqual([c, b, d]);
  });

  test('have a description that can be changed and removed, under an ETag', async () => {
    await newPet();
    const [id] = await addNew(1);
    const path = `/v1/pets/${petId}/photos/${id}`;
    const patch = (body: object, headers = {}) => service.call('PATCH', path, { body, headers });
    const before = (await service.call('GET', path)).headers.get('etag')!;
    const described = await patch({ alt: '  Asleep  ' });
    expect(described.body.alt).toBe('Asleep');
    expectError(await patch({ alt: 'Awake' }, { 'if-match': before }), 412, 'precondition_failed');
    expect((await patch({ alt: null }, { 'if-match': described.headers.get('etag')! })).body).not.toHaveProperty('alt');
    expectError(await patch({ alt: 'x'.repeat(501) }), 400, 'invalid_body', '`alt`');
    expectError(await patch({ alt: '' }), 400, 'invalid_body', '`alt`');
    const listed = await service.call('GET', `/v1/pets/${petId}/photos`);
    const headers = { 'if-none-match': listed.headers.get('etag')! };
    expect((await service.call('GET', `/v1/pets/${petId}/photos`, { headers })).status).toBe(304);
  });

  test('have a point that stays in view, in percent', async () => {
    await newPet();
    const [id] = await addNew(1);
    const path = `/v1/pets/${petId}/photos/${id}`;
    const patch = (focus: unknown) => service.call('PATCH', path, { body: { focus } });
    expect((await service.call('GET', path)).body).not.toHaveProperty('focus');
    for (const focus of [
      { x: 0, y: 100 },
      { x: 62, y: 18 },
    ])
      expect((await patch(focus)).body.focus).toEqual(focus);
    for (const [focus, name] of [
      [{ x: 50 }, 'focus.y'],
      [{ x: 101, y: 5 }, 'focus.x'],
      [{ x: 5, y: -1 }, 'focus.y'],
      [{ x: 0.5, y: 1 }, 'focus.x'],
      ['50% 20%', 'focus'],
    ] as const)
      expectError(await patch(focus), 400, 'invalid_body', `\`${name}\``);
    expect((await service.call('GET', path)).body.focus).toEqual({ x: 62, y: 18 });
    expect((await patch(null)).body).not.toHaveProperty('focus');
  });

  test('are twelve at most; the same image is there once', async () => {
    await newPet();
    const bytes = await newImage();
    const first = await add(bytes);
    const again = await add(bytes, { query: '?alt=Again' });
    expect([again.status, again.body]).toEqual([201, first.body]);
    await addNew(11);
    expectError(await add(await newImage()), 409, 'too_many_photos', '12');
    expect((await add(bytes)).body).toEqual(first.body);
    expect(await list()).toHaveLength(12);
  });

  test('of racing uploads, no more are kept than there is room for', async () => {
    await newPet();
    await addNew(10);
    const answers = await Promise.all(Array.from({ length: 4 }, async () => add(await newImage())));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409]);
    expect(await list()).toHaveLength(12);
  });

  test('change the animal for those who follow it, but not its version', async () => {
    await newPet();
    const pet = await service.call('GET', `/v1/pets/${petId}`);
    const after = (await allEvents(service)).at(-1)!.sequence;
    const [id] = await addNew(1);
    const path = `/v1/pets/${petId}/photos/${id}`;
    await service.call('PATCH', path, { body: { alt: 'Asleep' } });
    await service.call('PATCH', path, { body: { alt: 'Asleep', position: 0 } });
    await service.call('DELETE', path);
    const events = await allEvents(service, { query: `?after=${after}` });
    const changed = { type: 'pet.updated', data: { ...pet.body, changed: ['photos'] } };
    expect(events).toMatchObject([changed, changed, changed]);
    const now = await service.call('GET', `/v1/pets/${petId}`);
    expect([now.text, now.headers.get('etag')]).toEqual([pet.text, pet.headers.get('etag')]);
    const since = await service.call('GET', `/v1/pets?updatedSince=${events[0]!.timestamp}`);
    expect(since.body.map((found: { id: number }) => found.id)).toContain(petId);
  });

  test('are changed by the people of the animal and by operators only', async () => {
    await newPet();
    const [id] = await addNew(1);
    const other = await newCaller(service);
    expectError(await add(await newImage(), { caller: other }), 403, 'forbidden');
    const path = `/v1/pets/${petId}/photos/${id}`;
    expectError(await other.call('PATCH', path, { body: { alt: 'Mine' } }), 403, 'forbidden');
    expectError(await other.call('DELETE', path), 403, 'forbidden');
    expect((await other.call('GET', path)).status).toBe(200);
    const elsewhere = await addPet(service, {});
    for (const wrong of [
      `/v1/pets/${elsewhere}/photos/${id}`,
      `/v1/pets/${petId}/photos/9999`,
      `/v1/pets/${petId}/photos/x`,
    ])
      for (const method of ['GET', 'DELETE'])
        expectError(await service.call(method, wrong), 404, 'photo_not_found', '`photoId`');
    expectError(await add(await newImage(), { id: 999_999 }), 404, 'pet_not_found', '`petId`');
  });

  test('of animals that visitors do not see are served to sessions and secret keys only', async () => {
    const { body: organization } = await service.call('POST', '/v1/organizations', { body: { name: 'Riverside' } });
    const staff = await newMember(service, organization.id, 'staff');
    petId = (await staff.call('POST', '/v1/pets', { body: { name: 'Rex', categoryId: 1 } })).body.id;
    const { body: photo } = await add(await newImage(), { caller: staff });
    const path = photo.urls['300'];
    const key = await service.call('POST', '/v1/account/keys', {
      body: { kind: 'publishable', origins: ['https://shelter.example'], scopes: ['pets:read'] },
    });
    const visitor = withKey(service, key.body.key);
    const hidden = await fetchFile(path);
    expect([hidden.status, ((await hidden.json()) as { code: string }).code]).toEqual([404, 'photo_not_found']);
    expect((await visitor.call('GET', path)).status).toBe(404);
    expect((await visitor.call('GET', `/v1/pets/${petId}/photos`)).status).toBe(404);
    const shown = await fetchFile(path, { authorization: `Bearer ${staff.key}` });
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect(shown.headers.get('cross-origin-resource-policy')).toBe('same-origin');

    await service.call('PATCH', `/v1/organizations/${organization.id}`, { body: { listed: true } });
    expect((await fetchFile(path)).status).toBe(200);
    expect((await visitor.call('GET', `/v1/pets?ids=${petId}&expand=photos`)).body[0].photos).toEqual([photo]);
    await service.call('PATCH', `/v1/organizations/${organization.id}`, { body: { listed: false } });
    expect((await fetchFile(path)).status).toBe(404);

    const account = await signUp(service);
    await join(service, account.accountId, { id: organization.id, role: 'staff' });
    const page = await signedIn(service, ann);
    // As the browser sends the request of an image.
    expect((await page.call('GET', path, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200);
    expect((await page.call('GET', path, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(404);
    // And as it sends it on plain HTTP, where it says no more than on which page the image is.
    const { cookie } = page;
    const imageOn = (referer: string) => fetchFile(path, { cookie, referer });
    expect((await imageOn(`${service.origin}/console/animals`)).status).toBe(200);
    expect((await imageOn('http://shelter.example/console/animals')).status).toBe(404);
  });

  test('are gone with the photo, and with the animal', async () => {
    await newPet();
    const photos = await Promise.all([newImage(), newImage()].map(async (bytes) => (await add(await bytes)).body));
    const path = (i: number) => photos[i].urls['1200'];
    await service.call('DELETE', `/v1/pets/${petId}/photos/${photos[0].id}`);
    expect([(await fetchFile(path(0))).status, (await fetchFile(path(1))).status]).toEqual([404, 200]);
    expect((await service.call('DELETE', `/v1/pets/${petId}`)).status).toBe(204);
    expect((await fetchFile(path(1))).status).toBe(404);
    expect((await service.call('GET', `/v1/pets/${petId}/photos`)).status).toBe(404);
  });

  test('404 for what is no file of a photo', async () => {
    await newPet();
    const { body: photo } = await add(await newImage());
    const name = photo.urls.share.split('/')[2];
    for (const path of [
      `/photos/${name}/900.webp`,
      `/photos/${name.toUpperCase()}x/300.webp`,
      `/photos/..%2f..%2f${name}/300.webp`,
      `/photos/${'0'.repeat(32)}/300.webp`,
    ])
      expect((await fetchFile(path)).status).toBe(404);
    expect((await fetch(`${service.origin}/photos/${name}/300.webp`, { method: 'HEAD' })).status).toBe(200);
  });

  test('an Idempotency-Key replays the response, and the image decides what is the same request', async () => {
    await newPet();
    const [bytes, other] = [await newImage(), await newImage()];
    const headers = { 'idempotency-key': `photo-${petId}` };
    const first = await add(bytes, { headers });
    const again = await add(bytes, { headers });
    expect([again.status, again.body, again.headers.get('idempotency-replayed')]).toEqual([201, first.body, 'true']);
    expectError(await add(other, { headers }), 422, 'idempotency_key_reused');
    await service.call('DELETE', `/v1/pets/${petId}/photos/${first.body.id}`);
    expect((await add(bytes, { headers })).body).toEqual(first.body);
    expect(await list()).toEqual([]);
  });
});
