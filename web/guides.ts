import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { Block, Guide, GuideSection, GuideSummary, Heading } from './src/docs/guide.ts';

/**
 * Compiles the guides in `docs/` at build time: `x.md?page` is the whole guide, `x.md?summary` is for the navigation, and `x.md?sections` for
 * the search. A broken link or HTML in a guide fails the build.
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
    if (part === undefined) throw new Error(`${id}: the query must be one of ${Object.keys(parts).join(', ')}.`);
    return { code: `export default ${JSON.stringify(part[1](file))};`, moduleType: 'js' };
  },
};

/** The title of the guide, and the tokens after it. */
function read(file: string): { readonly title: string; readonly tokens: Token[] } {
  const [title, ...tokens] = new Marked().lexer(readFileSync(file, 'utf8')).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || title['depth'] !== 1) throw new Error(`${file} does not begin with a title.`);
  return { title: plainText(title), tokens };
}

export function guidePage(file: string): Guide {
  const { title, tokens } = read(file);
  const headings = headingsOf(tokens);
  const marked = new Marked({ renderer: rendererFor(file, headings) });
  const blocks = tokens.map((token): Block => {
    if (token.type !== 'code') return { kind: 'markup', html: marked.parser([token]) };
    const { text, lang = 'text' } = token as Tokens.Code;
    return lang === 'mermaid'
      ? { kind: 'transitions', transitions: transitionsOf(text) }
      : { kind: 'code', text, language: lang };
  });
  return { title, headings, blocks: joined(blocks) };
}

/** Joins adjacent blocks of markup. */
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

export function guideSummary(file: string): GuideSummary {
  const { title, tokens } = read(file);
  const paragraph = tokens.find(({ type }) => type === 'paragraph');
  const [about = ''] = (paragraph === undefined ? '' : plainText(paragraph)).split(/(?<=[.:])\s/);
  return { title, about: about.replace(/:$/, '.') };
}

/** The text of the guide by heading. The text before the first heading has an empty one. */
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

/** The text of a token, without markup. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows].flatMap((row) => row.map((cell) => cell.tokens.map(plainText).join(''))).join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if ('tokens' in token && token.tokens !== undefined) return token.tokens.map(plainText).join('');
  return 'text' in token && typeof token.text === 'string' ? token.text : '';
}

/** Headings with the ids that GitHub gives them, so links work on both sites. */
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
  let tables = 0;
  return {
    heading({ tokens, depth }) {
      const { id } = left.next().value ?? { id: '' };
      const link = `<a class="guide-anchor" href="#${id}" aria-label="Link to this section">#</a>`;
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)} ${link}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      return `<a href="${escaped(addressOf(file, href))}">${this.parser.parseInline(tokens)}</a>`;
    },
    html({ text }) {
      throw new Error(`${file} contains HTML: ${text}`);
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
      // A column of names needs no heading of its own.
      const head = header.map((one) => cell(one.text === '' ? 'td' : 'th scope="col"', one)).join('');
      const table = `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`;
      tables += 1;
      const names = header.map((one) => one.tokens.map(plainText).join('')).filter((name) => name !== '');
      const label = `Table ${tables}: ${names.join(', ')}`;
      return `<div class="guide-table frame" tabindex="0" role="region" aria-label="${escaped(label)}">${table}</div>\n`;
    },
  };
}

/** The id of a row: the code in its first cell, such as an error code. */
function nameIn(cell: Tokens.TableCell | undefined): string | undefined {
  const [token, ...others] = cell?.tokens ?? [];
  if (token?.type !== 'codespan' || others.length > 0) return undefined;
  const name = plainText(token);
  return /^[\w.]+$/.test(name) ? name : undefined;
}

/** The folder of the guides. One of them, the changelog, is a symbolic link to a file beside it. */
const folder = join(import.meta.dirname, '../docs');

/** The address of a link on the site. @throws if the link is broken */
function addressOf(file: string, href: string): string {
  if (/^https?:/.test(href)) return href;
  const [path = '', fragment] = href.split('#');
  const target = path === '' ? file : join(dirname(realpathSync(file)), path);
  const isGuide = path === '' || (dirname(target) === folder && target.endsWith('.md') && existsSync(target));
  if (!isGuide) throw new Error(`${file} links to ${href}, which is not a guide.`);
  const isThere = fragment === undefined || headingsOf(read(target).tokens).some(({ id }) => id === fragment);
  if (!isThere) throw new Error(`${file} links to ${href}, but that heading does not exist.`);
  const page = path === '' ? '' : `/docs/${basename(target, '.md')}`;
  return fragment === undefined ? page : `${page}#${fragment}`;
}

/** The transitions of a state diagram, except for those from its start and to its end. */
function transitionsOf(diagram: string) {
  const lines = [...diagram.matchAll(/^\s*(\S+) --> (\S+?)(?:: (.*))?$/gm)];
  const real = lines.filter(([, from, to]) => from !== '[*]' && to !== '[*]');
  return [...Map.groupBy(real, ([, from = '']) => from)].map(([from, found]) => ({
    from,
    to: found.map(([, , to = '', name]) => ({ to, ...(name !== undefined && { name }) })),
  }));
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
