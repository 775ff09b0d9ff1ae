import type { NewPetProfile, PetProfilePatch } from '../../../../client/src/petstore.ts';
import { linesOf } from '../../design/text/lines-of.ts';
import { amountIn, amountText, gramsIn, type Unit, unitIn, weightText } from './amounts.ts';
import { FIELDS, type ProfileField } from './profile-fields.ts';

/** An entry of a list, such as a vaccination, as it is typed. */
export type Entry = Readonly<Record<string, string>>;
/** What is typed into a field; empty if it is not known. */
export type Typed = string | readonly Entry[];
/** What is typed, by the path of the field. */
export type ProfileDraft = Readonly<Record<string, Typed>>;
/** Mistakes by path; below a list also by entry, such as `staff.vaccinations.0.name`. */
export type Mistakes = Readonly<Record<string, string>>;

const memberAt = (profile: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], profile);

/** @param unit of its weight */
export const draftOf = (profile: NewPetProfile, unit: Unit = 'kg'): ProfileDraft =>
  Object.fromEntries(FIELDS.map((field) => [field.path, typedOf(field, profile, unit)]));

/** A value as it is typed. @param of the profile, or the entry of a list */
function typedOf(field: ProfileField, of: object, unit: Unit): Typed {
  const value = memberAt(of, field.path);
  if (value === undefined) return field.kind === 'entries' ? [] : '';
  switch (field.kind) {
    case 'yesNo':
      return value === true ? 'yes' : 'no';
    case 'money':
      return amountText(value as number, (memberAt(of, field.currency) ?? '') as string);
    case 'colors':
      return (value as string[]).join('\n');
    case 'lines':
      return (value as unknown[])
        .map((item) => (field.of === 'urls' ? (item as { url: string }).url : item))
        .join('\n');
    case 'entries':
      return (value as object[]).map((item) =>
        Object.fromEntries(field.fields.map((member) => [member.path, typedOf(member, item, unit) as string])),
      );
    case 'number':
      return (value as number).toString();
    case 'weight':
      return weightText(value as number, unit);
    case 'text':
    case 'longText':
    case 'choice':
    case 'day':
    case 'currency':
    case 'country':
      return value as string;
  }
}

/** What a field means: null if it is empty, undefined if nobody can say. */
function valueOf(field: ProfileField, draft: ProfileDraft): unknown {
  const typed = draft[field.path] ?? '';
  if (typeof typed !== 'string') return entriesOf(field, typed);
  const words = typed.trim();
  if (words === '') return null;
  switch (field.kind) {
    case 'yesNo':
      return words === 'yes';
    case 'number':
      return numberIn(words, field);
    case 'weight':
      return gramsIn(words, field.max);
    case 'money':
      return amountIn(words, currencyIn(draft, field.currency));
    case 'colors':
      return linesOf(words);
    case 'lines':
      return itemsIn(words, field.of);
    case 'text':
    case 'longText':
    case 'choice':
    case 'day':
    case 'currency':
    case 'country':
    case 'entries':
      return words;
  }
}

const currencyIn = (draft: ProfileDraft, path: string): string => {
  const typed = draft[path];
  return typeof typed === 'string' ? typed.trim().toUpperCase() : '';
};

function numberIn(words: string, { min, max, isWhole }: Extract<ProfileField, { kind: 'number' }>): number | undefined {
  const number = /^-?\d{1,9}(?:\.\d{1,9})?$/.test(words) ? Number(words) : Number.NaN;
  return number >= min && number <= max && (!isWhole || Number.isInteger(number)) ? number : undefined;
}

function itemsIn(words: string, of: 'texts' | 'ids' | 'urls'): unknown {
  if (of === 'texts') return linesOf(words);
  if (of === 'urls') return linesOf(words).map((url) => ({ url }));
  const ids = words.split(/[\s,;]+/).filter((id) => id !== '');
  return ids.every((id) => /^[1-9]\d{0,14}$/.test(id)) ? ids.map(Number) : undefined;
}

function entriesOf(field: ProfileField, entries: readonly Entry[]): unknown {
  if (field.kind !== 'entries' || entries.length === 0) return null;
  return entries.map((entry) =>
    Object.fromEntries(
      field.fields
        .map((member) => [member.path, valueOf(member, entry)] as const)
        .filter(([, value]) => value !== null),
    ),
  );
}

/** What to change for the profile to be as typed (RFC 7396). */
export function patchOf(profile: NewPetProfile, draft: ProfileDraft): PetProfilePatch {
  const before = draftOf(profile, unitIn(draft['weightGrams']));
  const patch: Record<string, unknown> = {};
  const set = (path: string, value: unknown) => {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let target = patch;
    for (const name of names) target = (target[name] ??= {}) as Record<string, unknown>;
    target[last] = value;
  };
  for (const field of FIELDS) {
    const value = valueOf(field, draft);
    if (JSON.stringify(value) !== JSON.stringify(valueOf(field, before))) set(field.path, value);
  }
  // A reason or a last day alone is a hold, too.
  const staff = patch['staff'] as Record<string, unknown> | undefined;
  if (staff !== undefined && draft['staff.hold.type'] === '' && before['staff.hold.type'] !== '') staff['hold'] = null;
  // Until now the age followed from the day of birth.
  if (patch['birthDate'] === null && draft['age'] !== '') set('age', draft['age']);
  return patch;
}

export const isChanged = (profile: NewPetProfile, draft: ProfileDraft): boolean =>
  Object.keys(patchOf(profile, draft)).length > 0;

/** What cannot be sent. Everything else the service decides. */
export function mistakesIn(draft: ProfileDraft): Mistakes {
  const found: Record<string, string> = {};
  for (const field of FIELDS) {
    const typed = draft[field.path];
    if (typeof typed === 'string') {
      if (valueOf(field, draft) === undefined) found[field.path] = adviceFor(field);
    } else {
      for (const [index, { name = '' }] of (typed ?? []).entries())
        if (name.trim() === '') found[`${field.path}.${index}.name`] = 'Enter a name, or remove the entry.';
    }
  }
  return found;
}

function adviceFor(field: ProfileField): string {
  if (field.kind === 'number')
    return `Enter a ${field.isWhole ? 'whole number' : 'number'} from ${field.min.toLocaleString('en')} to ${field.max.toLocaleString('en')}.`;
  if (field.kind === 'weight') return 'Enter a weight, such as 12.5.';
  return field.kind === 'money'
    ? 'Enter an amount in the currency, such as 125 or 99.50.'
    : 'Enter the numbers of animals, such as 12.';
}

/** The mistake that a refusal of the service names, such as ``The field `breed.primary` must …``. */
export function mistakeIn(message: string): Mistakes | undefined {
  const [, path, rule] = /^The field `([^`]+)` (.+)$/s.exec(message) ?? [];
  if (path === undefined || rule === undefined) return undefined;
  const field = FIELDS.find((one) => path === one.path || path.startsWith(`${one.path}.`));
  if (field === undefined) return undefined;
  const hasOwnPlace = field.kind === 'entries' && field.fields.some((member) => path.endsWith(`.${member.path}`));
  return { [hasOwnPlace ? path : field.path]: `This field ${rule}` };
}

/** The fields whose value is no longer what it was. @param before as typed; the fields that are missing were the same */
export function changedSince(before: ProfileDraft, profile: NewPetProfile): ProfileField[] {
  const now = draftOf(profile, unitIn(before['weightGrams']));
  const isSame = (field: ProfileField) =>
    JSON.stringify(valueOf(field, before)) === JSON.stringify(valueOf(field, now));
  return FIELDS.filter((field) => field.path in before && !isSame(field));
}

/** What a field says, in words; empty if nothing. */
export function wordsOf(field: ProfileField, typed: Typed = ''): string {
  if (typeof typed !== 'string') return typed.map(({ name = '' }) => name).join(', ');
  const words = field.kind === 'choice' ? (field.words[typed] ?? typed) : typed;
  return words.length > 140 ? `${words.slice(0, 140)}…` : words;
}
