import { Command, InvalidArgumentError, Option } from 'commander';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { type Environment, ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { type Int64, parseInt64 } from '../../vocabulary/int64.ts';
import { openTerminal, type Terminal } from '../terminal.ts';

/** The code of a command. Its last argument is the options. */
type Handler<Args extends readonly unknown[]> = (...args: Args) => void | Promise<void>;

/** A command of the table. The help, the completion and `docs/command-line.md` are derived from it. */
export class CliCommand extends Command {
  /** Complete command lines. */
  readonly examples: string[] = [];

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  example(...lines: readonly string[]): this {
    this.examples.push(...lines);
    return this;
  }

  /** Adds `--json`, for a command that prints data. */
  json(): this {
    return this.option('--json', 'print one JSON object per line');
  }

  /** Runs the function that `load` imports. Importing it earlier would slow every start: the database takes most of one. */
  runs<Args extends readonly unknown[]>(load: () => Promise<Handler<[Terminal, ...Args]>>): this {
    // Commander passes the arguments, the options and the command.
    return this.action(async (...args: readonly unknown[]) => {
      const handler = await load();
      const terminal = openTerminal({ colors: this.optsWithGlobals<{ color: boolean }>().color });
      await handler(terminal, ...(args.slice(0, -1) as unknown as Args));
    });
  }

  /** Like `runs`, with the service's settings. With --environment, those of the other environment may be incomplete. */
  runsWithSettings<Args extends readonly unknown[]>(load: () => Promise<Handler<[Terminal, Settings, ...Args]>>): this {
    return this.runs<Args>(async () => {
      const settings = readSettings(undefined, this.opts<{ environment?: Environment }>().environment);
      const handler = await load();
      return (terminal, ...args) => handler(terminal, settings, ...args);
    });
  }

  /** The full name, such as `petstore keys create`. */
  path(): string {
    const { parent } = this;
    return parent instanceof CliCommand ? `${parent.path()} ${this.name()}` : this.name();
  }

  /** The subcommands that the help lists: neither hidden ones nor `help` itself. */
  visible(): readonly CliCommand[] {
    return this.createHelp()
      .visibleCommands(this)
      .filter((command) => command instanceof CliCommand && command.name() !== 'help') as CliCommand[];
  }
}

export const environmentOption = (): Option =>
  new Option('--environment <name>', 'the environment').choices(ENVIRONMENTS).default('production');

export function positiveInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of at least 0.');
  return Number(text);
}

/** An id, exact to its last digit. */
export function int64(text: string): Int64 {
  const value = parseInt64(text);
  if (value === undefined) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

/** Adds the options of a command that prints a list. */
export const listOptions = (command: CliCommand): CliCommand =>
  command.option('--limit <n>', 'maximum number of rows', positiveInteger, 30).option('--all', 'print all rows').json();

/** An earlier name of an option, which the help does not list. */
export const earlierName = (flags: string): Option => new Option(flags, 'earlier name of an option').hideHelp();

export function choice(name: string, description: string, choices: readonly string[]): Option {
  return new Option(name, description).choices(choices);
}
