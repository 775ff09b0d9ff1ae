import { once } from 'node:events';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type ResizeOptions, type Sharp } from 'sharp';
import { boxOf } from './answers.ts';

export interface Plane {
  readonly width: number;
  readonly height: number;
  /** A byte a sample. */
  readonly data: Uint8Array<ArrayBuffer>;
}

/** At least as large as the box, and less than twice as large unless the image is smaller. */
export interface HeicPlanes {
  readonly luma: Plane;
  readonly cb: Plane;
  readonly cr: Plane;
  /** As in EXIF. */
  readonly orientation: number;
  /** ITU-T H.273, table 4. */
  readonly matrix: number;
  readonly isFullRange: boolean;
}

/**
 * The image of an iPhone, in the box, and its orientation: that of EXIF does not count. sharp has no decoder for HEVC, which is patented;
 * libheif, in WebAssembly, has one. It is not built into the service, so that it can be replaced (LGPL).
 *
 * @param icc the color profile of the file
 * @throws Error if it is damaged
 */
export async function openHeic(
  path: string,
  icc?: Buffer,
): Promise<{ readonly image: Sharp; readonly orientation: number }> {
  const planes = await planesOf(path);
  const { orientation } = planes;
  // Each plane is scaled by itself: an image of 48 megapixels would take 146 MB as RGB.
  const luma = await scaled(planes.luma, { ...boxOf(orientation), fit: 'inside', withoutEnlargement: true });
  const { width, height } = luma.info;
  const [cb, cr] = [
    await scaled(planes.cb, { width, height, fit: 'fill' }),
    await scaled(planes.cr, { width, height, fit: 'fill' }),
  ];
  const image = sharp(rgb(luma.data, cb.data, cr.data, planes), { raw: { width, height, channels: 3 } });
  if (icc === undefined) return { image, orientation };
  return { image: sharp(withProfile(await image.png({ compressionLevel: 0 }).toBuffer(), icc)), orientation };
}

async function planesOf(path: string): Promise<HeicPlanes> {
  const file = fileURLToPath(new URL(`heic-worker${extname(import.meta.url)}`, import.meta.url));
  const worker = new Worker(file, { workerData: path, env: {}, stdout: true, stderr: true });
  try {
    const [planes] = (await once(worker, 'message')) as [HeicPlanes];
    return planes;
  } finally {
    // Its memory is free again.
    await worker.terminate();
  }
}

const scaled = ({ width, height, data }: Plane, size: ResizeOptions) =>
  sharp(data, { raw: { width, height, channels: 1 } })
    .resize(size)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });

/** The weights of red and blue in the luma, by the matrix. */
const WEIGHTS: ReadonlyMap<number, readonly [red: number, blue: number]> = new Map([
  [1, [0.2126, 0.0722]],
  [9, [0.2627, 0.0593]],
]);

/** ITU-T H.273, 8.3. */
function rgb(
  luma: Uint8Array,
  cb: Uint8Array,
  cr: Uint8Array,
  { matrix, isFullRange }: Pick<HeicPlanes, 'matrix' | 'isFullRange'>,
): Uint8ClampedArray {
  const [red, blue] = WEIGHTS.get(matrix) ?? [0.299, 0.114];
  const green = 1 - red - blue;
  const [black, lumaScale, chromaScale] = isFullRange ? [0, 1, 1] : [16, 255 / 219, 255 / 224];
  const pixels = new Uint8ClampedArray(luma.length * 3);
  for (let i = 0; i < luma.length; i += 1) {
    const y = ((luma[i] ?? 0) - black) * lumaScale;
    const b = ((cb[i] ?? 0) - 128) * chromaScale * 2 * (1 - blue);
    const r = ((cr[i] ?? 0) - 128) * chromaScale * 2 * (1 - red);
    pixels[3 * i] = y + r;
    pixels[3 * i + 1] = y - (r * red + b * blue) / green;
    pixels[3 * i + 2] = y + b;
  }
  return pixels;
}

/** A signature of eight bytes, and the chunk IHDR. */
const headerBytes = 33;

/** The PNG with a chunk iCCP: sharp converts the colors of a file, but takes no profile for pixels. */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(icc)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(chunk.length - 4);
  check.writeUInt32BE(crc32(chunk));
  return Buffer.concat([png.subarray(0, headerBytes), length, chunk, check, png.subarray(headerBytes)]);
}
