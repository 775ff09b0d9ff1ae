import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { openDecoder } from '../../../src/pets/photos/decoding/decoder.ts';
import { addPet, expectError } from '../../support/answers.ts';
import { type Answer, sharedService, startOnSqlite } from '../../support/service.ts';
import { costlyImage, image, newImage, png } from './images.ts';

const service = sharedService(startOnSqlite);
let petId: number;

/** Sends an image for an animal of its own. */
async function send(body: Uint8Array | string, type = 'image/jpeg'): Promise<Answer> {
  petId = await addPet(service, {});
  return service.call('POST', `/v1/pets/${petId}/photos`, { body, headers: { 'content-type': type } });
}
/** The reason of the refusal. */
async function refusal(body: Uint8Array | string): Promise<string> {
  const answer = await send(body);
  expectError(answer, 400, 'invalid_body', 'The image');
  expect((await service.call('GET', `/v1/pets/${petId}/photos`)).body).toEqual([]);
  return answer.body.message;
}
const fileOf = async (url: string): Promise<Buffer> =>
  Buffer.from(await (await fetch(service.origin + url)).arrayBuffer());
/** The stored photo in its largest size, or another file. */
async function stored(body: Uint8Array, size = '1200'): Promise<Buffer> {
  const answer = await send(body);
  expect(answer.status, answer.text).toBe(201);
  return fileOf(answer.body.urls[size]);
}
const pixelsOf = async (file: Buffer) => sharp(file).raw().toBuffer({ resolveWithObject: true });
/** The pixel in the middle of a corner's tenth, in percent of the sides. */
async function pixelAt(file: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await pixelsOf(file);
  const at = (Math.floor((info.height * y) / 100) * info.width + Math.floor((info.width * x) / 100)) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

describe('an image is accepted', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('as %s, whatever its name', async (format) => {
    const file = await stored(await image(40, 20).toFormat(format).toBuffer());
    const { format: made, width, height } = await sharp(file).metadata();
    expect([made, width, height]).toEqual(['webp', 40, 20]);
    const [red = 255, green = 255] = await pixelAt(file, 5, 5);
    expect(Math.max(red, green)).toBeLessThan(60);
  });

  test.each(['image/jpg', 'application/octet-stream', 'IMAGE/PNG'])('sent as %s', async (type) => {
    expect((await send(await newImage(), type)).status).toBe(201);
  });

  test('as the only file of a form, which is the same image', async () => {
    const body = await newImage();
    const form = new FormData();
    form.append('photo', new Blob([new Uint8Array(body)]), 'rex.bin');
    const answer = await fetch(`${service.origin}/v1/pets/${await addPet(service, {})}/photos?alt=Rex`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.operatorKey}` },
      body: form,
    });
    expect(answer.status).toBe(201);
    const photo = (await answer.json()) as { readonly alt: string; readonly urls: Readonly<Record<string, string>> };
    expect(photo.alt).toBe('Rex');
    expect(await fileOf(photo.urls['1200'] ?? '')).toEqual(await stored(body));
  });

  test.each([1, 3, 6, 7, 8])('upright, with the orientation %s of EXIF', async (orientation) => {
    const turned = await image(60, 30).withMetadata({ orientation }).jpeg().toBuffer();
    const [ours, wanted] = [await stored(turned), await sharp(turned).autoOrient().webp().toBuffer()];
    for (const [x, y] of [
      [10, 10],
      [90, 10],
      [10, 90],
    ] as const) {
      const [pixel, expected] = [await pixelAt(ours, x, y), await pixelAt(wanted, x, y)];
      for (const [i, value] of pixel.entries()) expect(Math.abs(value - expected[i]!)).toBeLessThan(30);
    }
    expect((await sharp(ours).metadata()).orientation).toBeUndefined();
  });

  test('without the place, the camera and everything else that it says', async () => {
    const taken = await image(40, 20)
      .withExif({ IFD0: { Model: 'Secret camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    expect(taken.includes('Secret camera')).toBe(true);
    const { body } = await send(taken);
    for (const url of Object.values<string>(body.urls)) {
      const file = await fileOf(url);
      expect((await sharp(file).metadata()).exif).toBeUndefined();
      expect(file.includes('Secret')).toBe(false);
    }
  });

  test('with its transparency, which is white in the JPEG', async () => {
    const transparent = await image(40, 20, 4).png().toBuffer();
    expect((await pixelAt(await stored(transparent), 10, 50))[3]).toBe(0);
    const shared = await pixelAt(await stored(transparent, 'share'), 10, 50);
    expect(Math.min(...shared)).toBeGreaterThan(240);
  });

  test('in CMYK, in gray, and with 16 bits per channel', async () => {
    for (const made of [
      await image(40, 20).toColourspace('cmyk').jpeg().toBuffer(),
      await image(40, 20).toColourspace('b-w').png().toBuffer(),
      await image(40, 20).toColourspace('rgb16').png().toBuffer(),
    ]) {
      const { space, depth } = await sharp(await stored(made)).metadata();
      expect([space, depth]).toEqual(['srgb', 'uchar']);
    }
  });

  test('by its first frame', async () => {
    const frames = Buffer.concat(
      Array.from({ length: 2_000 }, (_, i) => Buffer.alloc(8 * 8 * 3, i % 2 === 0 ? 0 : 255)),
    );
    const animated = await sharp(frames, { raw: { width: 8, height: 8 * 2_000, channels: 3, pageHeight: 8 } })
      .gif({ loop: 0, effort: 1 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2_000);
    const file = await stored(animated);
    expect((await sharp(file).metadata()).pages ?? 1).toBe(1);
    expect(Math.max(...(await pixelAt(file, 50, 50)))).toBeLessThan(20);
  });

  test('and made anew: of another document that its bytes are as well, nothing remains', async () => {
    const script = '<html><script>alert(1)</script></html>';
    const polyglot = Buffer.concat([await newImage(), Buffer.from(script)]);
    const { body } = await send(polyglot);
    for (const url of Object.values<string>(body.urls)) {
      expect((await fileOf(url)).includes('script')).toBe(false);
      expect((await fetch(service.origin + url)).headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('an image is refused, with the reason', () => {
  test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('a truncated %s', async (format) => {
    const whole = await image(200, 200).toFormat(format).toBuffer();
    expect(await refusal(whole.subarray(0, whole.length >> 1))).toContain('is damaged or incomplete');
  });

  test('more pixels than allowed', async () => {
    expect(await refusal(png(60_000, 60_000))).toContain('50 megapixels');
    expect(
      await refusal(
        await sharp({ create: { width: 50_000, height: 1, channels: 3, background: '#123' } })
          .jpeg()
          .toBuffer(),
      ),
    ).toContain('20000 pixels on each side');
    expect(await refusal(png(10_000, 5_001))).toContain('50 megapixels');
  });

  test('what is no image, or none of these kinds', async () => {
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
    for (const body of [svg, '<html>GIF89a</html>', 'x', '%PDF-1.7', Buffer.alloc(100)])
      expect(await refusal(body)).toContain('must be a JPEG, PNG, WebP, GIF, AVIF or HEIC file');
    expect(await refusal(await image(9, 9).tiff().toBuffer())).toContain('must be a JPEG');
    expect(await refusal(Buffer.from('\x89PNG\r\n\x1a\n<script>alert(1)</script>', 'latin1'))).toContain('is damaged');
    expect(await refusal('GIF89a<script>alert(1)</script>')).toContain('is damaged');
  });

  test('an empty body, another media type, and more than 20 MiB', async () => {
    expectError(await send('', 'image/png'), 400, 'invalid_body', 'must be an image');
    for (const type of ['application/json', 'text/html', 'image/svg+xml', 'multipart/mixed; boundary=x'])
      expectError(await send(await newImage(), type), 400, 'unsupported_media_type', '`image/jpeg`');
    expectError(await send(Buffer.alloc(20 * 1_024 * 1_024 + 1)), 413, 'payload_too_large', '20971520 bytes');
    const form = Buffer.from('--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nA dog\r\n--b--');
    expectError(await send(form, 'multipart/form-data; boundary=b'), 400, 'invalid_body', 'exactly one file');
    expectError(await send('no image', 'multipart/form-data'), 400, 'invalid_body', '`boundary`');
  });
});

async function onDisk(bytes: Buffer): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = join(tmpdir(), `petstore-test-${randomUUID()}`);
  await writeFile(path, bytes);
  return { path, remove: () => rm(path) };
}

/** A progressive JPEG of less than a kilobyte whose header claims 49 megapixels: its decoder keeps all coefficients in memory. */
async function heavyImage(): Promise<Buffer> {
  const small = await image(16, 16).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  const header = small.indexOf(Buffer.from('ffc2', 'hex'));
  small.writeUInt16BE(7_000, header + 5);
  small.writeUInt16BE(7_000, header + 7);
  return small;
}

describe('the process that decodes', () => {
  const statusOf = (id: number | undefined) => readFileSync(`/proc/${id}/status`, 'utf8');
  const peakOf = (id: number | undefined) => Number(/VmHWM:\s+(\d+) kB/.exec(statusOf(id))?.[1] ?? 0) * 1_024;

  test.each([
    ['while it decodes a PNG that is interlaced', () => costlyImage({ isInterlaced: true })],
    ['before it decodes a JPEG that is progressive', heavyImage],
  ])('ends rather than take 300 MB %s, and the next image has another one', async (_, heavyOf) => {
    const decoder = openDecoder();
    try {
      const { path, remove } = await onDisk(await newImage());
      await decoder.decode(path, { accountId: 1 });
      const id = decoder.processId();
      expect(getPriority(id)).toBeGreaterThan(0);
      const heavy = await onDisk(await heavyOf());
      let peak = peakOf(id);
      expect(peak).toBeGreaterThan(0);
      const watching = setInterval(() => (peak = existsSync(`/proc/${id}`) ? Math.max(peak, peakOf(id)) : peak), 2);
      await expect(decoder.decode(heavy.path, { accountId: 1 })).rejects.toThrow('takes too much memory');
      clearInterval(watching);
      expect(peak).toBeLessThan(300_000_000);
      expect((await decoder.decode(path, { accountId: 1 })).width).toBeGreaterThan(0);
      expect(decoder.processId()).not.toBe(id);
      await Promise.all([remove(), heavy.remove()]);
    } finally {
      decoder.close();
    }
  });

  test('that does not answer for a minute is ended, and the next image has another one', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const decoder = openDecoder();
    try {
      const { path, remove } = await onDisk(await newImage());
      await decoder.decode(path, { accountId: 1 });
      const id = decoder.processId()!;
      process.kill(id, 'SIGSTOP');
      const hanging = decoder.decode(path, { accountId: 1 }).catch((error: unknown) => error);
      // The image has left by the end of the turn.
      await endOfTurn();
      vi.advanceTimersByTime(59_000);
      expect(existsSync(`/proc/${id}`)).toBe(true);
      vi.advanceTimersByTime(1_000);
      expect(await hanging).toMatchObject({ code: 'service_unavailable' });
      expect((await decoder.decode(path, { accountId: 1 })).width).toBeGreaterThan(0);
      expect(decoder.processId()).not.toBe(id);
      await remove();
    } finally {
      vi.useRealTimers();
      decoder.close();
    }
  });
});
