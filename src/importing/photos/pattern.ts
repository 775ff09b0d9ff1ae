import { Failure } from '../../failure.ts';
import type { Columns } from '../columns.ts';
import { looseName } from '../loose-name.ts';

/** The names in a pattern. */
export const BRACES = /\{([^{}]+)\}/g;
/** Stands for the number of the photo, counted from 1. */
export const NUMBER = 'n';

const longestUrl = 2_048;

/** Whether photos may be fetched from there, as far as the text says. */
export function isAddress(text: string): boolean {
  const url = text.length <= longestUrl && /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/**
 * Checks a pattern as somebody wrote it.
 *
 * @throws Failure
 */
export function parsePhotoPattern(text: string): string {
  if (isAddress(text.replaceAll(BRACES, '1')) && text.search(BRACES) !== -1) return text;
  throw new Failure(
    `--photo-url ${JSON.stringify(text)} must be an address with the name of a column in braces, such as https://shelter.example/photos/{ID}-{n}.jpg.`,
  );
}

/** @throws Failure when the file lacks a column that the pattern names */
export function requirePatternColumns(pattern: string, { byName, names }: Columns): void {
  for (const [, name = ''] of pattern.matchAll(BRACES)) {
    if (name === NUMBER || byName.has(looseName(name))) continue;
    throw new Failure(
      `There is no column ${JSON.stringify(name)}. The file has the columns ${names.map((one) => JSON.stringify(one)).join(', ')}.`,
    );
  }
}
