import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Guide, GuideSection, GuideSummary, Heading } from './src/docs/guide.ts';

/**
 * Makes pages of the guides in `docs/` while the pages are built: `x.md?page` is the whole guide, `x.md?summary` what the navigation shows
 * of it, `x.md?sections` what a search looks through. A link that leads nowhere ends the build, and so does markup of HTML.
 */
export const guides: Plugin = {
  name: 'guides',
  enforce: 'pre',
  load(id) {
    const [file = '', query] = id.split('?');
    if (!file.endsWith('.md')) return undefined;
    this.addWatchFile(file);
    const parts = { page: guidePage, summary: guideSummary, sections: guideSections } as const;
    const part = Object.entries(parts).find(([name]) => name === query);
    if (part === undefined) throw new Error(`${id}: ask for one of ${Object.keys(parts).join(', ')}.`);
    return { code: `export default ${JSON.stringify(part[1](file))};`, moduleType: 'js' };
  },
};

/** Tokens of the file, without the title that each guide begins with. */
function read(file: string): { readonly title: string; readonly tokens: Token[] } {
  const [title, ...tokens] = new Marked().lexer(readFileSync(file, 'utf8')).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title['depth'] !== 1) throw new Error(`${file} does not begin with its title.`);
  return { title: plainText(title), tokens };
}

export function guidePage(file: string): Guide {
  const { title, tokens } = read(file);
  const headings = headingsOf(tokens);
  const marked = new Marked({ renderer: rendererFor(file, headings) });
  const blocks = tokens.map((token): Block => {
    if (token.type !== 'code') return { kind: 'markup', html: marked.parser([token]) };
    const { text, lang = 'text' } = token as Tokens.Code;
    return lang === 'mermaid' ? { kind: 'moves', moves: movesOf(text) } : { kind: 'code', text, language: lang };
  });
  return { title, headings, blocks: joined(blocks) };
}

/** Markup that follows markup is one piece. */
function joined(blocks: readonly Block[]): Block[] {
  const result: Block[] = [];
  for (const block of blocks) {
    const last = result.at(-1);
    if (block.kind === 'markup' && last?.kind === 'markup')
      result.splice(-1, 1, { kind: 'markup', html: last.html + block.html });
    else result.push(block);
  }
  return result;
}

function guideSummary(file: string): GuideSummary {
  const { title, tokens } = read(file);
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  const [about = ''] = (paragraph === undefined ? '' : plainText(paragraph)).split(/(?<=[.:])\s/);
  return { title, about: about.replace(/:$/, '.') };
}

/** The guide's text by the headings above it; what comes before the first stands under the title alone. */
function guideSections(file: string): GuideSection[] {
  const { tokens } = read(file);
  const headings = headingsOf(tokens).values();
  const sections = [{ id: '', heading: '', text: '' }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const { id, text } = headings.next().value ?? { id: '', text: '' };
      sections.push({ id, heading: text, text: '' });
    } else {
      const last = sections.at(-1);
      if (last !== undefined) last.text += `${plainText(token)} `;
    }
  }
  return sections.map((section) => ({ ...section, text: section.text.replaceAll(/\s+/g, ' ').trim() }));
}

/** The words of a token, without what marks them. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map((cell) => cell.tokens.map(plainText).join(''))).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(plainText).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

/** Headings with the addresses that GitHub gives them, so that links work here and there. */
function headingsOf(tokens: readonly Token[]): Heading[] {
  const seen = new Map<string, number>();
  return tokens
    .filter((token): token is Tokens.Heading => token.type === 'heading')
    .map((token) => {
      const text = plainText(token);
      const slug = text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return { id: count === 0 ? slug : `${slug}-${count}`, text, depth: token.depth };
    });
}

function rendererFor(file: string, headings: readonly Heading[]): RendererObject {
  const left = headings.values();
  const addresses = new Set(headings.map(({ id }) => id));
  return {
    heading({ tokens, depth }) {
      const { id } = left.next().value ?? { id: '' };
      const link = `<a class="guide-anchor" href="#${id}" aria-label="Link to this part">#</a>`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} ${link}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(addressOf(file, href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    html({ text }) {
      throw new Error(`${file} has HTML in it, which the pages do not take: ${text}`);
    },
    table({ header, rows }) {
      const cell = (name: string, { tokens }: Tokens.TableCell) =>
        `<${name}>${this.parser.parseInline(tokens)}</${name.split(' ')[0]}>`;
      const body = rows.map((cells) => {
        const id = nameIn(cells[0]);
        const isAddress = id !== undefined && !addresses.has(id);
        if (isAddress) addresses.add(id);
        return `<tr${isAddress ? ` id="${id}"` : ''}>${cells.map((one) => cell('td', one)).join('')}</tr>`;
      });
      const head = header.map((one) => cell('th scope="col"', one)).join('');
      const table = `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
      return `<div class="guide-table" tabindex="0" role="region" aria-label="Table">${table}</div>\n`;
    },
  };
}

/** A row whose first cell is a name in code, such as an error's, can be linked by that name. */
function nameIn(cell: Tokens.TableCell | undefined): string | undefined {
  const [token, ...others] = cell?.tokens ?? [];
  if (token?.type !== 'codespan' || others.length > 0) return undefined;
  const name = plainText(token);
  return /^[\w.]+$/.test(name) ? name : undefined;
}

/** Where a link of the guide leads among the pages. @throws where it leads nowhere */
function addressOf(file: string, href: string): string {
  if (/^https?:/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = path === '' ? file : join(dirname(file), path);
  const isGuide = dirname(target) === dirname(file) && target.endsWith('.md') && existsSync(target);
  if (!isGuide) throw new Error(`${file} links to ${href}, which is no guide.`);
  const isThere = fragment === undefined || headingsOf(read(target).tokens).some(({ id }) => id === fragment);
  if (!isThere) throw new Error(`${file} links to ${href}, where no such heading is.`);
  const page = path === '' ? '' : `/docs/${basename(target, '.md')}`;
  return fragment === undefined ? page : `${page}#${fragment}`;
}

/** The moves of a state diagram, from each state to those it may become; the start and the end are none. */
function movesOf(diagram: string) {
  const lines = [...diagram.matchAll(/^\s*(\S+) --> (\S+?)(?:: (.*))?$/gm)];
  const real = lines.filter(([, from, to]) => from !== '[*]' && to !== '[*]');
  return [...Map.groupBy(real, ([, from = '']) => from)].map(([from, found]) => ({
    from,
    to: found.map(([, , to = '', move]) => ({ to, ...(move !== undefined && { move }) })),
  }));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
