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

/** Adds a new photo to an animal. @param query such as `?alt=Asleep` */
export const postPhoto = async (caller: TestService, petId: number, query = ''): Promise<Answer> =>
  caller.call('POST', `/v1/pets/${petId}/photos${query}`, {
    body: await newImage(),
    headers: { 'content-type': 'image/jpeg' },
  });
