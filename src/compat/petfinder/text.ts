import { plainStory } from '../../vocabulary/animals/story.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

export const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);

/** Petfinder cut descriptions near this length. */
const length = 100;
/** The words that are shown are among these characters of a story, unless its links are long. To read a hundred whole stories takes 0.2 s and more. */
const beginning = 2_000;

/** The words of a text, escaped for HTML: all of them, or those before its hundredth character and three dots; null for no text. */
export function shortened(text: string | undefined): string | null {
  const words = text === undefined ? '' : wordsOf(text);
  if (words === '') return null;
  if (words.length <= length) return escaped(words);
  const space = words.lastIndexOf(' ', length);
  // Never half of a character.
  const cut = space > 0 ? words.slice(0, space) : words.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
  return `${escaped(cut)}...`;
}

/** More than those that are shown, unless there are no more. */
function wordsOf(text: string): string {
  if (text.length <= beginning) return plainStory(text);
  // No half of a link, which would be many letters.
  const end = Math.max(text.lastIndexOf(' ', beginning), text.lastIndexOf('\n', beginning), 0);
  const words = plainStory(text.slice(0, end));
  return words.length > length ? words : plainStory(text);
}

/** Such as `2024-11-07T03:27:20+0000`. @param time RFC 3339, in UTC */
export const petfinderTime = (time: string): string => `${time.slice(0, 19)}+0000`;

const metersPerMile = 1_609.344;

export const miles = (meters: number): number => Math.round((meters / metersPerMile) * 10_000) / 10_000;
export const metersOf = (distance: number): number => distance * metersPerMile;
