import { constants, setPriority } from 'node:os';
import sharp, { type Metadata, type OutputInfo, type Sharp, type SharpOptions } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import {
  type Answer,
  boxOf,
  type DecodedPhoto,
  GIVES_UP,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  NOT_QUICK,
  type Outcome,
  QUICK_CPU_MS,
  type Question,
  type Refusal,
} from './answers.ts';
import { openHeic } from './heic.ts';

// The process of `decoder.ts`: it decodes one image at a time. Images come from anybody, so it has neither settings nor secrets, and gives up
// an image that takes too much memory or time by ending.

/** Resident memory. Between two samples, a decoder that fills its memory as it decodes stays below 300 MB. */
const maxBytes = 220_000_000;
/** In processor time, so that a busy machine refuses nothing. */
const maxCpuMs = 15_000;
const sampleMs = 5;

const maxPixels = MAX_MEGAPIXELS * 1_000_000;
const thumbPixels = 100;
/** The picture in links to pages has white where the photo is transparent. */
const behind = '#ffffff';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
sharp.concurrency(1);
sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`) });

process.on('disconnect', () => process.exit());
process.on('message', ({ path }: Question) => {
  const startMs = cpuMs();
  let isQuick = true;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.kill(process.pid, GIVES_UP.memory);
    if (cpuMs() - startMs > maxCpuMs) process.kill(process.pid, GIVES_UP.slow);
    if (isQuick && cpuMs() - startMs > QUICK_CPU_MS) {
      isQuick = false;
      process.send?.(NOT_QUICK);
    }
  }, sampleMs);
  void answerTo(path).then((answer) => {
    clearInterval(watch);
    process.send?.({ ...answer, cpuMs: cpuMs() - startMs } satisfies Answer);
  });
});

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function answerTo(path: string): Promise<Outcome> {
  try {
    const refusal = await refusalOf(path);
    return refusal === undefined ? { photo: await photoOf(path) } : { refusal };
  } catch {
    return { refusal: 'damaged' };
  }
}

/** Reads the header only. */
async function refusalOf(path: string): Promise<Refusal | undefined> {
  try {
    const header = await sharp(path, { limitInputPixels: false }).metadata();
    const { width, height } = header;
    if (width * height > maxPixels || Math.max(width, height) > MAX_SIDE) return 'large';
    if (process.memoryUsage.rss() + bytesAtOnce(header) > maxBytes) process.kill(process.pid, GIVES_UP.memory);
    return undefined;
  } catch (error) {
    return String(error).includes('unsupported image format') ? 'unknown' : 'damaged';
  }
}

const SAMPLES_PER_PIXEL: ReadonlyMap<string, number> = new Map([
  ['4:2:0', 1.5],
  ['4:2:2', 2],
]);

/** What a decoder takes before it decodes, faster than samples see: all coefficients of a progressive JPEG, at two bytes each. */
function bytesAtOnce({ format, isProgressive, width, height, channels, chromaSubsampling = '' }: Metadata): number {
  if (format !== 'jpeg' || !isProgressive) return 0;
  return 2 * width * height * (SAMPLES_PER_PIXEL.get(chromaSubsampling) ?? channels);
}

/** The upright image in the largest size. */
async function largestOf(path: string): Promise<Pixels> {
  // The first frame only.
  const source: SharpOptions = { limitInputPixels: maxPixels, failOn: 'error', pages: 1 };
  const { orientation = 1, compression, icc } = await sharp(path, source).metadata();
  if (compression === 'hevc') {
    const heic = await openHeic(path, icc);
    return raw(turned(from(await raw(heic.image)), heic.orientation));
  }
  // Rotated after scaling down: rotating a large one needs all of it in memory.
  const small = await raw(
    sharp(path, source).resize({ ...boxOf(orientation), fit: 'inside', withoutEnlargement: true }),
  );
  return raw(turned(from(small), orientation));
}

/** Decodes once, to the largest size; the others are made from that. Nothing but pixels remains. */
async function photoOf(path: string): Promise<DecodedPhoto> {
  const largest = await largestOf(path);
  const webp = (image: Sharp) => image.webp({ quality: 75 }).toBuffer();
  const sized = (size: number) =>
    from(largest).resize({ width: size, height: 2 * size, fit: 'inside', withoutEnlargement: true });
  const thumb = await raw(
    from(largest)
      .resize({ width: thumbPixels, height: thumbPixels, fit: 'inside', withoutEnlargement: true })
      .ensureAlpha(),
  );
  return {
    width: largest.info.width,
    height: largest.info.height,
    thumbhash: Buffer.from(rgbaToThumbHash(thumb.info.width, thumb.info.height, thumb.data)).toString('base64'),
    files: {
      '300.webp': await webp(sized(300)),
      '600.webp': await webp(sized(600)),
      '1200.webp': await webp(from(largest)),
      'share.jpg': await from(largest).flatten({ background: behind }).jpeg({ quality: 80 }).toBuffer(),
    },
  };
}

interface Pixels {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

const raw = (image: Sharp): Promise<Pixels> => image.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

const from = ({ data, info: { width, height, channels } }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

/** The orientations of EXIF that mirror the image, and those that turn it. sharp mirrors first. */
const MIRRORED: ReadonlySet<number> = new Set([2, 4, 5, 7]);
const DEGREES: Readonly<Record<number, number>> = { 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 };

const turned = (image: Sharp, orientation: number): Sharp =>
  image.flop(MIRRORED.has(orientation)).rotate(DEGREES[orientation] ?? 0);
