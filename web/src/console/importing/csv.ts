/** One record of the file. */
export interface CsvRecord {
  /** Where it begins, counted from 1. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** The records as far as they can be read, and where they cannot, why. */
export interface Csv {
  readonly records: readonly CsvRecord[];
  readonly error?: { readonly line: number; readonly reason: string };
}

/** Reads comma-separated values: RFC 4180, with the separators and line ends that spreadsheets write. Empty lines say nothing. */
export function readCsv(text: string): Csv {
  const separator = separatorOf(text);
  const records: CsvRecord[] = [];
  let fields: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let line = 1;
  let firstLine = 1;

  const endRecord = () => {
    if (fields.length > 1 || fields[0]?.trim() !== '') records.push({ line: firstLine, fields });
    fields = [];
  };
  while (at < text.length) {
    if (text[at] === '"') {
      const quoted = quotedAt(text, at);
      if (quoted === undefined)
        return { records, error: { line, reason: 'A quotation mark is opened here and never closed.' } };
      fields.push(quoted.value);
      line += quoted.lines;
      at = quoted.end;
      if (at < text.length && text[at] !== separator && !isLineEnd(text, at))
        return {
          records,
          error: { line, reason: 'After a closing quotation mark must come a separator or a new line.' },
        };
    } else {
      let end = at;
      while (end < text.length && text[end] !== separator && !isLineEnd(text, end)) end += 1;
      fields.push(text.slice(at, end));
      at = end;
    }
    if (text[at] === separator) {
      at += 1;
      // A separator at the very end of the file has an empty field behind it.
      if (at === text.length) fields.push('');
    } else if (at < text.length) {
      at += text.startsWith('\r\n', at) ? 2 : 1;
      endRecord();
      line += 1;
      firstLine = line;
    }
  }
  if (fields.length > 0) endRecord();
  return { records };
}

const isLineEnd = (text: string, at: number): boolean => text[at] === '\n' || text[at] === '\r';

/** A field in quotation marks, in which a doubled one stands for one. */
function quotedAt(text: string, start: number): { value: string; end: number; lines: number } | undefined {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 2)) {
    if (text[end + 1] === '"') continue;
    const inner = text.slice(start + 1, end);
    return { value: inner.replaceAll('""', '"'), end: end + 1, lines: inner.match(/\r\n|\n|\r/g)?.length ?? 0 };
  }
  return undefined;
}

/** The one that the first line has most of: spreadsheets write semicolons where the comma is the decimal sign. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}
