import { createHash } from 'node:crypto';
import type { Columns } from './columns.ts';
import { NO_TEXT, plainText, type Row } from './file/row.ts';
import { openFingerprints } from './fingerprints.ts';
import { NO_UTF8 } from './profile/reader.ts';

/** What tells an animal from others, across imports. */
export interface Reference {
  /** `ref:` and the reference, or `row:` and a hash of the row. */
  readonly text: string;
  /** The file has no references, so this is a hash of the row's bytes; identical rows share it. */
  readonly isHash: boolean;
}

export const REFERENCE = 'ref:';
const longestReference = 255;
const ROUNDED = 'A number of more than 15 digits is rounded; write the reference as text.';

export function referenceOf(row: Row, columns: Columns): Reference | { reason: string } {
  const index = columns.of.get('reference');
  if (index === undefined) {
    const hash = createHash('sha256').update(withoutEnd(row.bytes)).digest('base64url');
    return { text: `row:${hash}`, isHash: true };
  }
  const given = row.cell(index);
  if (given === NO_TEXT) return { reason: NO_UTF8 };
  if (Number.isInteger(given) && !Number.isSafeInteger(given)) return { reason: ROUNDED };
  const text = plainText(given);
  if (text === '') return { reason: 'The row has no reference, so a later import could not recognize it.' };
  if (text.length > longestReference) return { reason: `A reference has at most ${longestReference} characters.` };
  return { text: `${REFERENCE}${text}`, isHash: false };
}

/** Differs for rows whose references differ; quick, for the first time that a file is read. */
export function roughReferenceOf(row: Row, columns: Columns): string {
  const index = columns.of.get('reference');
  return index === undefined ? withoutEnd(row.bytes).toString('latin1') : plainText(row.cell(index));
}

/** Line endings may differ between two versions of a file, and the last row may have none. */
function withoutEnd(row: Buffer): Buffer {
  let end = row.length;
  while (end > 0 && (row[end - 1] === 0x0a || row[end - 1] === 0x0d)) end -= 1;
  return row.subarray(0, end);
}

/** What becomes of a row: it has this reference; or the row on the line has it, and says the same or something else. */
type Taken = { readonly text: string } | { readonly line: number; readonly isSame: boolean };

/**
 * Numbers identical rows of a file without references. In a file with references, finds rows with the same one.
 *
 * @param comesAgain whether other rows may have the same reference: only these are remembered
 */
export function openReferences(comesAgain: (rough: string) => boolean) {
  const taken = openFingerprints();
  return (row: Row, columns: Columns, { text, isHash }: Reference, said: () => string): Taken => {
    if (!comesAgain(roughReferenceOf(row, columns))) return { text };
    if (isHash) {
      const before = taken.update(text, (last = 0) => last + 1);
      return { text: before === undefined ? text : `${text}:${before + 1}` };
    }
    const before = taken.update(text, (last = row.line) => last);
    const content = `said:${text}\n${said()}`;
    if (before !== undefined) return { line: before, isSame: taken.get(content) !== undefined };
    taken.update(content, () => row.line);
    return { text };
  };
}
