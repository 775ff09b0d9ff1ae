import { parseMap } from '../../importing/columns.ts';
import { FORMATS } from '../../importing/row.ts';
import { SOURCES } from '../../importing/sources.ts';
import { ENVIRONMENTS } from '../../vocabulary/environments.ts';
import type { ExportOptions } from '../moving/export.ts';
import type { ImportOptions } from '../moving/import.ts';
import { type Call, environment, type Means, oneOf } from './call.ts';

const IN_STORE = 'straight into the store of this machine, without a service or beside it';

/** Animals in and out of files. */
export function addMoving(program: Call, { terminal, settings }: Means): void {
  program.commandsGroup('Move data in and out:');

  program
    .command('import')
    .description('Take in what is in a file.')
    .command('pets')
    .description('Take in animals from a spreadsheet (CSV) or JSON. Run it again after a stop: nothing is added twice.')
    .argument('<file>', 'a .csv, .ndjson or .json; - reads standard input')
    .addOption(oneOf('--format <format>', 'what the file is, if its name does not say so', FORMATS))
    .addOption(
      oneOf('--from <system>', 'which system has written it', ['auto', ...Object.keys(SOURCES)]).default('auto'),
    )
    .option('--map <pairs>', 'which columns are name, categoryId, status, reference', parseMap)
    .option('--reference <column>', 'the column by which a row is known again')
    .option('--create-categories', 'make the categories that are missing')
    .option('--dry-run', 'only say which rows are bad, and what would be added')
    .option('--direct', IN_STORE)
    .addOption(environment())
    .option('--account <account>', 'whose the animals are, with --direct: its id or email; without it, the operator')
    .option('--json', 'print one line of JSON for each bad row, and one at the end')
    .example(
      'petstore import pets animals.csv --dry-run',
      'petstore import pets animals.csv --map name=AnimalName,categoryId=Species --create-categories',
      'petstore import pets asm3-export.csv --direct',
    )
    .action(async (file: string, options: ImportOptions) => {
      const { importPets } = await import('../moving/import.ts');
      await importPets(terminal(), () => settings(options.environment), file, options);
    });

  program
    .command('export')
    .description('Write animals, orders or events as CSV or NDJSON, however many there are.')
    .addArgument(program.createArgument('<what>', 'what').choices(['pets', 'orders', 'events']))
    .addOption(
      oneOf('--format <format>', 'what to write; without it, as the name of --out ends, or csv', ['csv', 'ndjson']),
    )
    .option('--out <file>', 'the file to write, whole or not at all; without it, standard output')
    .option('--direct', 'straight from the store of this machine: of orders and events, those of all accounts')
    .addOption(oneOf('--environment <name>', 'which environment, with --direct', ENVIRONMENTS).default('production'))
    .example(
      'petstore export pets --out pets.csv',
      'petstore export orders --format ndjson | jq \'select(.status == "placed")\'',
    )
    .action(async (what: 'pets' | 'orders' | 'events', options: ExportOptions) => {
      const { exportAll } = await import('../moving/export.ts');
      await exportAll(() => settings(options.environment), what, options);
    });
}
