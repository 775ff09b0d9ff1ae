import { parseSync } from 'oxc-parser';

/** A node of the syntax tree, as far as the search for texts looks at it. */
interface Node {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Attributes that nobody reads. */
const UNREAD = /^(?:class|sizes|rel|style|d|viewBox|type|href|id|key|transform|autocomplete|name|role|kind|size|icon)$/;
/** Attributes that somebody reads, even if they are one word. */
const READ = /^(?:aria-label|title|alt|placeholder|label|hint|verb)$/;
/** Two words, or one that begins a sentence and ends it. */
const SENTENCE = /\p{L}[\p{L}’'-]*[,:]? +\p{L}|^\p{Lu}\p{Ll}+[.!?…]$/u;

/** The texts in the source that people would read, but that no catalogue has. */
export function literalTextsIn(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const found: string[] = [];

  const textOf = (node: Node): string => source.slice(Number(node['start']), Number(node['end']));

  function visit(node: Node, attribute?: string): void {
    const { type } = node;
    if (/^(?:Import|Export(?:All|Named)).*Declaration$/.test(type) && node['source'] != null) return;
    // Developers read it.
    if (type === 'NewExpression' && String((node['callee'] as Node)['name']).endsWith('Error')) return;
    if (type.startsWith('TS')) return;
    // Commands and conditions of style sheets are the same in all languages.
    if (type === 'JSXElement' && /^<code\b/.test(textOf(node))) return;
    if (type === 'CallExpression' && /^(?:\w+\.)?matchMedia\(/.test(textOf(node))) return;
    if (type === 'JSXText' && /\p{L}/u.test(String(node['value']))) found.push(String(node['value']).trim());
    const text =
      type === 'TemplateElement'
        ? String((node['value'] as { readonly cooked?: string }).cooked)
        : type === 'Literal' && typeof node['value'] === 'string'
          ? node['value']
          : '';
    const isRead = attribute !== undefined && READ.test(attribute) ? /\p{L}/u.test(text) : SENTENCE.test(text);
    if (isRead && (attribute === undefined || !UNREAD.test(attribute))) found.push(text);
    const inside = type === 'JSXAttribute' ? String((node['name'] as Node)['name']) : attribute;
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, inside);
  }

  visit(program as unknown as Node);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
