import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { Answer, TestService } from '../../support/service.ts';

/** An image with a gradient, so that its corners differ: red grows to the right, green downwards. */
export function image(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  const data = Buffer.alloc(width * height * channels, 255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      data[at] = Math.round((255 * x) / width);
      data[at + 1] = Math.round((255 * y) / height);
      data[at + 2] = 40;
      if (channels === 4) data[at + 3] = x < width / 2 ? 0 : 255;
    }
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** Small JPEGs, each different from all others. */
export const newImage = (() => {
  let count = 0;
  return (): Promise<Buffer> => {
    count += 1;
    return image(8 + (count % 50), 8 + Math.floor(count / 50))
      .jpeg()
      .toBuffer();
  };
})();

/** A PNG with this header: gray of 8 bits, or by the depth and the kind of color of the format. */
export function png(
  width: number,
  height: number,
  pixels: readonly Buffer[] = [deflateSync('')],
  color = [8, 0],
): Buffer {
  const chunk = (name: string, content: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(color, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    ...pixels.map((part) => chunk('IDAT', part)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * A PNG of 400 kB that takes more than a second to decode: 49 megapixels, transparent, with 16 bits for each color. One compressed piece is
 * repeated, so that it is made in no time. It is narrow, so that its decoder stays far below the memory that it may take. Interlaced, all of it
 * has to be in memory at once: 390 MB.
 */
export function costlyImage({ isInterlaced = false } = {}): Buffer {
  const [width, height, rowsOfPiece] = [4_000, 12_200, 100];
  const rowBytes = 1 + 8 * width;
  const piece = deflateRawSync(Buffer.alloc(rowsOfPiece * rowBytes), { finishFlush: constants.Z_FULL_FLUSH });
  // Of zlib: its header, an empty last block, and the Adler-32 of as many zeros.
  const [start, end] = [Buffer.from('7801', 'hex'), Buffer.from('030000000001', 'hex')];
  end.writeUInt16BE((height * rowBytes) % 65_521, 2);
  return png(
    width,
    height,
    [start, ...Array.from({ length: height / rowsOfPiece }, () => piece), end],
    [16, 6, 0, 0, Number(isInterlaced)],
  );
}

/** Adds a new photo to an animal. @param query such as `?alt=Asleep` */
export const postPhoto = async (caller: TestService, petId: number, query = ''): Promise<Answer> =>
  caller.call('POST', `/v1/pets/${petId}/photos${query}`, {
    body: await newImage(),
    headers: { 'content-type': 'image/jpeg' },
  });
