import { request } from 'node:http';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { type Decoder, openDecoder } from '../../../src/pets/photos/decoding/decoder.ts';
import { signUp } from '../../pages/page.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, sharedService, startOnSqlite } from '../../support/service.ts';
import { costlyImage, newImage } from './images.ts';

/** Who is next when several wait for the decoder. The order counts, and not the time: the decoder stands still until all have come. */

const opened = openDecoder();
/** Whose image was decoded, in order. */
const decoded: number[] = [];
const decoder: Decoder = {
  ...opened,
  async decode(path, sender) {
    const photo = await opened.decode(path, sender);
    decoded.push(sender.accountId);
    return photo;
  },
};
let logged = '';
const logs = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
const service = sharedService(startOnSqlite, { decoder, logs, settings: { logLevel: 'info' } });

const type = { 'content-type': 'image/jpeg' };

const add = async (
  { key, petId }: Pick<Awaited<ReturnType<typeof newCaller>>, 'key' | 'petId'>,
  image: Buffer | Promise<Buffer> = newImage(),
): Promise<Answer> => service.call('POST', `/v1/pets/${petId}/photos`, { key, body: await image, headers: type });

async function newCaller() {
  const { key, accountId } = await service.newAccount({ plan: 'free' });
  return { key, accountId, petId: await addPet(service, {}, key) };
}

const wait = (images: number) => eventually(() => decoder.waiting() === images);

/** Stops the process of the decoder. @returns lets it go on, or stops it again */
async function stopDecoder(): Promise<(signal?: 'SIGCONT' | 'SIGSTOP') => void> {
  // The first image starts it.
  expect((await add(await newCaller())).status).toBe(201);
  const id = decoder.processId()!;
  process.kill(id, 'SIGSTOP');
  return (signal = 'SIGCONT') => void process.kill(id, signal);
}

test('the account that used least is next, however many images another one has sent before', async () => {
  const [hostile, manager] = [await newCaller(), await newCaller()];
  const goOn = await stopDecoder();
  decoded.length = 0;
  const sent = Array.from({ length: 6 }, () => add(hostile));
  await wait(6);
  sent.push(add(manager));
  await wait(7);
  goOn();
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(7).fill(201));
  // Behind the image that the decoder had.
  expect(decoded).toEqual([hostile, manager, hostile, hostile, hostile, hostile, hostile].map((by) => by.accountId));
});

test('an account that signed up by itself has two images in the queue, and no more', async () => {
  const { key } = await signUp(service);
  const stranger = { key, petId: await addPet(service, {}, key) };
  const goOn = await stopDecoder();
  const answers: Answer[] = [];
  const sent = Array.from({ length: 6 }, async () => answers.push(await add(stranger)));
  await eventually(() => answers.length === 4);
  expect(decoder.waiting()).toBe(2);
  for (const answer of answers) {
    expectError(answer, 503, 'service_unavailable', 'Too many photos');
    expect(answer.headers.get('retry-after')).toBe('5');
  }
  goOn();
  await Promise.all(sent);
  expect(answers.slice(4).map(({ status }) => status)).toEqual([201, 201]);
});

test('an image whose client has left is not decoded, and fails nothing', async () => {
  const [first, gone, last] = [await newCaller(), await newCaller(), await newCaller()];
  const goOn = await stopDecoder();
  const sent = add(first);
  await wait(1);
  const leaving = request(`${service.origin}/v1/pets/${gone.petId}/photos`, {
    method: 'POST',
    headers: { ...type, authorization: `Bearer ${gone.key}` },
  });
  leaving.on('error', () => {});
  leaving.end(await newImage());
  await wait(2);
  leaving.destroy();
  await wait(1);
  goOn();
  expect((await sent).status).toBe(201);
  expect((await add(last)).status).toBe(201);
  expect(logged).not.toContain('ENOENT');
});

test('an image that is not quick gives way to one of another account, and each of its seconds costs one request', async () => {
  const [hostile, manager] = [await newCaller(), await newCaller()];
  const remaining = ({ headers }: Answer) => Number(/"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
  const usual = await add(hostile);
  const goOn = await stopDecoder();
  const id = decoder.processId();
  const costly = add(hostile, costlyImage());
  await wait(1);
  const quick = add(manager);
  await wait(2);
  goOn();
  await eventually(() => decoder.processId() !== id);
  // The quick one has a process of its own: it needs nothing of the other, whichever the machine lets run.
  goOn('SIGSTOP');
  expect([(await quick).status, decoder.waiting()]).toEqual([201, 1]);
  goOn();
  expect((await costly).status).toBe(201);
  const after = await service.call('GET', `/v1/pets?ids=${hostile.petId}`, { key: hostile.key });
  // The request itself, the one that asks, and at least one second.
  expect(remaining(usual) - remaining(after)).toBeGreaterThanOrEqual(3);
});
