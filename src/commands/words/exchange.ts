/**
 * Exchanges the words of visitors with translators, as i18next JSON v4, which Weblate and Crowdin read:
 *
 *     npm run words -- export <folder> [language…]
 *     npm run words -- import <folder> [language…]
 *
 * `<language>.json` has the rooms of a catalogue, nested as they are, with values in `{{two braces}}`. A form that a number chooses is
 * `found_one` or `found_few`: translators see one plural. A form that another value chooses is `altered_sex=female`, and `altered` is its
 * `other`; forms of forms are `baby_kind=dog_sex=female`. To both tools these are keys like any other, which they keep; a key that ends with
 * `_other` would be a plural. A form that is missing or empty falls back on `other`. `en.json` has a key for each form by a value that any
 * language has. The format has no place for comments: `en.comments.json` has the comments of the English files, by key.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Expression, parseSync } from 'oxc-parser';
import { format, type FormatConfig } from 'oxfmt';
import { ENGLISH } from '../../vocabulary/site.ts';
import { words as english } from '../../words/en/catalogue.ts';
import { LANGUAGES } from '../../words/languages.ts';
import type { Message } from '../../words/say.ts';
import { type Catalogue, choosersOf, isMessage, mistakesIn } from './rules.ts';

type Json = { readonly [key: string]: string | Json };
/** The steps to a form, such as `['sex=female', 'few']`, and its text. */
type Text = readonly [steps: readonly string[], text: string];

const PROJECT = join(import.meta.dirname, '../../..');
const WORDS = join(PROJECT, 'src/words');
const ROOMS = Object.keys(english);
const TAG = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/;
/** The name of a message, and the steps to one of its forms. */
const KEY = /^(.+?)((?:_(?:[\p{L}\d]+=[\p{L}\d]+|zero|one|two|few|many|other))*)$/u;

function textsOf(message: Message, steps: readonly string[] = []): Text[] {
  if (typeof message === 'string') return [[steps, message]];
  const { by, ...forms } = message;
  return Object.entries(forms).flatMap(([form, inner]) =>
    inner === undefined ? [] : textsOf(inner, [...steps, by === undefined ? form : `${by}=${form}`]),
  );
}

const keyOf = (name: string, steps: readonly string[]): string =>
  [name, ...steps].join('_').replace(/(?:_[^_=]+=other)+$/, '');

/** The text of a message at the steps to a form of another language. */
function textAt(message: Message, steps: readonly string[]): string {
  if (typeof message === 'string') return message;
  const form = steps.find((step) => step.startsWith(`${message.by}=`))?.split('=')[1] ?? 'other';
  return textAt(message[form] ?? message.other, steps);
}

/** A catalogue in i18next's form, with a key for each form by a value that one of `others` has. */
export const toJson = (catalogue: Catalogue, others: readonly Catalogue[] = []): Json =>
  Object.fromEntries(
    Object.entries(catalogue).flatMap(([name, value]): [string, string | Json][] => {
      const theirs = others.flatMap((other) => other[name] ?? []);
      if (!isMessage(value)) return [[name, toJson(value, theirs as Catalogue[])]];
      const choosers = choosersOf(value);
      const offered = (theirs as Message[])
        .flatMap((message) => textsOf(message))
        .filter(([steps]) => steps.every((step) => step.includes('=') && choosers.includes(step.replace(/=.*/, ''))))
        .map(([steps]): Text => [steps, textAt(value, steps)]);
      return [...textsOf(value), ...offered].map(([steps, text]) => [
        keyOf(name, steps),
        text.replaceAll(/\{(\w+)\}/g, '{{$1}}'),
      ]);
    }),
  );

/** @throws Error if the texts make no message */
function messageOf(texts: readonly Text[]): Message {
  const own = texts.find(([steps]) => steps.length === 0)?.[1];
  const [chooser, ...others] = new Set(
    texts.flatMap(([[step]]) => (step === undefined ? [] : step.replace(/[^=]+$/, ''))),
  );
  if (chooser === undefined) return own ?? '';
  if (others.length > 0) throw new Error('has forms by more than one value at once.');
  if (chooser === '' && own !== undefined) throw new Error('has a text beside its plural forms.');
  const { other, ...forms } = Object.groupBy(texts, ([[step]]) => step?.slice(chooser.length) ?? 'other');
  if (other === undefined) throw new Error('lacks the text that stands for every other value.');
  const messages = Object.entries({ ...forms, other }).map(
    ([form, inner]) => [form, messageOf(inner.map(([steps, text]): Text => [steps.slice(1), text]))] as const,
  );
  return { ...(chooser !== '' && { by: chooser.slice(0, -1) }), ...Object.fromEntries(messages) } as Message;
}

/** A catalogue from i18next's form. @param refuse is told what makes no message */
export function fromJson(json: Json, refuse: (mistake: string) => void, path = ''): Catalogue {
  const entries = Object.entries(json).map(([key, value]) => {
    const [, name = key, steps = ''] = KEY.exec(key) ?? [];
    return { name, steps: steps.split('_').slice(1), value };
  });
  return Object.fromEntries(
    [...Map.groupBy(entries, ({ name }) => name)].flatMap(([name, given]): [string, Message | Catalogue][] => {
      const group = given[0]?.value;
      if (given.length === 1 && isGroup(group)) return [[name, fromJson(group, refuse, `${path}${name}.`)]];
      try {
        const texts = given.map(({ steps, value }): Text => {
          if (typeof value !== 'string') throw new Error('must be a text.');
          return [steps, value.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')];
        });
        return [[name, messageOf(texts.filter(([steps, text]) => steps.length === 0 || text !== ''))]];
      } catch (error) {
        refuse(`${path}${name} ${(error as Error).message}`);
        return [];
      }
    }),
  );
}

const isGroup = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

function objectIn(text: string): Json | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return isGroup(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** The comments before a constant of a source and its members, by path. */
function commentsIn(source: string): Map<string, string> {
  const { program, comments } = parseSync('words.ts', source);
  const found = new Map<string, string>();
  function visit(node: Expression, path: string): void {
    if (node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression') visit(node.expression, path);
    if (node.type !== 'ObjectExpression') return;
    for (const member of node.properties) {
      if (member.type !== 'Property') continue;
      const { key, start, value } = member;
      const inner = `${path}.${key.type === 'Literal' ? String(key.value) : source.slice(key.start, key.end)}`;
      note(start, inner);
      visit(value, inner);
    }
  }
  function note(start: number, path: string): void {
    const comment = comments.find(({ end }) => end <= start && source.slice(end, start).trim() === '');
    if (comment !== undefined) found.set(path, source.slice(comment.start, comment.end));
  }
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue;
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type !== 'Identifier' || init === null) continue;
      note(statement.start, id.name);
      visit(init, id.name);
    }
  }
  return found;
}

/** A text of several lines is a template. Unusual spaces, and characters that nobody sees, are escaped. */
const quoted = (text: string): string =>
  (text.includes('\n')
    ? `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`)}\``
    : JSON.stringify(text)
  ).replaceAll(
    /[\r\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** A message or a group as TypeScript, with the comments that it had. */
function literal(value: Message | Catalogue, path: string, comments: ReadonlyMap<string, string>): string {
  if (typeof value === 'string') return quoted(value);
  const members = Object.entries(value).map(([name, inner]) => {
    const own = `${path}.${name}`;
    const comment = comments.has(own) ? `\n${comments.get(own)}\n` : '';
    return `${comment}${JSON.stringify(name)}: ${literal(inner as Message | Catalogue, own, comments)}`;
  });
  return `{ ${members.join(', ')} }`;
}

/** The source of a room. @param before what it was, for its comments */
export function sourceOf(room: string, value: Catalogue, before: string): string {
  const comments = commentsIn(before);
  return `import type { OtherWords } from '../en/catalogue.ts';

${comments.get(room) ?? ''}
export const ${room} = ${literal(value, room, comments)} as const satisfies OtherWords['${room}'];
`;
}

const CATALOGUE = `import type { OtherWords } from '../en/catalogue.ts';
${ROOMS.toSorted()
  .map((room) => `import { ${room} } from './${room}.ts';`)
  .join('\n')}

export const words: OtherWords = { ${ROOMS.join(', ')} };
`;

const jsonFile = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
/** Writes English, its comments, and the languages into a folder. */
export async function exportWords(folder: string, languages: readonly string[]): Promise<string[]> {
  const unknown = languages.filter((language) => !Object.hasOwn(LANGUAGES, language));
  if (unknown.length > 0)
    return unknown.map((language) => `There is no language ${language}: a new one begins as a copy of en.json.`);
  const all = Object.entries(LANGUAGES).filter(([language]) => language !== ENGLISH);
  const catalogues = await Promise.all(all.map(async ([language, read]) => [language, await read()] as const));
  const chosen = catalogues.filter(([language]) => languages.length === 0 || languages.includes(language));
  const sources = await Promise.all(ROOMS.map((room) => readFile(join(WORDS, ENGLISH, `${room}.ts`), 'utf8')));
  const comments = sources.flatMap((source) => [...commentsIn(source)]);
  await mkdir(folder, { recursive: true });
  for (const [name, value] of [
    ...chosen.map(([language, catalogue]) => [language, toJson(catalogue)] as const),
    [
      ENGLISH,
      toJson(
        english,
        catalogues.map(([, catalogue]) => catalogue),
      ),
    ] as const,
    [
      `${ENGLISH}.comments`,
      Object.fromEntries(comments.map(([path, text]) => [path, text.replaceAll(/^\/\*\*|\*\/$|\n \*/g, '').trim()])),
    ] as const,
  ])
    await writeFile(join(folder, `${name}.json`), jsonFile(value));
  return [];
}

/**
 * Writes the languages of a folder, by default all that it has, below `words`. If anything is wrong with one, it writes nothing.
 *
 * @returns what is wrong, in sentences
 */
export async function importWords(folder: string, languages: readonly string[], words = WORDS): Promise<string[]> {
  const mistakes: string[] = [];
  const files = new Map<string, string>();
  let lines = await readFile(join(words, 'languages.ts'), 'utf8');
  if (!existsSync(folder)) return [`There is no folder ${folder}.`];
  const found = (await readdir(folder)).flatMap((name) => /^([\w-]+)\.json$/.exec(name)?.[1] ?? []);
  for (const language of languages.length === 0 ? found.filter((name) => name !== ENGLISH) : languages) {
    const refuse = (mistake: string) => void mistakes.push(`${language}: ${mistake}`);
    const file = join(folder, `${language}.json`);
    const json = existsSync(file) ? objectIn(await readFile(file, 'utf8')) : undefined;
    if (json === undefined || language === ENGLISH || !TAG.test(language)) {
      refuse(
        language === ENGLISH
          ? 'English is the source, and is changed in src/words/en.'
          : TAG.test(language)
            ? `${language}.json must be there, and hold a JSON object.`
            : 'a language is named by its tag (BCP 47), such as pt-BR.',
      );
      continue;
    }
    const catalogue = fromJson(json, refuse);
    mistakes.push(...mistakesIn(language, catalogue));
    for (const room of ROOMS) {
      const source = join(words, language, `${room}.ts`);
      const before = existsSync(source) ? await readFile(source, 'utf8') : '';
      files.set(source, sourceOf(room, (catalogue[room] ?? {}) as Catalogue, before));
    }
    files.set(join(words, language, 'catalogue.ts'), CATALOGUE);
    if (!lines.includes(`'./${language}/catalogue.ts'`))
      lines = lines.replace(
        /^\};$/m,
        `  '${language}': async () => (await import('./${language}/catalogue.ts')).words,\n};`,
      );
  }
  if (mistakes.length > 0) return mistakes;
  files.set(join(words, 'languages.ts'), lines);
  const style = JSON.parse(await readFile(join(PROJECT, '.oxfmtrc.json'), 'utf8')) as Pick<
    Required<FormatConfig>,
    'printWidth' | 'singleQuote' | 'sortImports'
  >;
  for (const [file, text] of files) {
    const { code, errors } = await format(file, text, style);
    if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(' ')}`);
    files.set(file, code);
  }
  for (const [file, code] of files) {
    if (existsSync(file) && (await readFile(file, 'utf8')) === code) continue;
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, code);
  }
  return [];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , action, folder, ...languages] = process.argv;
  const run = { export: exportWords, import: importWords }[String(action)];
  const mistakes =
    run === undefined || folder === undefined
      ? ['Usage: npm run words -- export|import <folder> [language…]']
      : await run(folder, languages);
  for (const mistake of mistakes) console.error(mistake);
  if (mistakes.length > 0) process.exitCode = 1;
}
