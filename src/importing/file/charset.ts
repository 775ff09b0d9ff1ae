import { isAscii, isUtf8 } from 'node:buffer';
import type { FileSettings } from '../../vocabulary/import-reading.ts';

/** The character sets in which spreadsheets save text. */
export type Charset = FileSettings['charset'];

const LF = 0x0a;

/**
 * The character set of a whole text: UTF-16 by its byte order mark; UTF-8 if every line is, or if lines beyond ASCII are; else
 * Windows-1252, as Excel saves a "CSV" in Western Europe and the Americas.
 */
export async function charsetOf(bytes: AsyncIterable<Buffer>): Promise<Charset> {
  let rest = Buffer.alloc(0);
  let isFirst = true;
  let isOther = false;
  const look = (line: Buffer): 'utf-8' | undefined => {
    if (isAscii(line)) return undefined;
    if (isUtf8(line)) return 'utf-8';
    isOther = true;
    return undefined;
  };
  for await (const chunk of bytes) {
    const text = Buffer.concat([rest, chunk]);
    if (isFirst && text.length < 3) {
      rest = text;
      continue;
    }
    const marked = isFirst ? markOf(text) : undefined;
    if (marked !== undefined) return marked;
    isFirst = false;
    // A line feed is never within a character of UTF-8.
    const end = text.lastIndexOf(LF) + 1;
    const lines = text.subarray(0, end === 0 ? longestLine(text) : end);
    rest = Buffer.from(text.subarray(lines.length));
    if (isAscii(lines)) continue;
    for (let at = 0; at < lines.length;) {
      const next = lines.indexOf(LF, at) + 1 || lines.length;
      if (look(lines.subarray(at, next)) !== undefined) return 'utf-8';
      at = next;
    }
  }
  return look(rest) ?? (isOther ? 'windows-1252' : 'utf-8');
}

/** Lines without an end are looked at in pieces; a character at the cut counts for neither. */
const longestLine = (text: Buffer): number => (text.length < 1_048_576 ? 0 : text.length);

function markOf(text: Buffer): Charset | undefined {
  if (text[0] === 0xff && text[1] === 0xfe) return 'utf-16le';
  if (text[0] === 0xfe && text[1] === 0xff) return 'utf-16be';
  return text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf ? 'utf-8' : undefined;
}

/** The text in UTF-8. Bytes that are not valid UTF-8 stay as they are: each spoils only its own cell. */
export async function* inUtf8(bytes: AsyncIterable<Buffer>, charset: Charset): AsyncGenerator<Buffer> {
  if (charset === 'utf-8') {
    yield* bytes;
    return;
  }
  const decoder = new TextDecoder(charset);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}
