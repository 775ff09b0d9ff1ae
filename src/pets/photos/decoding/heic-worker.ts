import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { boxOf } from './answers.ts';
import type { HeicPlanes, Plane } from './heic.ts';

// The thread of `heic.ts`: WebAssembly blocks its thread, and the process goes on watching memory and time.

/**
 * What is used of libheif-js: libheif's C interface, in the memory of WebAssembly. A pointer is a number; the first parameter of what returns a
 * `heif_error` is where to put it.
 */
interface LibHeif {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAPU32: Uint32Array;
  _malloc(size: number): number;
  _heif_context_alloc(): number;
  _heif_context_read_from_memory_without_copy(
    error: number,
    context: number,
    file: number,
    size: number,
    options: number,
  ): void;
  _heif_context_get_primary_image_ID(error: number, context: number, item: number): void;
  _heif_context_get_primary_image_handle(error: number, context: number, handle: number): void;
  _heif_item_get_transformation_properties(context: number, item: number, list: number, count: number): number;
  _heif_item_get_property_transform_rotation_ccw(context: number, item: number, property: number): number;
  _heif_item_get_property_transform_mirror(context: number, item: number, property: number): number;
  _heif_decoding_options_alloc(): number;
  _heif_decode_image(
    error: number,
    handle: number,
    image: number,
    colorspace: number,
    chroma: number,
    options: number,
  ): void;
  _heif_image_get_width(image: number, channel: number): number;
  _heif_image_get_height(image: number, channel: number): number;
  _heif_image_get_bits_per_pixel_range(image: number, channel: number): number;
  _heif_image_get_plane_readonly(image: number, channel: number, stride: number): number;
  _heif_image_get_nclx_color_profile(error: number, image: number, profile: number): void;
}

// From libheif's heif.h.
const COLORSPACE_YCBCR = 0;
const CHROMA_420 = 1;
const CHANNEL = { luma: 0, cb: 1, cr: 2 };

/** The number, or pointer, to which a pointer points. */
const at = ({ HEAPU32 }: LibHeif, pointer: number): number => HEAPU32[pointer / 4] ?? 0;

async function planesOf(path: string): Promise<HeicPlanes> {
  const require = createRequire(import.meta.url);
  const name = 'libheif-js/libheif-wasm/libheif';
  const [wasmBinary, file] = await Promise.all([readFile(require.resolve(`${name}.wasm`)), readFile(path)]);
  const open = require(`${name}.js`) as (options: object) => LibHeif;
  const lib = open({ wasmBinary });
  const { image, orientation } = decode(lib, file);
  const least = boxOf(orientation);
  return {
    luma: averaged(lib, image, CHANNEL.luma, least),
    cb: averaged(lib, image, CHANNEL.cb, least),
    cr: averaged(lib, image, CHANNEL.cr, least),
    orientation,
    ...coding(lib, image),
  };
}

/** The image as it lies in the file, if libheif need not do more than turn it: that takes its memory once more. Nothing is freed: the thread ends. */
function decode(lib: LibHeif, file: Buffer): { readonly image: number; readonly orientation: number } {
  const error = lib._malloc(16);
  const result = lib._malloc(4);
  const resulting = () => {
    if (at(lib, error) !== 0) throw new Error(`libheif: error ${at(lib, error)}`);
    return at(lib, result);
  };
  const context = lib._heif_context_alloc();
  const bytes = lib._malloc(file.length);
  lib.HEAPU8.set(file, bytes);
  lib._heif_context_read_from_memory_without_copy(error, context, bytes, file.length, 0);
  resulting();
  lib._heif_context_get_primary_image_ID(error, context, result);
  const orientation = orientationOf(lib, context, resulting());
  lib._heif_context_get_primary_image_handle(error, context, result);
  const handle = resulting();
  const options = lib._heif_decoding_options_alloc();
  // The struct `heif_decoding_options`: ignore_transformations; strict_decoding, else missing tiles stay empty.
  lib.HEAPU8[options + 1] = orientation === undefined ? 0 : 1;
  lib.HEAPU8[options + 21] = 1;
  lib._heif_decode_image(error, handle, result, COLORSPACE_YCBCR, CHROMA_420, options);
  return { image: resulting(), orientation: orientation ?? 1 };
}

/** The orientations of EXIF that are a rotation to the left, and then no mirroring, one of left and right, and one of top and bottom. */
const ORIENTATIONS: Readonly<Record<number, readonly [number, number, number]>> = {
  0: [1, 2, 4],
  90: [8, 7, 5],
  180: [3, 4, 2],
  270: [6, 5, 7],
};

/** @returns undefined if the image is cropped, or turned in another order than files have it */
function orientationOf(lib: LibHeif, context: number, item: number): number | undefined {
  const most = 4;
  const list = lib._malloc(4 * most);
  const count = lib._heif_item_get_transformation_properties(context, item, list, most);
  const properties = Array.from(lib.HEAPU32.subarray(list / 4, list / 4 + count));
  const rotation = properties.map((each) => lib._heif_item_get_property_transform_rotation_ccw(context, item, each));
  const mirroring = properties.map((each) => lib._heif_item_get_property_transform_mirror(context, item, each));
  const degrees = rotation[0] === undefined || rotation[0] < 0 ? 0 : rotation[0];
  const isRotated = degrees > 0 || rotation[0] === 0;
  // -1: it is none.
  const mirror = mirroring[isRotated ? 1 : 0] ?? -1;
  const known = (isRotated ? 1 : 0) + (mirror < 0 ? 0 : 1);
  return known === count ? ORIENTATIONS[degrees]?.[mirror < 0 ? 0 : mirror === 1 ? 1 : 2] : undefined;
}

/** A plane in eight bits a sample. Squares became one sample each if it is more than twice as large as it has to be. */
function averaged(lib: LibHeif, image: number, channel: number, least: ReturnType<typeof boxOf>): Plane {
  const place = lib._malloc(4);
  const plane = lib._heif_image_get_plane_readonly(image, channel, place);
  const bits = lib._heif_image_get_bits_per_pixel_range(image, channel);
  const [samples, bytes] = bits > 8 ? [lib.HEAPU16, 2] : [lib.HEAPU8, 1];
  const [start, stride] = [plane / bytes, at(lib, place) / bytes];
  const full = [lib._heif_image_get_width(image, channel), lib._heif_image_get_height(image, channel)] as const;
  const step = Math.max(1, Math.floor(Math.max(full[0] / least.width, full[1] / least.height)));
  const [width, height] = [Math.floor(full[0] / step), Math.floor(full[1] / step)];
  const divisor = step * step * 2 ** (bits - 8);
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      let sum = 0;
      for (let y = 0; y < step; y += 1) {
        const left = start + (row * step + y) * stride + column * step;
        for (let x = left; x < left + step; x += 1) sum += samples[x] ?? 0;
      }
      data[row * width + column] = sum / divisor;
    }
  }
  return { width, height, data };
}

/** What the file says of its colors; else that of JPEG. */
function coding(lib: LibHeif, image: number): Pick<HeicPlanes, 'matrix' | 'isFullRange'> {
  const [error, result] = [lib._malloc(16), lib._malloc(4)];
  lib._heif_image_get_nclx_color_profile(error, image, result);
  if (at(lib, error) !== 0) return { matrix: 5, isFullRange: true };
  // The struct `heif_color_profile_nclx`: version, primaries, transfer, matrix, range.
  const profile = at(lib, result);
  return { matrix: at(lib, profile + 12), isFullRange: lib.HEAPU8[profile + 16] !== 0 };
}

const planes = await planesOf(workerData as string);
parentPort?.postMessage(planes, [planes.luma.data.buffer, planes.cb.data.buffer, planes.cr.data.buffer]);
