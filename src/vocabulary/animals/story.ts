/**
 * The part of Markdown that the stories of animals are shown with: paragraphs, headings, lists, emphasis and links. Everything else is text,
 * HTML too. Within a paragraph, a new line is a new line.
 */
export type Block =
  | { readonly kind: 'paragraph' | 'heading'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] };

export type Inline =
  | string
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly url: string; readonly content: readonly Inline[] };

type Draft =
  | { readonly kind: 'paragraph' | 'heading'; text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: string[] };

const HEADING = /^ {0,3}#{1,6} +(.+?)[ #]*$/;
const RULE = /^ {0,3}([-*_])(?: *\1){2,} *$/;
const ITEM = /^ {0,3}(?:[-*+•]|(\d{1,9})[.)]) +(\S.*)$/;

export function storyBlocks(story: string): Block[] {
  const drafts: Draft[] = [];
  let open: Draft | undefined;
  const begin = (draft: Draft) => drafts.push((open = draft));
  for (const line of story.split(/\r\n?|\n/)) {
    const [, heading] = HEADING.exec(line) ?? [];
    const [, number, item] = ITEM.exec(line) ?? [];
    const isOrdered = number !== undefined;
    if (line.trim() === '' || RULE.test(line)) {
      open = undefined;
    } else if (heading !== undefined) {
      begin({ kind: 'heading', text: heading });
      open = undefined;
    } else if (item !== undefined && open?.kind === 'list' && open.isOrdered === isOrdered) {
      open.items.push(item);
    } else if (item !== undefined && (!isOrdered || number === '1' || open === undefined)) {
      // In a paragraph, a line that begins with a number, such as a year, starts no list.
      begin({ kind: 'list', isOrdered, items: [item] });
    } else if (open?.kind === 'list') {
      open.items.push(`${open.items.pop() ?? ''}\n${line.trim()}`);
    } else if (open?.kind === 'paragraph') {
      open.text += `\n${line.trim()}`;
    } else {
      begin({ kind: 'paragraph', text: line.trim() });
    }
  }
  return drafts.map((draft) =>
    draft.kind === 'list'
      ? { ...draft, items: draft.items.map((item) => inlines(item)) }
      : { kind: draft.kind, content: inlines(draft.text) },
  );
}

/** Bounded lengths, so that no text takes long. */
const TOKENS = [
  String.raw`\\(?<escaped>[!-/:-@[-\x60{-~])`,
  String.raw`!?\[(?<label>[^\][]{1,300})\]\((?<target>(?:https?://|mailto:|tel:)[^\s<>()]{1,1000}(?:\([^\s<>()]{0,200}\)[^\s<>()]{0,200})?)\)`,
  String.raw`<?(?<address>https?://[^\s<>"]{1,1000})>?`,
  String.raw`\*\*(?<strong>\S|\S.{0,500}?\S)\*\*(?!\*)`,
  String.raw`(?<![\p{L}\p{N}_])__(?<strong2>\S|\S.{0,500}?\S)__(?![\p{L}\p{N}_])`,
  String.raw`\*(?<emphasis>[^\s*]|[^\s*].{0,500}?\S)\*(?!\*)`,
  String.raw`(?<![\p{L}\p{N}_])_(?<emphasis2>[^\s_]|[^\s_].{0,500}?\S)_(?![\p{L}\p{N}_])`,
].join('|');

/** Emphasis within emphasis, and within that. */
const deepest = 3;

function inlines(text: string, depth = 0, isInLink = false): Inline[] {
  const tokens = new RegExp(TOKENS, 'gsu');
  const found: Inline[] = [];
  let plain = '';
  let end = 0;
  const inner = (content: string, isLink = isInLink) =>
    depth < deepest ? inlines(content, depth + 1, isLink) : [content];
  const add = (inline: Exclude<Inline, string>) => {
    if (plain !== '') found.push(plain);
    plain = '';
    found.push(inline);
  };
  for (let match = tokens.exec(text); match !== null; match = tokens.exec(text)) {
    const { escaped, label, target, address, strong, strong2, emphasis, emphasis2 } = match.groups ?? {};
    plain += text.slice(end, match.index);
    // A sentence may end with an address.
    const url = target ?? address?.replace(/[.,;:!?)'*_]+$/, '');
    const [bold, slanted] = [strong ?? strong2, emphasis ?? emphasis2];
    if (escaped !== undefined) plain += escaped;
    else if (bold !== undefined) add({ kind: 'strong', content: inner(bold) });
    else if (slanted !== undefined) add({ kind: 'emphasis', content: inner(slanted) });
    else if (url !== undefined && !isInLink && URL.canParse(url))
      add({ kind: 'link', url, content: label === undefined ? [url] : inner(label, true) });
    else plain += label ?? match[0];
    if (address !== undefined && !isInLink && url !== undefined && !match[0].startsWith('<'))
      tokens.lastIndex = match.index + url.length;
    end = tokens.lastIndex;
  }
  plain += text.slice(end);
  return plain === '' ? found : [...found, plain];
}

const plainInline = (content: readonly Inline[]): string =>
  content.map((part) => (typeof part === 'string' ? part : plainInline(part.content))).join('');

/** The words of a story in one line, without its form. */
export const plainStory = (story: string): string =>
  storyBlocks(story)
    .flatMap((block) => (block.kind === 'list' ? block.items : [block.content]))
    .map(plainInline)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The beginning of a text: at most this many characters, whole words if possible. */
export function excerpt(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$|[\s,;:.]+$/, '')}…`;
}
