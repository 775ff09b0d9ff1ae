import { type Color, hexColor, hexOf, legible, onTopOf } from '../vocabulary/accent.ts';
import { type Words, words } from '../words/en/catalogue.ts';
import { type Direction, type Speaker, speaker } from '../words/say.ts';

export interface Link {
  readonly label: string;
  readonly url: string;
}

interface Picture {
  readonly picture: string;
  /** What it shows. */
  readonly alt: string;
}

/** A part of a letter: a paragraph, a heading, a button, a list of links, a picture, or somebody's words, in any language. */
export type Part =
  | string
  | Link
  | Picture
  | { readonly heading: string }
  | { readonly links: readonly Link[] }
  | { readonly written: string }
  | { readonly quote: string };

export interface Letter {
  /** The language it is in; by default English, as for staff. */
  readonly reader?: Speaker<Words>;
  /** The subject of the mail, too. */
  readonly title: string;
  /** The URL of an image, above the title. */
  readonly logo?: string | undefined;
  readonly parts: readonly Part[];
  /** Who writes: a line each. */
  readonly signature: readonly string[];
  /** Why the reader has the mail, and what to do if it is for somebody else. */
  readonly footnote: string;
  /** After the footnote. */
  readonly footLink?: Link;
}

/** The colors of the site. Texts are legible in them on the sheets below. */
export interface LetterColors {
  readonly button: string;
  readonly onButton: string;
  readonly link: string;
  /** On dark screens. */
  readonly darkLink: string;
}

/** The sheets that letters are written on. */
export const SHEETS = { light: '#ffffff', dark: '#24221f' } as const;
const GREEN: LetterColors = { button: '#2f6f4f', onButton: '#ffffff', link: '#2f6f4f', darkLink: '#8fd0ad' };

/** The colors for a site with this accent. */
export const colorsOf = (accent: Color): LetterColors => ({
  button: hexOf(accent),
  onButton: hexOf(onTopOf(accent)),
  link: hexOf(legible(accent, hexColor(SHEETS.light))),
  darkLink: hexOf(legible(accent, hexColor(SHEETS.dark))),
});

const FOR_STAFF = speaker('en', words);

/** The same letter as plain text and as HTML. */
export const mailOf = (letter: Letter, colors = GREEN) => ({
  subject: letter.title,
  text: textOf(letter),
  html: htmlOf(letter, colors),
});

function textOf({ reader = FOR_STAFF, parts, signature, footnote, footLink }: Letter): string {
  const linkText = ({ label, url }: Link): string => `${reader.say(reader.words.mails.linkBefore, { label })}\n${url}`;
  const end = footLink === undefined ? footnote : `${footnote}\n${linkText(footLink)}`;
  const texts = parts.flatMap((part) =>
    typeof part !== 'string' && 'picture' in part ? [] : [textPart(part, linkText)],
  );
  return `${[...texts, signature.join('\n'), `--\n${end}`].join('\n\n')}\n`;
}

function textPart(part: Exclude<Part, Picture>, linkText: (link: Link) => string): string {
  if (typeof part === 'string') return part;
  if ('heading' in part) return `${part.heading}\n${'='.repeat(part.heading.length)}`;
  if ('url' in part) return linkText(part);
  if ('links' in part) return part.links.map(linkText).join('\n\n');
  if ('written' in part) return part.written;
  return part.quote
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** Colors for dark screens, for the programs that know them. Others know only the styles at the elements. */
const darkOf = ({ darkLink }: LetterColors): string => `@media (prefers-color-scheme:dark){
.page{background:#191816!important;color:#ece9e2!important}.sheet{background:${SHEETS.dark}!important}
.quiet{color:#a8a399!important}.line{border-color:#3d3a35!important}.link{color:${darkLink}!important}.quote{border-color:${darkLink}!important}
}`;

/** Programs for mail know few styles, and most of them only at the element. */
function htmlOf(
  { reader = FOR_STAFF, title, logo, parts, signature, footnote, footLink }: Letter,
  colors: LetterColors,
): string {
  const { language, direction } = reader;
  // Some programs keep no attribute of the document and its body.
  const dir = direction === 'rtl' ? ' dir="rtl"' : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>${darkOf(colors)}</style></head>
<body class="page" style="margin:0;padding:24px 16px;background:#f6f5f2;color:#23211d;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">
<div class="sheet"${dir} style="max-width:560px;margin:0 auto;padding:24px;background:${SHEETS.light};border-radius:12px">
${logo === undefined ? '' : `<img src="${escaped(logo)}" alt="" height="48" style="display:block;height:48px;max-width:100%;margin:0 0 16px;border-radius:8px">\n`}<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escaped(title)}</h1>
${parts.map((part) => htmlPart(part, direction, colors)).join('\n')}
<p dir="auto" style="margin:24px 0 0">${signature.map(escaped).join('<br>')}</p>
</div>
<p class="quiet"${dir} style="max-width:560px;margin:16px auto 0;font-size:13px;color:#6b675f">${escaped(footnote)}${footLink === undefined ? '' : ` ${linkOf(footLink, 'quiet', 'color:#6b675f')}`}</p>
</body>
</html>
`;
}

function htmlPart(part: Part, direction: Direction, { button, onButton, link: linkColor }: LetterColors): string {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${inLines(part)}</p>`;
  if ('written' in part) return `<p dir="auto" style="margin:0 0 16px">${inLines(part.written)}</p>`;
  if ('heading' in part)
    return `<h2 style="margin:24px 0 8px;font-size:17px;line-height:1.3">${escaped(part.heading)}</h2>`;
  if ('picture' in part)
    return `<img src="${escaped(part.picture)}" alt="${escaped(part.alt)}" width="512" style="display:block;width:100%;height:auto;max-height:384px;object-fit:cover;margin:0 0 16px;border-radius:8px">`;
  if ('quote' in part)
    return `<blockquote class="quote" dir="auto" style="margin:0 0 16px;padding:8px 16px;border-${direction === 'rtl' ? 'right' : 'left'}:4px solid ${linkColor}">${inLines(part.quote)}</blockquote>`;
  if ('links' in part)
    return part.links
      .map(
        (link) =>
          `<p class="line" style="margin:0;padding:12px 0;border-top:1px solid #e4e1da">${linkOf(link, 'link', `color:${linkColor};font-weight:600`)}</p>`,
      )
      .join('\n');
  const look = `display:inline-block;padding:10px 18px;border-radius:8px;background:${button};color:${onButton};text-decoration:none`;
  return `<p style="margin:16px 0">${linkOf(part, 'button', look)}</p>`;
}

const linkOf = ({ label, url }: Link, name: string, style: string): string =>
  `<a href="${escaped(url)}" class="${name}" style="${style}">${escaped(label)}</a>`;

const inLines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? mark);
