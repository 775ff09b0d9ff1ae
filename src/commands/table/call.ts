import { Command, InvalidArgumentError, Option } from 'commander';
import type { Settings } from '../../settings.ts';
import { type Environment, ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { type Int64, parseInt64 } from '../../vocabulary/int64.ts';
import type { Terminal } from '../terminal.ts';

/** One command of the table, with what the help, the completion and `docs/command-line.md` say of it. */
export class Call extends Command {
  /** Lines that can be typed as they are. */
  readonly examples: string[] = [];

  override createCommand(name?: string): Call {
    return new Call(name);
  }

  example(...lines: readonly string[]): this {
    this.examples.push(...lines);
    return this;
  }

  /** For a command that prints data: one JSON object a line. */
  json(): this {
    return this.option('--json', 'print JSON, one object a line');
  }

  /** `petstore keys create`, as it is typed. */
  path(): string {
    const { parent } = this;
    return parent instanceof Call ? `${parent.path()} ${this.name()}` : this.name();
  }

  /** Those that the help names: not hidden ones, nor `help` itself. */
  visible(): readonly Call[] {
    return this.createHelp()
      .visibleCommands(this)
      .filter((command) => command instanceof Call && command.name() !== 'help') as Call[];
  }
}

/** What the table hands to a command when it is called. */
export interface Means {
  readonly terminal: () => Terminal;
  /**
   * @param only the one environment that the command is about: what is set for the other need not fit it
   * @throws SettingsError
   */
  readonly settings: (only?: Environment) => Settings;
}

export const environment = (): Option =>
  new Option('--environment <name>', 'which environment').choices(ENVIRONMENTS).default('production');

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

/** Any id, to its last digit. */
export function int64(text: string): Int64 {
  const value = parseInt64(text);
  if (value === undefined) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

/** How much of a list is shown. */
export const pages = (command: Call): Call =>
  command.option('--limit <n>', 'how many at most', wholeNumber, 30).option('--all', 'all of them').json();

export function oneOf(name: string, says: string, choices: readonly string[]): Option {
  return new Option(name, says).choices(choices);
}
