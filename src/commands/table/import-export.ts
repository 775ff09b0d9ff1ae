import { LISTING_FORMATS, MAP_FORMAT, TABLE_FORMATS } from '../../exporting/formats.ts';
import { parseMap } from '../../importing/column-map.ts';
import { parsePhotoPattern } from '../../importing/photos/pattern.ts';
import { SOURCE_NAMES } from '../../importing/source-names.ts';
import { readSettings } from '../../settings/settings.ts';
import { ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { FILE_SETTINGS } from '../../vocabulary/import-reading.ts';
import { IMPORT_FORMATS } from '../../vocabulary/import-report.ts';
import type { ExportedKind, ExportOptions } from '../import-export/export.ts';
import type { ImportOptions } from '../import-export/import.ts';
import type { Terminal } from '../terminal.ts';
import { type CliCommand, choice, environmentOption, positiveInteger } from './command.ts';

/** A choice of how the file says things. By default, the whole file decides. */
function setting(flags: string, description: string) {
  const name = flags
    .slice(2)
    .replace(/ .*/, '')
    .replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const { values } = FILE_SETTINGS[name as 'charset'];
  return choice(flags, description, Object.keys(values));
}

const DIRECT = "write to the service's database (`DATA_DIR` or `DATABASE_URL`) instead of calling the API";

/** The commands that import and export files. */
export function addImportExport(program: CliCommand): void {
  program.commandsGroup('Import and export:');

  program
    .command('import')
    .description('Import animals from a file.')
    .command('pets')
    .description(
      'Import animals from a spreadsheet (CSV, Excel) or JSON. To resume or repeat an import, run the command again: no animal is added twice.',
    )
    .argument('<file>', 'a .csv, .xlsx, .ndjson or .json file, or - to read standard input')
    .addOption(choice('--format <format>', 'format of the file; by default from its name', IMPORT_FORMATS))
    .addOption(choice('--from <system>', 'the system that wrote the file', ['auto', ...SOURCE_NAMES]).default('auto'))
    .option(
      '--map <pairs>',
      'the columns of fields: name, categoryId, status, reference, photos, and members of the profile such as breed.primary',
      parseMap,
    )
    .option('--reference <column>', 'the column that identifies a row when the file is imported again')
    .option(
      '--update',
      'take over what has changed in the file since its animals were imported, except what staff have changed',
    )
    .option('--overwrite', 'like --update, and take over what staff have changed, too')
    .option('--create-categories', 'create missing categories')
    .option(
      '--leave-out <column>',
      'a column that is not read; may be repeated',
      (name: string, before: readonly string[] | undefined) => [...(before ?? []), name],
    )
    .addOption(setting('--charset <charset>', 'the character set'))
    .addOption(setting('--separator <separator>', 'what is between the cells'))
    .option('--sheet <name>', 'the sheet of a workbook, by default the first')
    .option('--header-line <line>', 'the line that names the columns', positiveInteger)
    .addOption(setting('--day-order <order>', 'whether 1/2/2026 is the second of January or the first of February'))
    .option('--day-first', 'short for --day-order day-first')
    .addOption(
      setting('--decimal <sign>', 'the sign before the decimals: whether 1,250 is a thousand or little more than one'),
    )
    .addOption(setting('--weight-unit <unit>', 'the unit of weights that have none, by default lb'))
    .addOption(setting('--age-unit <unit>', 'the unit of ages that have none, by default years'))
    .option('--currency <code>', 'the currency of fees that have none (ISO 4217), by default USD')
    .option(
      '--photo-url <pattern>',
      'where the photos are, if the file does not say it: an address with names of columns in braces, and {n} for the number of the photo',
      parsePhotoPattern,
    )
    .option('--no-photos', 'import the animals without the photos that the file names')
    .option('--dry-run', 'only report invalid rows and how many animals would be added')
    .option('--direct', DIRECT)
    .addOption(environmentOption())
    .option(
      '--account <account>',
      'with --direct: id or email of the account that owns the animals; by default the operator',
    )
    .option('--json', 'print one JSON object per invalid row, and a summary at the end')
    .example(
      'petstore import pets animals.csv --dry-run',
      'petstore import pets animals.csv --map name=AnimalName,categoryId=Species,breed.primary=Race --create-categories',
      'petstore import pets asm3-export.csv --direct',
      "petstore import pets animals.json --photo-url 'https://service.sheltermanager.com/asmservice?account=ab1234&method=animal_image&animalid={ID}&seq={n}'",
    )
    .runs(async () => {
      const { importPets } = await import('../import-export/import.ts');
      return (terminal: Terminal, file: string, options: ImportOptions) =>
        importPets(terminal, () => readSettings(terminal.process.env, options.environment), file, options);
    });

  program
    .command('export')
    .description('Export all animals, orders, applications or events, or the file of a site that lists animals.')
    .addArgument(
      program.createArgument('<what>', 'the data to export').choices(['pets', 'orders', 'applications', 'events']),
    )
    .addOption(
      choice('--format <format>', 'format of the output; by default from the name of --out, or csv', [
        ...TABLE_FORMATS,
        ...LISTING_FORMATS,
        MAP_FORMAT,
      ]),
    )
    .option(
      '--organization <id>',
      "of pets: only this organization's; in the file of a site by default your own",
      positiveInteger,
    )
    .option('--shelter-id <id>', 'no longer needed: the file of RescueGroups has no id of the organization')
    .option('--no-bom', 'with CSV: do not begin with a byte order mark, which tells Excel that the file is UTF-8')
    .option('--out <file>', 'the file to write, by default standard output; it appears only once it is complete')
    .option(
      '--direct',
      "read the service's database (`DATA_DIR` or `DATABASE_URL`) instead of calling the API; includes the orders, applications and events of all accounts",
    )
    .addOption(choice('--environment <name>', 'with --direct: the environment', ENVIRONMENTS).default('production'))
    .example(
      'petstore export pets --out pets.csv',
      'petstore export pets --format petfinder --out IL123.csv',
      'petstore export orders --format ndjson | jq \'select(.status == "placed")\'',
    )
    .runs(async () => {
      const { exportAll } = await import('../import-export/export.ts');
      return (terminal: Terminal, what: ExportedKind, options: ExportOptions) =>
        exportAll(terminal, () => readSettings(terminal.process.env, options.environment), what, options);
    });
}
