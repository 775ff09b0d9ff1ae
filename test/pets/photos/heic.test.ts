import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { addPet, expectError } from '../../support/answers.ts';
import { type Answer, sharedService, startOnSqlite } from '../../support/service.ts';
import { heic, RED, TEAL } from './heic.ts';

const service = sharedService(startOnSqlite);

async function send(body: Buffer): Promise<Answer> {
  const petId = await addPet(service, {});
  return service.call('POST', `/v1/pets/${petId}/photos`, { body, headers: { 'content-type': 'image/heic' } });
}

/** The largest size of the stored photo, which is as `wide` and `high`, as pixels. */
async function stored(body: Buffer): Promise<{ width: number; height: number; at(x: number, y: number): number[] }> {
  const answer = await send(body);
  expect(answer.status, answer.text).toBe(201);
  const file = Buffer.from(await (await fetch(service.origin + answer.body.urls['1200'])).arrayBuffer());
  const { exif, icc, orientation } = await sharp(file).metadata();
  expect({ exif, icc, orientation }).toEqual({});
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return {
    width: info.width,
    height: info.height,
    /** @param x from the left, in the middle of a pixel; negative: from the right */
    at: (x, y) => [
      ...data.subarray(3 * ((y < 0 ? info.height + y : y) * info.width + (x < 0 ? info.width + x : x))).subarray(0, 3),
    ],
  };
}

function expectColor(pixel: readonly number[], wanted: readonly number[], within = 12): void {
  for (const [i, value] of pixel.entries()) expect(Math.abs(value - wanted[i]!), pixel.join()).toBeLessThan(within);
}

describe('a photo from an iPhone', () => {
  test.each([
    [4032, 3024, 1200, 900],
    [5712, 4284, 1200, 900],
    // Smaller than what is stored, and not of whole tiles.
    [700, 401, 700, 401],
  ])('of %s by %s pixels is stored', async (width, height, storedWidth, storedHeight) => {
    const photo = await stored(heic({ width, height }));
    expect([photo.width, photo.height]).toEqual([storedWidth, storedHeight]);
    expectColor(photo.at(3, 3), RED);
    for (const [x, y] of [
      [-3, 3],
      [3, -3],
      [-3, -3],
    ] as const)
      expectColor(photo.at(x, y), x < 0 || height > 512 ? TEAL : RED);
  });

  test.each([
    [0, false, 3, 3],
    [1, false, 3, -3],
    [2, false, -3, -3],
    [3, false, -3, 3],
    [0, true, -3, 3],
    [1, true, -3, -3],
    [2, true, 3, -3],
    [3, true, 3, 3],
  ])('is upright: %s quarter turns to the left, mirrored: %s', async (turns, isMirrored, x, y) => {
    // What EXIF says is the same once more.
    const photo = await stored(heic({ width: 2_048, height: 1_024, turns, isMirrored, orientation: 6 }));
    expect([photo.width, photo.height]).toEqual(turns % 2 === 0 ? [1_200, 600] : [1_024, 2_048]);
    expectColor(photo.at(x, y), RED);
    expectColor(photo.at(-x, -y), TEAL);
    expectColor(photo.at(-x, y), TEAL);
  });

  test('has its colors converted from its profile', async () => {
    const wide = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const { icc } = await sharp(wide).metadata();
    const photo = await stored(heic({ width: 1_024, height: 512, icc: icc! }));
    // The same numbers, as Display P3, are more colorful than sRGB has them.
    expectColor(photo.at(3, 3), [228, 0, 8], 16);
    expectColor(photo.at(-3, 3), [0, 130, 129], 16);
  });
});

describe('a HEIC file is refused, with the reason', () => {
  test('if it is cut off anywhere before its last image', async () => {
    const whole = heic({ width: 1_024, height: 1_024 });
    const images = whole.indexOf('mpvd') - 4;
    for (let part = 1; part <= 12; part += 1) {
      const answer = await send(whole.subarray(0, Math.floor((images * part) / 13)));
      expectError(answer, 400, 'invalid_body', 'The image');
    }
    expect((await send(whole.subarray(0, images))).status).toBe(201);
  });

  test('if it claims more pixels than allowed, whatever its tiles have', async () => {
    expectError(await send(heic({ width: 8_192, height: 6_656 })), 400, 'invalid_body', '50 megapixels');
    expectError(await send(heic({ width: 512, height: 20_480 })), 400, 'invalid_body', '20000 pixels on each side');
    // More tiles than the decoder reads.
    expectError(await send(heic({ width: 20_000, height: 20_000 })), 400, 'invalid_body', 'is damaged');
  });

  test('if its tiles are of another size than they say', async () => {
    expectError(await send(heic({ width: 1_024, height: 512, claimedTile: 64 })), 400, 'invalid_body', 'is damaged');
  });

  test('or stored, but nothing else, with any bytes changed', async () => {
    const whole = heic({ width: 1_024, height: 512 });
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 5_100), fc.nat(255)), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (bytes) => {
        const changed = Buffer.from(whole);
        for (const [at, value] of bytes) changed[at] = value;
        const answer = await send(changed);
        expect([201, 400]).toContain(answer.status);
      }),
      { numRuns: 60 },
    );
  });
});
