import jsqr from 'jsqr';
import sharp from 'sharp';

/** What the QR code in an image says; undefined without one. */
export async function codeIn(image: Buffer): Promise<string | undefined> {
  const { data, info } = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}
