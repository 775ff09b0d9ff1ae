import type { Columns } from '../columns.ts';
import type { Row } from '../file/row.ts';
import { looseName } from '../loose-name.ts';
import { VIDEO_SITE } from '../profile/lists.ts';
import { isDataImage } from './data-images.ts';
import { BRACES, isAddress, NUMBER } from './pattern.ts';

/** A photo that a row names. */
export interface NamedPhoto {
  readonly line: number;
  readonly column: string;
  readonly url: string;
}

export interface NamedPhotos {
  readonly photos: readonly NamedPhoto[];
  /** The cells that hold no address: their indexes, and the rule. */
  readonly faults: readonly { readonly index: number; readonly reason: string }[];
}

/** Gives the photos that a row names. */
export type PhotoReader = (row: Row, columns: Columns) => NamedPhotos;

/** For an import that takes no photos. */
export const noPhotos: PhotoReader = () => NONE;
const NONE: NamedPhotos = { photos: [], faults: [] };

const NO_ADDRESS = 'A photo is named by an address that begins with `https://` or `http://`.';

/** What systems show of an animal without a photo, by the words in its path. */
const PLACEHOLDER =
  /[/_.-](?:default|(?:no|missing)[_-]?(?:photo|image|picture|pic|img)|nopic|placeholder|coming[_-]?soon|(?:photo|image|picture)[_-]?(?:not[_-]?available|unavailable|coming)|blank|spacer|transparent)(?=[/_.-]|$)/i;

const isPlaceholder = (url: string): boolean => PLACEHOLDER.test(URL.parse(url)?.pathname.slice(0, longestPath) ?? '');
const longestPath = 2_048;

/** More in a cell would be reported as too many, and are not looked at. */
const mostNamed = 100;

/** The members where systems have a photo's address, the largest first. */
const MEMBERS = ['original', 'full', 'urlSecureFullsize', 'large', 'urlSecureLarge', 'url', 'secureUrl'];

/** Reads the photos of rows. @param pattern an address with the names of columns in braces, and `{n}` for the number of the photo */
export function photoReader(pattern: string | undefined): PhotoReader {
  return (row, columns) => {
    const { source, photos: indexes, names } = columns;
    if (indexes.length === 0 && pattern === undefined) return NONE;
    const photos = new Map<string, NamedPhoto>();
    const faults: { index: number; reason: string }[] = [];
    for (const index of indexes) {
      for (const text of addressesIn(row.cell(index)).slice(0, mostNamed)) {
        const url = addressOf(text, source.photoBase);
        if (source.unset?.has(url) === true || VIDEO_SITE.test(url) || isPlaceholder(url)) continue;
        if (!isAddress(url) && !isDataImage(url)) faults.push({ index, reason: NO_ADDRESS });
        else if (!photos.has(url)) photos.set(url, { line: row.line, column: names[index] ?? '', url });
      }
    }
    for (const url of pattern === undefined ? [] : patternAddresses(pattern, row, columns)) {
      // A cell may stand for a host, and be none.
      if (isAddress(url)) photos.set(url, { line: row.line, column: pattern as string, url });
      else faults.push({ index: -1, reason: NO_ADDRESS });
    }
    return { photos: [...photos.values()], faults };
  };
}

/** The whole address of a text that may lack its beginning. @param base where paths are */
const addressOf = (text: string, base: string | undefined): string =>
  text.startsWith('//') ? `https:${text}` : text.startsWith('/') && base !== undefined ? `${base}${text}` : text;

/** Begins only where separators begin: from each of many, it would read all that follow. */
const BETWEEN = /(?<![\s|;,])[\s|;,]+(?=(?:https?:)?\/\/)/i;

/** The addresses in a cell: a text with one or several, or a list of texts and objects. */
function addressesIn(cell: unknown): readonly string[] {
  if (typeof cell === 'string' && /^\s*data:/i.test(cell)) return [cell.trim()];
  if (typeof cell === 'string')
    return cell
      .trim()
      .split(BETWEEN, mostNamed)
      .filter((text) => text !== '');
  if (Array.isArray(cell)) {
    const inOrder = cell
      .map((photo: unknown) => ({ photo, order: orderOf(photo) }))
      .toSorted((a, b) => a.order - b.order);
    return inOrder.flatMap(({ photo }) => addressesIn(photo));
  }
  if (typeof cell !== 'object' || cell === null) return [];
  const values = MEMBERS.map((name) => (cell as Readonly<Record<string, unknown>>)[name]);
  return addressesIn(
    values.find((value) => typeof value === 'string' || (typeof value === 'object' && value !== null)),
  );
}

/** The place among the photos that the system gives. */
const orderOf = (photo: unknown): number =>
  typeof photo === 'object' && photo !== null && 'order' in photo ? Number(photo.order) || 0 : 0;

/** Where systems say how many photos an animal has. */
const COUNTS = ['websiteimagecount', 'picturecount', 'photocount'];
function patternAddresses(pattern: string, row: Row, { byName }: Columns): readonly string[] {
  const text = (name: string): string => {
    const cell = row.cell(byName.get(name) ?? -1);
    return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'bigint' ? String(cell).trim() : '';
  };
  const counted = COUNTS.find((name) => byName.has(name));
  const count = counted === undefined ? 1 : Math.min(Number(text(counted)) || 0, mostNamed);
  const numbered = pattern.includes(`{${NUMBER}}`) ? count : Math.min(count, 1);
  const parts = [...pattern.matchAll(BRACES)].map(([, name = '']) => name).filter((name) => name !== NUMBER);
  if (parts.some((name) => text(looseName(name)) === '')) return [];
  return Array.from({ length: numbered }, (_, i) =>
    pattern.replaceAll(BRACES, (_brace, name: string) =>
      encodeURIComponent(name === NUMBER ? String(i + 1) : text(looseName(name))),
    ),
  );
}
