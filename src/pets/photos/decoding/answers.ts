import { PHOTO_WIDTHS, type PhotoFile } from '../../../vocabulary/photos.ts';

/** A request to the process of `decoder-process.ts`. */
export interface Question {
  /** The file with the image. */
  readonly path: string;
}

/** A photo as it is stored. */
export interface DecodedPhoto {
  /** Of the largest file, in pixels. */
  readonly width: number;
  readonly height: number;
  /** ThumbHash, in base64: https://evanw.github.io/thumbhash/ */
  readonly thumbhash: string;
  readonly files: Readonly<Record<PhotoFile, Buffer>>;
}

/** Why an image is refused. */
export type Refusal = 'unknown' | 'damaged' | 'large' | 'memory' | 'slow';

export type Outcome = { readonly photo: DecodedPhoto } | { readonly refusal: Refusal };

/** Comes before the answer if the image has taken `QUICK_CPU_MS`. */
export const NOT_QUICK = 'not quick';
export const QUICK_CPU_MS = 500;

/** With the processor time that the image took. */
export type Answer = Outcome & { readonly cpuMs: number };

const widest = Math.max(...PHOTO_WIDTHS);

/** The box in which an image has to fit before it is turned upright. @param orientation as in EXIF: from 5 on, its sides change places */
export const boxOf = (orientation: number) =>
  orientation >= 5 ? { width: 2 * widest, height: widest } : { width: widest, height: 2 * widest };

export const MAX_MEGAPIXELS = 50;
/** The longest side, in pixels. */
export const MAX_SIDE = 20_000;

/** The signals that the process ends itself with. Unlike an exit, they do not wait for the decoder. */
export const GIVES_UP = { memory: 'SIGUSR2', slow: 'SIGALRM' } as const satisfies Partial<
  Record<Refusal, NodeJS.Signals>
>;
