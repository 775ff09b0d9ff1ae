import { type InvalidParameter, problems } from './problems.ts';

/** The parameters of a request: names in lower case, with their values. Without those that are empty. */
export type Given = ReadonlyMap<string, readonly string[]>;

/** What pages send for an empty field of a form. */
const EMPTY: ReadonlySet<string> = new Set(['', 'null', 'undefined']);

/** Reads `breed=a,b`, `breed[]=a&breed[]=b` and `breed[0]=a&breed[1]=b`. @param url path and query */
export function givenIn(url: string): Given {
  const start = url.indexOf('?');
  const given = new Map<string, string[]>();
  if (start === -1) return given;
  for (const [name, text] of new URLSearchParams(url.slice(start))) {
    // PostgreSQL has no texts with this character.
    const value = text.replaceAll('\0', '\uFFFD').trim();
    if (EMPTY.has(value)) continue;
    const plain = name.replace(/\[\d*\]$/, '').toLowerCase();
    const values = given.get(plain);
    if (values === undefined) given.set(plain, [value]);
    else values.push(value);
  }
  return given;
}

/** The parameters that take several values; any other takes its last. */
export const MANY: ReadonlySet<string> = new Set([
  'age',
  'breed',
  'coat',
  'color',
  'gender',
  'organization',
  'size',
  'status',
]);

/** The most values of a parameter. */
const most = 20;
/** The most commas in a value, plus one: `Tricolor (Brown, Black, & White)`. */
export const mostParts = 3;

/** Reads parameters and notes what is wrong with them. */
export type Reader = ReturnType<typeof readerOf>;

export function readerOf(given: Given) {
  const faults: InvalidParameter[] = [];
  const refuse = (path: string, message: string): undefined => {
    faults.push({ in: 'query', path, message });
    return undefined;
  };
  /** Of several, the last one. */
  const one = (name: string): string | undefined => given.get(name)?.at(-1);
  const integer = (name: string, [least, greatest]: readonly [number, number], fallback: number): number => {
    const text = one(name);
    if (text === undefined) return fallback;
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= greatest) return value;
    refuse(name, `${text} is not an integer from ${least} to ${greatest}.`);
    return fallback;
  };

  return {
    refuse,
    one,
    integer,

    /** @param atMost how many there may be */
    many(name: string, split: (text: string) => readonly string[] = byCommas, atMost = most): string[] | undefined {
      const texts = given.get(name) ?? [];
      // Counted first: to look up thousands of names takes long.
      const parts = texts.flatMap(byCommas);
      const values = parts.length > mostParts * atMost ? parts : [...new Set(texts.flatMap(split))];
      if (values.length > atMost) return refuse(name, `There are more than ${atMost} values.`);
      return values.length === 0 ? undefined : values;
    },

    /** @param words what each word means @param what the end of the sentence "x is not …" */
    words<Value>(name: string, words: Readonly<Record<string, Value>>, what: string): Value[] | undefined {
      const texts = [...new Set(given.get(name)?.flatMap(byCommas))];
      if (texts.length > most) return refuse(name, `There are more than ${most} values.`);
      const found = texts.flatMap((text) => {
        const word = text.toLowerCase();
        if (Object.hasOwn(words, word)) return [words[word] as Value];
        refuse(name, `${text} is not ${what}.`);
        return [];
      });
      return found.length === 0 ? undefined : [...new Set(found)];
    },

    /** @param mayBeFalse whether `false` may be said, which asks for nothing */
    flag(name: string, mayBeFalse: boolean): true | undefined {
      const text = one(name)?.toLowerCase();
      if (text === undefined || (mayBeFalse && (text === 'false' || text === '0'))) return undefined;
      if (text === 'true' || text === '1') return true;
      return refuse(name, `${text} is not ${mayBeFalse ? 'true, false, 1 or 0' : 'true or 1'}.`);
    },

    /** In Unix milliseconds. ISO 8601, with or without a time. */
    time(name: string): number | undefined {
      const text = one(name);
      if (text === undefined) return undefined;
      // A plus sign that is not escaped is a space.
      const [, date, time = 'T00:00:00', zone = 'Z'] = TIME.exec(text.replace(/ (?=\d\d:?\d\d$)/, '+')) ?? [];
      const ms = date === undefined ? Number.NaN : Date.parse(date + time.replace(' ', 'T') + zoneOf(zone));
      return Number.isNaN(ms) ? refuse(name, `${text} is not a valid ISO 8601 date.`) : ms;
    },

    page: (): { readonly page: number; readonly limit: number } => ({
      page: integer('page', [1, 2_147_483_647], 1),
      limit: integer('limit', [1, 100], 20),
    }),

    /** @throws Problem if anything is wrong */
    requireValid(): void {
      if (faults.length > 0) throw problems.invalid(faults);
    },
  };
}

const TIME = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/i;
const zoneOf = (zone: string): string => zone.toUpperCase().replace(/^(...)(\d\d)$/, '$1:$2');

export const byCommas = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !EMPTY.has(part));
