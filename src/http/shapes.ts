import {
  type Static,
  type TObject,
  type TOptional,
  type TSchema,
  type TSchemaOptions,
  type TString,
  Type,
} from 'typebox';
import type { Int64 as Int64Value } from '../vocabulary/int64.ts';
import { LANGUAGE_TAGS, type LanguageTag, mostVersions } from '../vocabulary/languages.ts';
import type { ErrorCode } from './errors.ts';

/**
 * The shapes that several resources share. A schema is JSON Schema: it types, validates, serializes and documents at once.
 * `title` names a shape in the OpenAPI description. Three keywords are our own: `x-trim` removes white space at both ends before
 * validation; `x-href` replaces a URL by the one that browsers read in it; `x-not-found` is the error code for a path parameter that names no resource.
 */

/** What a shape says of itself: its description, or that with other options. */
type Described = string | TSchemaOptions;
const optionsOf = (described: Described): TSchemaOptions =>
  typeof described === 'string' ? { description: described } : described;

/** True or false, in a response or a query. */
export const Flag = (description: string) => Type.Boolean({ description });

/** Text of any kind, as responses have it. */
export const Text = (description: string) => Type.String({ description });

/** A signed 64-bit integer, without loss: a bigint where a number would not be exact. */
export const Int64 = (described: Described = {}) =>
  Type.Unsafe<Int64Value>({ type: 'integer', format: 'int64', ...optionsOf(described) });

/** An id that the service assigns: from 1 to 2^53 − 1. */
export const AssignedId = (described: Described = {}) =>
  Type.Unsafe<number>({ type: 'integer', format: 'int64', minimum: 1, ...optionsOf(described) });

/** An id in a path. Text that is not an int64 names no resource: it gets 404, like an unknown id. */
export const PathId = (notFound: ErrorCode, described: Described = {}) =>
  Int64({ 'x-not-found': notFound, ...optionsOf(described) });

/** Text for people: no control characters, well-formed Unicode, counted in characters (code points) after trimming. */
export const PlainText = (minLength: number, maxLength: number, described: Described = {}) =>
  Type.String({ minLength, maxLength, format: 'plain-text', 'x-trim': true, ...optionsOf(described) });

/** The text that names are searched for. Its folded form is bounded too: one character can become eighteen. */
export const SearchText = (described: Described = {}) =>
  Type.String({ minLength: 1, maxLength: 255, format: 'search-text', 'x-trim': true, ...optionsOf(described) });

/** The address of a page, or `secure-url` for one with `https:`. */
export const WebUrl = (description: string, format: 'web-url' | 'secure-url' = 'web-url') =>
  Type.String({ format, maxLength: 500, 'x-href': true, description });

/** Where the original of something mirrored is. */
export const Origin = (what: string) =>
  Type.Optional(
    Type.Object(
      {
        url: Text('Its page there.'),
        seenAt: Type.Optional(Timestamp('When that service last confirmed what is shown here.')),
      },
      { title: 'Origin', description: `${what} of another service, which this directory mirrors. Read-only.` },
    ),
  );

/** Text of several lines. */
export const MultilineText = (maxLength: number, described: Described = {}) =>
  Type.String({ minLength: 1, maxLength, format: 'multiline-text', 'x-trim': true, ...optionsOf(described) });

/** A language, or a language and a region, such as `en-GB`. BCP 47. */
export const Locale = (description: string) => Type.String({ format: 'locale', maxLength: 35, description });

/** What staff have written in other languages than the original's. A language that the service does not speak is refused: ignoring it would lose texts. */
export const Translations = <Texts extends TObject>(texts: Texts, { title }: { readonly title: string }) =>
  Type.Object(
    Object.fromEntries(LANGUAGE_TAGS.map((tag) => [tag, Type.Optional(texts)])) as Record<
      LanguageTag,
      TOptional<Texts>
    >,
    {
      title,
      propertyNames: { enum: [...LANGUAGE_TAGS] },
      description: `These texts in other languages, at most ${mostVersions}. Pages in such a language show them. Responses have all of them.`,
    },
  );

/** One of the names of a record. */
export const OneOf = <Value extends string>(values: Readonly<Record<Value, unknown>>, described: Described = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: Object.keys(values), ...optionsOf(described) });

/** A day without a time, such as `2024-05-01`. */
export const Day = (described: Described = {}) => Type.String({ format: 'date', ...optionsOf(described) });

/** Keeps milliseconds; the offset of responses is always Z. RFC 3339. */
export const Timestamp = (described: Described = {}) => Type.String({ format: 'date-time', ...optionsOf(described) });

/** Specification, part 8: minimum 1, maximum 100, default 20. Never clamped. */
export const Limit = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: 'The maximum number of items to return.',
});

export const Cursor = Type.String({
  maxLength: 200,
  description: 'The start of the page, from the `Link` header of the previous page. Opaque and bound to the filters.',
});

/** The query of a list without filters. */
export const PageQuery = Type.Object({ limit: Limit, cursor: Type.Optional(Cursor) });

/** Specification, part 2: exactly these members. */
export const ErrorShape = Type.Object(
  {
    code: Text('Machine-readable error code.'),
    message: Text('Human-readable description.'),
    status: Type.Integer({ description: 'The HTTP status code of the response.' }),
  },
  { title: 'Error' },
);

/** A member that null removes in a merge patch. */
export const Nullable = <Shape extends TString>(shape: Shape) =>
  Type.Unsafe<Static<Shape> | null>({ ...shape, type: ['string', 'null'] });

/** The members of a nested object in a merge patch: each is optional, and null removes it. */
export const NullableMembers = <Name extends string>(
  shape: TObject<Record<Name, TOptional<TString>>>,
  options: TSchemaOptions,
) => {
  const members = Object.entries<TString>(shape.properties);
  return Type.Object(
    Object.fromEntries(members.map(([name, member]) => [name, Type.Optional(Nullable(member))])) as Record<
      Name,
      TOptional<ReturnType<typeof Nullable>>
    >,
    options,
  );
};

/** What a merge patch of a value may be: null removes a member, and a list is replaced as a whole. */
type MergePatch<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { [Name in keyof Value]?: MergePatch<Exclude<Value[Name], undefined>> | null }
    : Value;

/** The merge patch (RFC 7396) of an object with optional members, and of the objects in it. */
export const mergePatchOf = <Shape extends TObject>(shape: Shape, options: TSchemaOptions) => {
  const members = Object.entries<TSchema>(shape.properties).map(([name, member]) => [name, orNull(member)] as const);
  const properties: Record<string, TSchema> = Object.fromEntries(members);
  const { propertyNames } = shape as { readonly propertyNames?: object };
  const names = propertyNames === undefined ? {} : { propertyNames };
  return Type.Unsafe<MergePatch<Static<Shape>>>({ type: 'object', properties, ...names, ...options });
};

function orNull(member: TSchema): TSchema {
  const { type, title, description = '', enum: values } = member as TSchemaOptions & { enum?: readonly unknown[] };
  if (type === 'object')
    return Type.Union([mergePatchOf(member as TObject, { title: `${String(title)}Patch`, description }), Type.Null()]);
  return { ...member, type: [type, 'null'], ...(values === undefined ? {} : { enum: [...values, null] }) };
}

/** A response without a body. */
export const NoContent = (description: string) => Type.Unsafe<undefined>({ type: 'null', description });

export const NotModified = NoContent('The resource still has the ETag in `If-None-Match`.');
