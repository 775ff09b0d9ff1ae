import { Failure } from '../failure.ts';

/** Columns by fields: `IMPORT_FIELDS`, `photos`, and members of a profile such as `breed.primary`. */
export type ColumnMap = ReadonlyMap<string, string>;

/**
 * Reads `field=Column,field=Column`.
 *
 * @throws Failure when the text has another form
 */
export function parseMap(text: string): Map<string, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [field = '', ...rest] = pair.split('=').map((part) => part.trim());
      const column = rest.join('=');
      if (field === '' || column === '')
        throw new Failure(`--map ${JSON.stringify(text)} must be like name=AnimalName,breed.primary=Race.`);
      return [field, column];
    }),
  );
}
