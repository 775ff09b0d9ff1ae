import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { callerOf, senderOf } from './calls.ts';
import { makeDatabase, makeKey } from './database.ts';
import type { Attack } from './hostile-victim.ts';
import { BenchError } from './machine.ts';
import { petstoreEnv, type Server, startPetstore } from './processes.ts';
import { median } from './rounds.ts';

const images = 12;
const rounds = 3;
const targetRatio = 3;
/** The process that decodes ends when it has had nothing to do for so long. */
const idleMs = 31_000;

/** One account sends images that take long to decode. The victim adds a small photo. */
export async function photos(folder: string): Promise<Attack[]> {
  process.stderr.write('photos …\n');
  const { dataDir, key } = makeDatabase(folder, 0);
  const attacker = makeKey(petstoreEnv(dataDir));
  await using server = await startPetstore(dataDir, { pinned: false });
  const addPet = async (by: string) =>
    (await callerOf(server, by)<{ id: number }>('POST', '/v1/pets', { name: 'Rex', categoryId: 1 })).id;
  const [pet, other] = [await addPet(key), await addPet(attacker)];
  const without: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round > 0) await setTimeout(idleMs);
    without.push(await timeOf(server, key, pet, await small()));
  }
  const large = await Promise.all(Array.from({ length: images }, () => costly()));
  const attack = Promise.all(large.map((image) => add(server, attacker, other, image)));
  await setTimeout(1_000);
  for (let round = 0; round < rounds; round += 1) {
    beside.push(await timeOf(server, key, pet, await small()));
    await setTimeout(1_000);
  }
  const statuses = Object.entries(Object.groupBy(await attack, String)).map(
    ([status, all]) => `${all?.length} × ${status}`,
  );
  return [
    {
      attack: `${images} images of 49 megapixels of one account, and a photo of 900 pixels`,
      without: shown(without),
      beside: shown(beside),
      figure: statuses.join(', '),
      ok: median(beside) <= targetRatio * median(without),
    },
  ];
}

const shown = (values: readonly number[]): string =>
  `${median(values).toFixed(0)}/${Math.max(...values).toFixed(0)} ms`;

let made = 0;
const small = (): Promise<Buffer> =>
  plain(30, (made += 1))
    .png()
    .toBuffer();
/** Of 16 bits: each takes a second or more. */
const costly = (): Promise<Buffer> =>
  plain(7_000, (made += 1))
    .toColourspace('rgb16')
    .png({ compressionLevel: 1 })
    .toBuffer();
const plain = (side: number, seed: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: { r: seed, g: 0, b: 50 } } });

async function timeOf(server: Server, key: string, pet: number, image: Buffer): Promise<number> {
  const since = performance.now();
  const status = await add(server, key, pet, image);
  if (status !== 201) throw new BenchError(`The victim's photo was answered ${status}.`);
  return performance.now() - since;
}

async function add(server: Server, key: string, pet: number, image: Buffer): Promise<number> {
  const headers = { 'content-type': 'image/png' };
  const answer = await senderOf(server, key)('POST', `/v1/pets/${pet}/photos`, image, { headers });
  await answer.arrayBuffer();
  return answer.status;
}
