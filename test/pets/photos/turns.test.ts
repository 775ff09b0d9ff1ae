import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../pages/page.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, startOnSqlite, type TestService } from '../../support/service.ts';
import { newImage } from './images.ts';

/** Who is next when several wait for the decoder. The order counts, and not the time. */

let service: TestService;
let logged = '';
beforeAll(async () => {
  const logs = new Writable({
    write(chunk, _encoding, done) {
      logged += String(chunk);
      done();
    },
  });
  service = await startOnSqlite({ logs, settings: { logLevel: 'info' } });
});
afterAll(() => service.close());

/** PNGs that take a while, each different from all others. */
let count = 0;
const slowImage = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side - (count += 1), channels: 3, background: '#c03' } })
    .toColourspace('rgb16')
    .png({ compressionLevel: 1 })
    .toBuffer();
const type = { 'content-type': 'image/png' };

const add = (key: string, petId: number, body: Buffer) =>
  service.call('POST', `/v1/pets/${petId}/photos`, { key, body, headers: type });

async function newCaller() {
  const { key } = await service.newAccount({ plan: 'free' });
  return { key, petId: await addPet(service, {}, key) };
}

test('the account that used least is next, however many images another one has sent before', async () => {
  const [hostile, manager] = [await newCaller(), await newCaller()];
  const order: string[] = [];
  const images = await Promise.all(Array.from({ length: 6 }, () => slowImage(2_000)));
  const small = await newImage();
  const sent = images.map(async (image) => {
    expect((await add(hostile.key, hostile.petId, image)).status).toBe(201);
    order.push('hostile');
  });
  const own = add(manager.key, manager.petId, small).then(({ status }) => order.push(`manager ${status}`));
  await Promise.all([...sent, own]);
  // Its own arrival may come late.
  expect(order.indexOf('manager 201')).toBeLessThanOrEqual(3);
});

test('an account that signed up by itself has two images in the queue, and no more', async () => {
  const { key } = await signUp(service);
  const petId = await addPet(service, {}, key);
  const images = await Promise.all(Array.from({ length: 6 }, () => slowImage(2_000)));
  const answers = await Promise.all(images.map((image) => add(key, petId, image)));
  const refused = answers.filter(({ status }) => status !== 201);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(2);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expectError(answer, 503, 'service_unavailable', 'Too many photos');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
});

test('an image whose client has left is not decoded, and fails nothing', async () => {
  const [first, gone, last] = [await newCaller(), await newCaller(), await newCaller()];
  const images = await Promise.all(Array.from({ length: 3 }, () => slowImage(2_000)));
  const sent = images.map((image) => add(first.key, first.petId, image));
  const uploads = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('petstore-upload-'));
  await eventually(async () => (await uploads()).length >= 2);
  const before = new Set(await uploads());
  const leaving = request(`${service.origin}/v1/pets/${gone.petId}/photos`, {
    method: 'POST',
    headers: { ...type, authorization: `Bearer ${gone.key}` },
  });
  leaving.on('error', () => {});
  leaving.end(await slowImage(1_500));
  await eventually(async () => (await uploads()).some((name) => !before.has(name)));
  leaving.destroy();
  for (const { status } of await Promise.all(sent)) expect(status).toBe(201);
  expect((await add(last.key, last.petId, await newImage())).status).toBe(201);
  expect(logged).not.toContain('ENOENT');
});

test('each second of the processor that an image takes costs one request', async () => {
  const { key, petId } = await newCaller();
  const remaining = ({ headers }: Answer) => Number(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const usual = await add(key, petId, await newImage());
  const costly = await add(key, petId, await slowImage(7_000));
  const after = await service.call('GET', `/v1/pets/${petId}`, { key });
  expect(costly.status).toBe(201);
  // The request itself, the one that asks, and at least one second.
  expect(remaining(usual) - remaining(after)).toBeGreaterThanOrEqual(3);
});
