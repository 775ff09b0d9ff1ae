import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { guideSummary } from './guides.ts';
import { groupsOf } from './src/docs/guide-groups.ts';

interface Description {
  readonly info: { readonly title: string; readonly summary: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly 'x-core'?: boolean;
  readonly tags: readonly string[];
}

const root = join(import.meta.dirname, '..');

/** Writes the guides beside the site as Markdown, and `llms.txt` with all titles, for language models: https://llmstxt.org */
export const llms: Plugin = {
  name: 'llms',
  generateBundle() {
    for (const [fileName, source] of llmsFiles()) this.emitFile({ type: 'asset', fileName, source });
  },
};

/** The files by path, such as `docs/guide.md`. */
export function llmsFiles(): ReadonlyMap<string, string> {
  const files = globSync('docs/*.md', { cwd: root }).toSorted();
  const guides = files.map((file) => ({
    name: basename(file, '.md'),
    path: `/${file}`,
    ...guideSummary(join(root, file)),
  }));
  const { info, tags, paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as Description;
  const core = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      isOperation(operation) && operation['x-core'] === true
        ? [`\`${method.toUpperCase()} /v1${path}\` ${operation.summary}`]
        : [],
    ),
  );
  const operations = Object.values(paths).flatMap((path) => Object.values(path).filter(isOperation));

  const sections = [
    ...groupsOf(guides).map(
      ({ title, guides }) => [title, guides.map((guide) => item(guide.title, guide.path, guide.about))] as const,
    ),
    [
      'API',
      [
        item(
          'The core',
          '/v1/openapi.json?tags=Pets,Messages,Orders',
          `All that many programs need: ${core.join('; ')}.`,
        ),
        item('OpenAPI 3.1 description', '/v1/openapi.json', 'Every operation with its parameters, bodies and errors.'),
        item(
          'OpenAPI 3.0 description',
          '/v1/openapi.json?version=3.0',
          'The same for generators that know no 3.1, without the webhooks.',
        ),
        ...tags.map(({ name, description }) => {
          const own = operations.filter((operation) => operation.tags.includes(name));
          const named = own.map(({ operationId, summary }) => `\`${operationId}\` ${summary}`);
          return item(name, `/docs/reference/${name.toLowerCase()}`, `${description.trim()} ${named.join('; ')}.`);
        }),
      ],
    ],
  ] as const;
  const text = [`# ${info.title}`, `> ${info.summary}`, info.description];
  for (const [title, items] of sections) text.push(`## ${title}`, items.join('\n'));
  return new Map([
    ...files.map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
    ['llms.txt', `${text.join('\n\n')}\n`],
  ]);
}

const item = (name: string, path: string, notes: string): string =>
  `- [${name}](${path}): ${notes.replaceAll(/\s+/g, ' ')}`;

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'operationId' in value;
