import { execFile } from 'node:child_process';
import type { Page } from 'playwright-core';
import { codeIn } from './qr-code.ts';

/** A page of a paper that the browser has printed. */
export interface PaperPage {
  readonly text: string;
  /** The parts of words that are outside of the page, or nearer to its edge than printers reach. */
  readonly outside: readonly string[];
}

/** What printers leave white, in points. */
const margin = 18;

/** Prints what the window shows, with Poppler as the reader of the PDF. */
export async function printed(page: Page, format: 'A4' | 'Letter') {
  // A photo that is printed before it is there is missing.
  await page.evaluate('Promise.all(Array.from(document.images, (image) => image.decode()))');
  const file = await page.pdf({ format });
  const boxes = await poppler('pdftotext', ['-bbox', '-', '-'], file);
  const pages = boxes.toString('utf8').split('<page ').slice(1);
  const texts = (await poppler('pdftotext', ['-', '-'], file)).toString('utf8').split('\f');
  return {
    pages: pages.map((markup, index): PaperPage => {
      const [width = 0, height = 0] = numbersIn(markup, ['width', 'height']);
      const outside = markup
        .split('<word ')
        .slice(1)
        .filter((word) => {
          const [left = 0, top = 0, right = 0, bottom = 0] = numbersIn(word, ['xMin', 'yMin', 'xMax', 'yMax']);
          return left < margin || top < margin || right > width - margin || bottom > height - margin;
        });
      return { text: (texts[index] ?? '').replaceAll(/\s+/g, ' '), outside };
    }),
    /** What the QR code of a page says; undefined without one. */
    code: async (number: number): Promise<string | undefined> => {
      const options = ['-png', '-r', '120', '-f', `${number}`, '-singlefile', '-'];
      return codeIn(await poppler('pdftoppm', options, file));
    },
  };
}

const numbersIn = (markup: string, names: readonly string[]): number[] =>
  names.map((name) => Number(new RegExp(`${name}="([\\d.-]+)"`).exec(markup)?.[1]));

const poppler = (command: string, options: readonly string[], file: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const limits = { encoding: 'buffer', maxBuffer: 100_000_000 } as const;
    const child = execFile(command, options, limits, (error, output) =>
      error === null ? resolve(output) : reject(new Error(`${command} failed`, { cause: error })),
    );
    child.stdin?.end(file);
  });
