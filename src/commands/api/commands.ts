import { type CliCommand, positiveInteger } from '../table/command.ts';
import type { Terminal } from '../terminal.ts';
import { meant, optionOf, valueIn } from './flags.ts';
import { type Flag, type Operation, OPERATIONS } from './operation.ts';
import { atService, type CommonOptions, DEFAULT_LIMIT, runOperation } from './run-operation.ts';

/** Adds a command for every operation of the description. */
export function addOperations(api: CliCommand): void {
  for (const [tag, operations] of Map.groupBy(OPERATIONS, (operation) => operation.tag)) {
    api.commandsGroup(`${tag}:`);
    for (const operation of operations) addOperation(api, operation);
  }
}

/** What `petstore api` does with a name that is no operation, or without one. */
export function listOperations(api: CliCommand, name: string | undefined): void {
  if (name === undefined) return api.outputHelp();
  const known = OPERATIONS.map(({ id }) => id);
  api.error(`error: There is no operation ${JSON.stringify(name)}.${meant(name, known)}`, { exitCode: 2 });
}

function addOperation(api: CliCommand, operation: Operation): void {
  const { id, summary, description, streams, example } = operation;
  const stream = streams === true ? ' To follow them, use `petstore events tail` or `petstore webhooks listen`.' : '';
  const command = api
    .command(id)
    .summary(`${summary}.`)
    .description(`${summary}. ${description}${stream}`)
    .example(`petstore api ${id} ${example}`.trimEnd());
  command.operation = id;
  let values: () => Map<string, unknown> = () => new Map();
  command.lazily(() => {
    values = addFlags(command, operation.flags);
    addCommonOptions(command, operation);
  });
  command.runs(() => (terminal: Terminal, options: CommonOptions) => {
    const given = values();
    if (options.body !== undefined) given.set('body', options.body);
    return runOperation(terminal, atService, operation, given, options);
  });
}

export function addCommonOptions(
  command: CliCommand,
  { traits, body, files, caller }: Operation,
  { hasBody = true, limit = DEFAULT_LIMIT }: { readonly hasBody?: boolean; readonly limit?: number | undefined } = {},
): void {
  if (traits.includes('pages'))
    command.option('--limit <n>', 'maximum number of rows', positiveInteger, limit).option('--all', 'print all rows');
  if (hasBody && body?.types.includes('application/json') === true)
    command.option('--body <json>', 'the whole body: JSON, @FILE, or - for standard input; other flags change it');
  else if (hasBody && body !== undefined)
    command.option('--body <file>', 'the file to send: @FILE, or - for standard input (required)');
  if (files !== undefined) command.option('--out <file>', `the file to write, as ${files.join(' or ')}`);
  if (caller === 'token') command.option('--token <token>', 'the token of the link (required)');
  command.json();
}

/** Adds the options for flags, and returns how to read their values once the command is called. */
export function addFlags(
  command: CliCommand,
  flags: readonly Flag[],
  { isHidden = false }: { readonly isHidden?: boolean } = {},
): () => Map<string, unknown> {
  const options = flags.map((flag) => [flag.name, optionOf(flag).hideHelp(isHidden)] as const);
  for (const [, option] of options) command.addOption(option);
  return () => {
    const given = command.opts<Record<string, unknown>>();
    const found = options.map(([name, option]) => [name, valueIn(given[option.attributeName()])] as const);
    return new Map(found.filter(([, value]) => value !== undefined));
  };
}
