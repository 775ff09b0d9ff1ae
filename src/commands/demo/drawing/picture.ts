import sharp from 'sharp';
import { HEIGHT, moved, WIDTH } from './paint.ts';
import { type Scene, sceneOf } from './scenes.ts';

/** A picture of an animal. */
export interface Picture {
  /** The animal, as SVG around the middle of its head. */
  readonly animal: string;
  /** Where the middle of its head is. */
  readonly at: readonly [x: number, y: number];
  readonly scene: Scene;
  /** Of the background. */
  readonly color: string;
  /** Decides the details of the background. */
  readonly seed: number;
  readonly isClose?: boolean;
}

const LIGHT = `<linearGradient id="light" x1="0" y1="0" x2="1" y2="1">
  <stop offset="0" stop-color="#fff" stop-opacity="0.2"/><stop offset="0.5" stop-color="#fff" stop-opacity="0"/>
  <stop offset="1" stop-color="#200c00" stop-opacity="0.16"/></linearGradient>`;

export const svgOf = (width: number, height: number, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${LIGHT}</defs>${content}</svg>`;

/** @returns the JPEG, always the same for the same picture */
export function drawn({ animal, at: [x, y], scene, color, seed, isClose = false }: Picture): Promise<Buffer> {
  const pose = isClose ? `rotate(${seed % 2 === 0 ? -6 : 6}) scale(1.14)` : 'scale(0.98)';
  const content = sceneOf(scene, color, seed) + moved(x, y + (isClose ? 40 : 0), animal, pose);
  return sharp(Buffer.from(svgOf(WIDTH, HEIGHT, content)))
    .jpeg({ quality: 86 })
    .toBuffer();
}
