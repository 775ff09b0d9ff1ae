import type { Terms } from './terms.ts';

/** A text with named values in braces, or its forms. */
export type Message = string | Forms;

/**
 * The forms of a text. Without `by`, the plural category of `count` in the language chooses one (`one`, `few`). With `by`, the value of that name
 * does (`{ by: 'sex', male: …, other: … }`). Every text has the form `other`, and a form may have forms of its own.
 */
export interface Forms {
  readonly by?: string;
  readonly other: Message;
  readonly [form: string]: Message | undefined;
}

/** The catalogue of another language: as English has it, with forms where that language needs them. */
export type WordsOf<English> = English extends string | Forms
  ? Message
  : { readonly [Name in keyof English]: WordsOf<English[Name]> };

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type FormsIn<Given extends Forms> = Extract<Given[Exclude<keyof Given, 'by'>], Message>;

/** The names of the values that an English message needs. */
export type NamesOf<Given extends Message> = Given extends string
  ? NamesIn<Given>
  : Given extends Forms
    ? string extends keyof Given
      ? string
      : NamesOf<FormsIn<Given>> | (Given extends { readonly by: infer By extends string } ? By : 'count')
    : never;

type Values<Given extends Message, Value> = [NamesOf<Given>] extends [never]
  ? []
  : [values: Readonly<Record<NamesOf<Given>, Value>>];

export type Direction = 'ltr' | 'rtl';

/** Speaks one language. */
export interface Speaker<Words> {
  /** BCP 47, of a catalogue. */
  readonly language: string;
  /** BCP 47, for `Intl`: the language, perhaps as in one country. */
  readonly locale: string;
  readonly direction: Direction;
  readonly words: Words;
  /** What the stored words of animals are called; undefined in English. */
  readonly terms?: Terms | undefined;
  /** The message with its values, as text. Numbers are written as in the language. */
  readonly say: <Given extends Message>(
    message: Given,
    ...values: Values<Given, string | number | undefined>
  ) => string;
  /** The message with its values in parts, so that a value may be an element. */
  readonly parts: <Given extends Message, Part>(message: Given, ...values: Values<Given, Part>) => (Part | string)[];
}

const directionOf = (language: string): Direction =>
  /^(?:ar|fa|he|ur)\b|-(?:Arab|Hebr|XB)\b/.test(language) ? 'rtl' : 'ltr';

export function speaker<Words>(language: string, words: Words, region = language): Speaker<Words> {
  const direction = directionOf(language);
  // Arabic has two kinds of digits: the ones that postal codes and phone numbers have.
  const locale = language.startsWith('ar') ? new Intl.Locale(region, { numberingSystem: 'latn' }).toString() : region;
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;

  function textOf(message: Message, values: Readonly<Record<string, unknown>>): string {
    if (typeof message === 'string') return message;
    const { by, other } = message;
    const form =
      by === undefined ? (plurals ??= new Intl.PluralRules(locale)).select(Number(values['count'])) : values[by];
    return textOf(message[String(form)] ?? other, values);
  }

  function written(value: unknown): string {
    if (typeof value === 'number') return (numbers ??= new Intl.NumberFormat(locale)).format(value);
    // A name must not turn the sentence around it. An address would take the marks into its link.
    return direction === 'rtl' && !/^https?:/.test(String(value)) ? `\u2068${String(value)}\u2069` : String(value);
  }

  const parts = (message: Message, values: Readonly<Record<string, unknown>> = {}) =>
    textOf(message, values)
      .split(/\{(\w+)\}/)
      .map((part, place) => {
        if (place % 2 === 0) return part;
        const value = values[part];
        return typeof value === 'object' ? value : written(value);
      });

  return {
    language,
    locale,
    direction,
    words,
    say: (message, ...[values]) => parts(message, values).map(String).join(''),
    parts: (message, ...[values]) => parts(message, values) as never[],
  };
}
