import { ApiError } from '../errors.ts';

/** What may stand before the bytes of a file: its boundary and headers. */
export const MOST_HEAD_BYTES = 8_192;

/**
 * Reads the bytes of the only file of a form, as it arrives: RFC 7578, RFC 2046 section 5.1.
 *
 * @throws ApiError `invalid_body` unless the form has one file, and nothing else
 */
export async function* onlyFile(stream: AsyncIterable<Buffer>, contentType: string): AsyncGenerator<Buffer> {
  const boundary = boundaryIn(contentType);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let isHead = true;
  // So that the first delimiter looks like the others.
  let text: Buffer = Buffer.from('\r\n');
  let end = -1;
  for await (const chunk of stream) {
    // What follows the end of the form is to be ignored.
    if (end !== -1 && text.length - end >= delimiter.length + 2) continue;
    text = Buffer.concat([text, chunk]);
    if (isHead) {
      const behind = endOfHead(text, delimiter);
      if (behind === undefined) continue;
      isHead = false;
      text = text.subarray(behind);
    }
    if (end === -1) end = text.indexOf(delimiter);
    // The delimiter may be cut in two.
    const whole = end === -1 ? Math.max(0, text.length - delimiter.length + 1) : end;
    if (whole > 0) yield text.subarray(0, whole);
    text = text.subarray(whole);
    if (end !== -1) end = 0;
  }
  if (isHead || end === -1) throw refused('The form ends in the middle of a part.');
  if (text.toString('latin1', delimiter.length, delimiter.length + 2) !== '--') throw refused(ONE_FILE);
}

/** Where the bytes of the file begin; undefined if its head has not arrived yet. */
function endOfHead(text: Buffer, delimiter: Buffer): number | undefined {
  const end = text.indexOf('\r\n\r\n', delimiter.length);
  if (end === -1 && text.length <= MOST_HEAD_BYTES) return undefined;
  const head = text.toString('latin1', 0, Math.max(0, end));
  if (end === -1 || end > MOST_HEAD_BYTES || !head.startsWith(delimiter.toString('latin1')))
    throw refused('The form must begin with the boundary that its `Content-Type` names, and the headers of its file.');
  if (!/^content-disposition:.*;\s*filename\*?=/im.test(head)) throw refused(ONE_FILE);
  return end + 4;
}

/** RFC 2046 allows up to 70 characters. */
function boundaryIn(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw refused('The `Content-Type` of a form must name its `boundary`.');
  return boundary;
}

const ONE_FILE = 'The form must have exactly one file, and no other fields.';

const refused = (message: string): ApiError => new ApiError('invalid_body', message);
