import { hash } from 'node:crypto';
import sharp from 'sharp';
import { dog } from './dogs.ts';
import { moved } from './paint.ts';
import { svgOf } from './picture.ts';

const size = 400;
const DOG = dog({
  coat: '#f6ead8',
  light: '#ffffff',
  dark: '#8a5a3c',
  ears: 'floppy',
  marks: ['patch'],
  wears: ['collar', '#d9743f'],
});

/** The logo of the demo's organization: a PNG, always the same. */
async function png(): Promise<Buffer> {
  const disc = `<circle cx="200" cy="200" r="196"`;
  const drawing = `<clipPath id="disc">${disc}/></clipPath><g clip-path="url(#disc)">${disc} fill="#3f7568"/>${moved(200, 190, DOG, 'scale(0.62)')}</g>`;
  return sharp(Buffer.from(svgOf(size, size, drawing)))
    .png({ palette: true })
    .toBuffer();
}

export const logo = async (): Promise<Blob> => new Blob([new Uint8Array(await png())], { type: 'image/png' });

/** The end of the path of the logo. */
export const logoVersion = async (): Promise<string> => `?v=${hash('sha256', await png(), 'base64url').slice(0, 8)}`;
