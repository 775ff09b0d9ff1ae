import type { SchemaObject } from 'ajv';

/** The names that a schema knows, in objects and in the items of lists. */
export interface Known {
  readonly members?: ReadonlyMap<string, Known | undefined>;
  readonly items?: Known | undefined;
}

/** A name that the schema does not know. */
export interface Unknown {
  /** Of the object that has it: `profile.`, or empty. */
  readonly path: string;
  readonly name: string;
  /** The names that the object may have. */
  readonly known: ReadonlyMap<string, unknown>;
}

/** More are neither looked for nor reported. */
const mostUnknown = 5;

/** Undefined if no value of the schema has members. */
export function knownOf(schema: SchemaObject): Known | undefined {
  const { anyOf, items, properties } = schema as {
    anyOf?: readonly SchemaObject[];
    items?: SchemaObject;
    properties?: Record<string, SchemaObject>;
  };
  if (anyOf !== undefined) return anyOf.map(knownOf).find((branch) => branch !== undefined);
  if (properties !== undefined)
    return { members: new Map(Object.entries(properties).map(([name, member]) => [name, knownOf(member)])) };
  const known = items === undefined ? undefined : knownOf(items);
  return known && { items: known };
}

/** Adds the unknown names of a value to those found, up to `mostUnknown`. */
export function findUnknown(value: unknown, { members, items }: Known, found: Unknown[], path = ''): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (items !== undefined) for (const [i, item] of value.entries()) findUnknown(item, items, found, `${path}${i}.`);
    return;
  }
  if (members === undefined) return;
  for (const name of Object.keys(value)) {
    const inner = members.get(name);
    if (inner !== undefined) findUnknown((value as Record<string, unknown>)[name], inner, found, `${path}${name}.`);
    else if (!members.has(name)) found.push({ path, name, known: members });
    if (found.length >= mostUnknown) return;
  }
}

const longestShown = 64;

/** Such as "`adoptor`. Did you mean `adopter`?". */
export function unknownName({ path, name, known }: Unknown): string {
  const shown = name.length > longestShown ? `${name.slice(0, longestShown).toWellFormed()}…` : name;
  const meant = name.length > longestShown ? undefined : nearest(name, [...known.keys()]);
  return `\`${path}${shown}\`.${meant === undefined ? '' : ` Did you mean \`${path}${meant}\`?`}`;
}

/** The name that differs least, if a third of the letters at most. Case does not count. */
export function nearest(name: string, names: readonly string[]): string | undefined {
  const measured = names.map((other) => ({ other, edits: edits(name.toLowerCase(), other.toLowerCase()) }));
  const [first] = measured.toSorted((a, b) => a.edits - b.edits);
  return first !== undefined && first.edits <= Math.max(1, Math.round(name.length / 3)) ? first.other : undefined;
}

/** Letters that are added, left out, replaced, or swapped with the next one. */
function edits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const isSwapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, isSwapped ? at(i - 2, j - 2) + 1 : Infinity));
    }
  }
  return at(from.length, to.length);
}
