import { ITEM_SEPARATOR, PROFILE_LEAVES } from '../importing/profile/own.ts';
import { jsonOf } from '../vocabulary/int64.ts';
import type { ExportedPet } from './syndicated.ts';

/** The columns of the members of a profile, which `petstore import pets` reads again. */
export const profileTable: Readonly<Record<string, (pet: ExportedPet) => string | number | undefined>> =
  Object.fromEntries(
    PROFILE_LEAVES.map(({ path }) => {
      const names = path.split('.');
      return [path, ({ profile }) => cellOf(names.reduce<unknown>(memberOf, profile))];
    }),
  );

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined;

function cellOf(value: unknown): string | number | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (!Array.isArray(value)) return undefined;
  const isPlain = value.every((item) => typeof item === 'number' || (typeof item === 'string' && !/^\[|;/.test(item)));
  return isPlain ? value.join(ITEM_SEPARATOR) : jsonOf(value);
}
