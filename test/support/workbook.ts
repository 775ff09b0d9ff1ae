import { crc32, deflateRawSync } from 'node:zlib';

/** Cells as Excel stores them: texts are shared, days are numbers with a format. */
export type SheetCell = string | number | boolean | undefined | { readonly day: number } | { readonly xml: string };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The bytes of an .xlsx with these sheets. The day formats are built-in 14 and one of its own. */
export function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  {
    isFrom1904 = false,
    more = {},
  }: { readonly isFrom1904?: boolean; readonly more?: Readonly<Record<string, string>> } = {},
): Buffer {
  const shared: string[] = [];
  const cell = (value: SheetCell, reference: string): string => {
    if (value === undefined) return '';
    if (typeof value === 'string') return `<c r="${reference}" t="s"><v>${shared.push(value) - 1}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${reference}" t="b"><v>${Number(value)}</v></c>`;
    if (typeof value === 'number') return `<c r="${reference}"><v>${value}</v></c>`;
    return 'day' in value ? `<c r="${reference}" s="1"><v>${value.day}</v></c>` : value.xml;
  };
  const names = Object.keys(sheets);
  const parts = Object.values(sheets).map(
    (rows, i) =>
      [
        `xl/worksheets/sheet${i + 1}.xml`,
        `<worksheet><sheetData>${rows
          .map((cells, row) => {
            const filled = cells.map((value, column) => cell(value, `${letters(column)}${row + 1}`)).join('');
            return filled === '' ? '' : `<row r="${row + 1}">${filled}</row>`;
          })
          .join('')}</sheetData></worksheet>`,
      ] as const,
  );
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships>${relation('r', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${Number(isFrom1904)}"/><sheets>${names
      .map((name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="s${i + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names
      .map((_, i) => relation(`s${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`))
      .join(
        '',
      )}${relation('t', 'sharedStrings', '/xl/sharedStrings.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    'xl/sharedStrings.xml': `<sst>${shared.map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(parts),
    ...more,
  });
}

function letters(column: number): string {
  const rest = String.fromCharCode(65 + (column % 26));
  return column < 26 ? rest : letters(Math.floor(column / 26) - 1) + rest;
}

/** A ZIP file with these parts, compressed. */
export function zipOf(parts: Readonly<Record<string, string | Buffer>>): Buffer {
  let at = 0;
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const file = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, Buffer.from(name), packed]);
    const entry = Buffer.alloc(16);
    entry.writeUInt32LE(at, 12);
    directory.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), fields, entry.subarray(2), Buffer.from(name)]),
    );
    files.push(file);
    at += file.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, listed, end]);
}
