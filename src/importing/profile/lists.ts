import { color } from '../reading/breeds.ts';
import { line, words } from '../reading/cells.ts';
import { type CellReader, Unread } from './columns.ts';

/** A color, and those in other columns. @param others their loose names */
export const colorsWith =
  (...others: readonly string[]): CellReader =>
  (cell, row) => {
    const read = [cell, ...others.map((column) => row.text(column))].map((one) =>
      one === '' ? undefined : color(one, row),
    );
    const unread = read.find((one) => one instanceof Unread);
    return unread ?? read.filter((one) => one !== undefined);
  };

export const VIDEO_SITE =
  /^(?:https?:)?\/\/(?:www\.|m\.|player\.)?(?:youtube\.com|youtu\.be|youtube-nocookie\.com|vimeo\.com)\//i;

/** The address of a video; the sites that everybody uses have secure ones. */
export const videos: CellReader = (cell, row) => {
  const text = line(cell, row);
  return typeof text === 'string'
    ? [{ url: text.replace(VIDEO_SITE, (site) => site.replace(/^(?:https?:)?/i, 'https:')) }]
    : text;
};

const EMBEDDED = /\bsrc=["']([^"'<>\s]{1,1000})["']/i;

/** Videos that are given as the HTML that shows them; players that are not at an address of their own are left out. */
export const embeddedVideos: CellReader = (cell, row) => {
  const list: readonly unknown[] = Array.isArray(cell) ? cell : [];
  const urls = list.flatMap((video) => {
    const html = typeof video === 'object' && video !== null && 'embed' in video ? String(video.embed) : '';
    return EMBEDDED.exec(html.slice(0, longestEmbedded))?.[1] ?? [];
  });
  return urls.length === 0 ? undefined : urls.flatMap((url) => videos(url, row));
};
const longestEmbedded = 10_000;

/** A video in a column of photos. */
export const videoAmongPhotos: CellReader = (cell, row) =>
  VIDEO_SITE.test(String(cell).trim()) ? videos(cell, row) : undefined;

/** Words in a list, or in a text that separates them. */
export const tags: CellReader = (cell, row) =>
  Array.isArray(cell) ? cell.filter((one) => typeof one === 'string' && one.trim() !== '') : words(cell, row);
