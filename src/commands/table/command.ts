import { Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../../settings.ts';
import { type Environment, ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { type Int64, parseInt64 } from '../../vocabulary/int64.ts';
import type { Terminal } from '../terminal.ts';

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

/** What every command needs. Functions, because the global options are parsed only when a command runs. */
export interface CommandContext {
  readonly terminal: () => Terminal;
  /**
   * @param only the environment that the command is about; the other one's settings may be incomplete
   * @throws Failure
   */
  readonly settings: (only?: Environment) => Settings;
}

export const environmentOption = (): Option =>
  new Option('--environment <name>', 'the environment').choices(ENVIRONMENTS).default('production');

export function positiveInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
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

export function choice(name: string, description: string, choices: readonly string[]): Option {
  return new Option(name, description).choices(choices);
}
