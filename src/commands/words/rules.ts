/** What a catalogue must be. The tests hold the catalogues to it, and `npm run words -- import` those that come from translators. */
import { words as english } from '../../words/en/catalogue.ts';
import type { Forms, Message } from '../../words/say.ts';

export type Catalogue = { readonly [name: string]: Message | Catalogue };

export const isMessage = (value: Message | Catalogue): value is Message =>
  typeof value === 'string' || 'other' in value;

/** Every message of a catalogue by its path, such as `first.titles.sold`. */
export function messagesIn(catalogue: Catalogue, path = ''): [path: string, message: Message][] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    isMessage(value) ? [[path + name, value] as [string, Message]] : messagesIn(value, `${path}${name}.`),
  );
}

const innerOf = (forms: Forms): Message[] =>
  Object.entries(forms).flatMap(([name, form]) => (name === 'by' || form === undefined ? [] : [form]));

/** Every form of a message. */
export const formsOf = (message: Message): string[] =>
  typeof message === 'string' ? [message] : innerOf(message).flatMap(formsOf);

/** The names of the values that choose forms. */
export const choosersOf = (message: Message): string[] =>
  typeof message === 'string' ? [] : [message.by ?? 'count', ...innerOf(message).flatMap(choosersOf)];

/** All forms that are chosen by a number. */
function pluralsIn(message: Message): string[][] {
  if (typeof message === 'string') return [];
  return [...(message.by === undefined ? [Object.keys(message)] : []), ...innerOf(message).flatMap(pluralsIn)];
}

const valuesIn = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The plural forms that a language needs. Some have `many` for whole millions alone, where `other` is understood. */
const pluralsOf = (language: string): string[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter(
      (form) => form !== 'zero' && (form !== 'many' || new Intl.PluralRules(language).select(11) === 'many'),
    );

/** What is wrong with the catalogue of a language, in sentences: nothing is, if it says all that English says. */
export function mistakesIn(language: string, catalogue: Catalogue): string[] {
  const needed = new Map(messagesIn(english));
  const given = new Map(messagesIn(catalogue));
  const missing = [...needed.keys()].filter((path) => !given.has(path)).map((path) => `${path} is missing.`);
  const wrong = [...given].flatMap(([path, message]) => {
    const said = needed.get(path);
    return said === undefined
      ? [`${path} is not in English.`]
      : mistakesOf(message, said, pluralsOf(language)).map((mistake) => `${path} ${mistake}`);
  });
  return [...missing, ...wrong].map((mistake) => `${language}: ${mistake}`);
}

function mistakesOf(message: Message, said: Message, plurals: readonly string[]): string[] {
  const known = new Set([...formsOf(said).flatMap(valuesIn), ...choosersOf(said)]);
  // "One year" may be a word of its own.
  const needed = formsOf(said)
    .map((form) => new Set(valuesIn(form)))
    .reduce((all, form) => all.intersection(form));
  needed.delete('count');
  const forms = formsOf(message);
  const found = new Set([...forms.flatMap(valuesIn), ...choosersOf(message)]);
  return [
    ...[...found.difference(known)].map((name) => `has the value {${name}}, which English does not have.`),
    ...forms.flatMap((form) =>
      [...needed.difference(new Set(valuesIn(form)))].map((name) => `lacks {${name}}: ${form}`),
    ),
    ...pluralsIn(message).flatMap((own) =>
      plurals.filter((form) => !own.includes(form)).map((form) => `lacks the plural form “${form}”.`),
    ),
    ...forms
      .filter((form) => /["'<>]|\.\.\.|^\s|\s$|^$/.test(form))
      .map((form) => `is empty, or has a straight quote, “<”, “>”, three dots, or a space at an end: ${form}`),
  ];
}
