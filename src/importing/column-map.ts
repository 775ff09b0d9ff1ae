import { Failure } from '../failure.ts';
import { IMPORT_FIELDS, type ImportField } from '../vocabulary/import-report.ts';

/**
 * Reads `field=Column,field=Column`.
 *
 * @throws Failure when the text has another form or names an unknown field
 */
export function parseMap(text: string): Map<ImportField, string> {
  return new Map(
    text.split(',').map((pair) => {
      const [field = '', ...rest] = pair.split('=');
      const column = rest.join('=').trim();
      const known = IMPORT_FIELDS.find((name) => name.toLowerCase() === field.trim().toLowerCase());
      if (known === undefined || column === '')
        throw new Failure(
          `--map ${JSON.stringify(text)} must be like name=AnimalName,categoryId=Species; the fields are ${IMPORT_FIELDS.join(', ')}.`,
        );
      return [known, column];
    }),
  );
}
