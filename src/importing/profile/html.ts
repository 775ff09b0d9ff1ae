/** The entities of Latin-1 (HTML 4), in the order of their characters from U+00A0 on. */
const LATIN_1 = [
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute',
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig',
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash',
  'Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute',
  'ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc',
  'uuml yacute thorn yuml',
].flatMap((names) => names.split(' '));
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...LATIN_1.map((name, i) => [name, String.fromCodePoint(0xa0 + i)] as const),
  ['amp', '&'],
  ['apos', "'"],
  ['bull', '•'],
  ['euro', '€'],
  ['gt', '>'],
  ['hellip', '…'],
  ['ldquo', '“'],
  ['lsquo', '‘'],
  ['lt', '<'],
  ['mdash', '—'],
  ['nbsp', ' '],
  ['ndash', '–'],
  ['oelig', 'œ'],
  ['OElig', 'Œ'],
  ['quot', '"'],
  ['rdquo', '”'],
  ['rsquo', '’'],
  ['trade', '™'],
]);
/** Browsers read the codes from 128 to 159 as Windows-1252. */
const WINDOWS_1252 = new TextDecoder('windows-1252');

// No tag reaches beyond the next `<`: the time grows with the length of the text, and not with its square.
const HIDDEN_START = /<(?:script|style)\b[^<>]*>/i;
const HIDDEN_END = /<\/(?:script|style)\b[^<>]*>/i;
const BREAK = /<br\b[^<>]*>/gi;
const LIST = /<[uo]l\b[^<>]*>\s*/gi;
const ITEM = /<li\b[^<>]*>\s*/gi;
const BLOCKS = /(?:<\/?(?:p|div|section|article|table|tr|td|h[1-6]|blockquote|hr)\b[^<>]*>\s*|<\/[uo]l\s*>\s*)+/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;
/** A property of Unicode would take a thirtieth of an import. */
const CONTROLS = /[^\t\n\x20-\x7e\xa0-\uffff]/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi;

/** The text of HTML, or of text with entities: paragraphs and line breaks become lines. Other text stays as it is. */
export function textOfHtml(html: string): string {
  const lines = html.replaceAll(/\r\n?/g, '\n');
  const text = /[<&]/.test(lines) ? plainText(isMarkedUp(lines) ? withoutTags(lines) : lines) : lines;
  return text.replaceAll(CONTROLS, '').trim();
}

const isMarkedUp = (text: string): boolean => /<(?:br|\/?p|\/?div|li|h[1-6])\b/i.test(text);

function withoutTags(html: string): string {
  const oneLine = html
    .split('\n')
    .map((line) => line.trim())
    .join(' ');
  return oneLine
    .replaceAll(BREAK, '\n')
    .replaceAll(LIST, '\n')
    .replaceAll(ITEM, '\n- ')
    .replaceAll(BLOCKS, '\n\n')
    .replaceAll(/\n +/g, '\n')
    .trim();
}

function plainText(text: string): string {
  return without(without(text, '<!--', '-->'), HIDDEN_START, HIDDEN_END)
    .replaceAll(TAG, '')
    .replaceAll(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      if (code >= 0x80 && code < 0xa0) return WINDOWS_1252.decode(Uint8Array.of(code));
      const isCharacter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : entity;
    });
}

/** Removes what stands between a start and the end before the next start. Without an end, nothing is removed. */
function without(text: string, start: string | RegExp, end: string | RegExp): string {
  const [first = '', ...others] = text.split(start);
  const rest = others.map((part) => {
    const [, ...shown] = part.split(end);
    return shown.length === 0 ? part : shown.join('');
  });
  return first + rest.join('');
}

/** Writes text so that a reader of HTML, or `textOfHtml`, reads the same text. @param lineBreak such as `<br />` */
export const htmlOfText = (text: string, lineBreak: string): string =>
  text
    .replaceAll(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll(/<(?=[a-z/!])/gi, '&lt;')
    .replaceAll(/\r\n?|\n/g, lineBreak);
