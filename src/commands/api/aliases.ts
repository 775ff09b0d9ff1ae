import { Option } from 'commander';
import type { Int64 } from '../../../client/src/petstore.ts';
import { Failure } from '../../failure.ts';
import type { CliCommand } from '../table/command.ts';
import type { Terminal } from '../terminal.ts';
import { addCommonOptions, addFlags } from './commands.ts';
import { optionOf, parsed, valueIn } from './flags.ts';
import { type Flag, operationOf } from './operation.ts';
import type { Values } from './request.ts';
import { type CommonOptions, type Context, type Place, runOperation } from './run-operation.ts';
import type { View } from './view.ts';

/** A part of an alias that stands for a flag of the operation, for `--body`, or for something that only the alias knows. */
export interface Part<At extends Context> {
  readonly to: string;
  /** Its name as an argument, and of its value as an option; an option is named by its key. */
  readonly name?: string;
  readonly says?: string;
  /** In place of the rules of the flag. */
  readonly parse?: (text: string) => unknown;
  /** What the opposite of a yes means: it gets an option of its own. */
  readonly not?: string;
  readonly read?: (text: string, context: At) => unknown;
  readonly isOptional?: boolean;
  readonly otherwise?: unknown;
}

/** A name that people know for an operation. */
export interface Alias<At extends Context> {
  /** With the values that are given, for an alias of several operations. */
  readonly operation: string | { readonly flagsOf: string; readonly choose: (given: Values) => string };
  /** By default what the description says. */
  readonly says?: string;
  /** By default the parameters of the path. */
  readonly args?: readonly (string | Part<At>)[];
  readonly options?: Readonly<Record<string, string | Part<At>>>;
  /** Values that are always the same. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** Refuses what cannot be called, before anything is opened or sent. */
  readonly check?: (given: Values, terminal: Terminal, options: CommonOptions) => void | Promise<void>;
  /** Completes the values. */
  readonly before?: (values: Map<string, unknown>, context: At) => Promise<void>;
  /** What is removed. */
  readonly removes?: string;
  /** What is shown: the first item of the list, whose id is given. */
  readonly shows?: string;
  readonly view?: View;
  /** The rows of a list by default. */
  readonly limit?: number;
  readonly isDefault?: true;
  /** By default one with the arguments of the operation's own. */
  readonly examples?: readonly string[];
}

/** By their names. One that differs only in its name from its operation is the operation. */
export type Aliases<At extends Context> = Readonly<Record<string, string | Alias<At>>>;

/** Adds the aliases of a group, such as `pets`. */
export function addAliases<At extends Context>(group: CliCommand, aliases: Aliases<At>, place: Place<At>): void {
  for (const [path, alias] of Object.entries(aliases)) {
    const [first, ...names] = path.split(' ');
    if (first !== group.name()) continue;
    const parent = names.length === 1 ? group : group.commands.find((command) => command.name() === names[0]);
    const made = (parent ?? group.command(names[0] ?? '').description(NESTED)) as CliCommand;
    addAlias(made, names.at(-1) ?? '', typeof alias === 'string' ? { operation: alias } : alias, place);
  }
}

const NESTED = "List, add, move and remove an animal's photos.";

function addAlias<At extends Context>(parent: CliCommand, name: string, alias: Alias<At>, place: Place<At>): void {
  const { operation, options = {}, sets = {}, check, before, removes, shows, says, view, limit } = alias;
  const described = operationOf(typeof operation === 'string' ? operation : operation.flagsOf);
  const { args = described.flags.filter((flag) => flag.in === 'path').map((flag) => flag.name) } = alias;
  const command = parent
    .command(name, { isDefault: alias.isDefault === true })
    .description(says ?? `${described.summary}.`);
  command.operation = described.id;
  const readers = new Map<string, NonNullable<Part<At>['read']>>();
  const flagOf = (part: Part<At>): Flag => {
    if (part.read !== undefined) readers.set(part.to, part.read);
    const found = described.flags.find((flag) => flag.name === part.to);
    if (found !== undefined) return { ...found, says: part.says ?? found.says, required: false };
    const kind = part.to === 'body' ? 'json' : part.parse === undefined ? 'boolean' : 'text';
    return { name: part.to, in: 'body', kind, says: part.says ?? '' };
  };
  const parts = args.map((arg) => (typeof arg === 'string' ? { to: arg } : arg));
  for (const part of parts) addArgument(command, part, flagOf(part));
  const example = [...described.example.matchAll(/--(\S+) ('[^']*'|\S+)/g)]
    .filter(([, flag]) => parts.some(({ to }) => to === flag))
    .map(([, , value]) => ` ${value}`);
  command.example(...(alias.examples ?? [command.path() + example.join('')]));
  const ownOptions = Object.entries(options).map(([key, given]) => {
    const part: Part<At> = typeof given === 'string' ? { to: given } : given;
    const made = optionsFor(key, part, flagOf(part));
    for (const option of made) command.addOption(option);
    return { key, part, name: made[0].attributeName() };
  });
  const taken = new Set([...parts, ...ownOptions.map(({ part }) => part)].map(({ to }) => to));
  const names = new Set([...Object.keys(options), ...Object.keys(sets)]);
  const others = described.flags.filter((flag) => !taken.has(flag.name) && !names.has(flag.name));
  let rest: () => Map<string, unknown> = () => new Map();
  command.lazily(() => void (rest = addFlags(command, others, { isHidden: true })));
  addCommonOptions(command, described, { hasBody: false, limit });
  const known = new Map(ownOptions.map(({ part, key }) => [part.to, key]));
  command.runs(() => async (terminal: Terminal, ...given: readonly unknown[]) => {
    const common = given.at(-1) as CommonOptions & Record<string, unknown>;
    const entries = [
      ...rest(),
      ...Object.entries(sets),
      ...parts.map(({ to }, i) => [to, given[i]] as const),
      ...ownOptions.map((own) => [own.part.to, valueIn(common[own.name] ?? own.part.otherwise)] as const),
    ];
    const values = new Map<string, unknown>(entries.filter(([, value]) => value !== undefined));
    await check?.(values, terminal, common);
    const chosen = typeof operation === 'string' ? described : operationOf(operation.choose(values));
    const id = values.get(parts.at(-1)?.to ?? '') as Int64;
    const prepare = async (context: At) => {
      for (const [to, read] of readers) if (values.has(to)) values.set(to, await read(String(values.get(to)), context));
      await before?.(values, context);
    };
    const done = () => {
      if (common.json === true) terminal.printJson({ id, removed: true });
      else terminal.print(`Removed ${removes} ${id}.`);
    };
    const none =
      shows === undefined ? undefined : () => new Failure(`There is no ${shows} ${id}.`, { exit: 'refused' });
    await runOperation(terminal, place, chosen, values, { ...common, prepare, done, none, known, view });
  });
}

function addArgument(command: CliCommand, part: Part<never>, flag: Flag): void {
  const { name, to, parse, read, isOptional = false } = part;
  const label = name ?? to.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const dots = flag.list === true && name === undefined ? '...' : '';
  const option = optionOf(flag);
  const argument = command.createArgument(isOptional ? `[${label}${dots}]` : `<${label}${dots}>`, option.description);
  if (flag.choices !== undefined) argument.choices([...flag.choices]);
  argument.argParser((text, before) => {
    if (parse !== undefined) return parse(text);
    return read === undefined ? parsed(flag, text, before) : text;
  });
  command.addArgument(argument);
}

function optionsFor(key: string, { parse, not, read, name }: Part<never>, flag: Flag): [Option, ...Option[]] {
  if (parse !== undefined) return [new Option(`--${key} <${name ?? 'text'}>`, flag.says).argParser(parse)];
  if (flag.kind === 'boolean') {
    const opposite = not === undefined ? [] : [new Option(`--no-${key}`, not)];
    return [new Option(`--${key}`, flag.says), ...opposite];
  }
  const made = optionOf({ ...flag, name: key });
  return [read === undefined ? made : new Option(`--${key} <${name ?? 'name'}>`, flag.says)];
}
