import { Command, InvalidArgumentError, Option } from 'commander';
import { isBackupUrl } from '../../settings/kinds.ts';
import { readSettings, type Settings } from '../../settings/settings.ts';
import { type Environment, ENVIRONMENTS } from '../../vocabulary/environments.ts';
import { type Int64, parseInt64 } from '../../vocabulary/int64.ts';
import { type CommandProcess, openTerminal, painter, type Terminal } from '../terminal.ts';

/** The runner of the commands of one command line. */
export interface Host {
  readonly process: CommandProcess;
  /** False with `--no-color`. */
  readonly colors: boolean;
  readonly exitWith: Terminal['exitWith'];
}

/** The code of a command. Its last argument is the options. */
type Handler<Args extends readonly unknown[]> = (...args: Args) => void | Promise<void>;

/** Loads the code of a command. */
type Load<Args extends readonly unknown[]> = () => Handler<Args> | Promise<Handler<Args>>;

/** A command of the table. The help, the completion and `docs/command-line.md` are derived from it. */
export class CliCommand extends Command {
  /** Complete command lines. */
  readonly examples: string[] = [];
  /** The operation that the command calls, for one that is made from the description. */
  operation: string | undefined;
  readonly #host: Host;

  #load: ((command: this) => void | Promise<void>) | undefined;

  constructor(name: string | undefined, host: Host) {
    super(name);
    this.#host = host;
    const { stdout, env } = host.process;
    const title = () =>
      painter(stdout, env, host.colors)('bold', this.examples.length === 1 ? 'Example:' : 'Examples:');
    const lines = () => this.examples.map((line) => `  ${line}`).join('\n');
    this.hook('preSubcommand', (_, called) => (called as CliCommand).#loaded())
      .exitOverride()
      .helpCommand(false)
      .addHelpText('after', () => (this.examples.length === 0 ? '' : `\n${title()}\n${lines()}`));
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(name, this.#host);
  }

  example(...lines: readonly string[]): this {
    this.examples.push(...lines);
    return this;
  }

  /** Adds subcommands or options once the command is called: their sources take a while to load. */
  lazily(load: (command: this) => void | Promise<void>): this {
    this.#load = load;
    return this;
  }

  async #loaded(): Promise<void> {
    const load = this.#load;
    this.#load = undefined;
    await load?.(this);
  }

  /** Adds what waits for `lazily`, in this command and its subcommands. */
  async complete(): Promise<void> {
    await this.#loaded();
    for (const command of this.commands) if (command instanceof CliCommand) await command.complete();
  }

  /** Adds `--json`, for a command that prints data. */
  json(): this {
    return this.option('--json', 'print one JSON object per line');
  }

  /** Runs the function that `load` imports. Importing it earlier would slow every start: the database takes most of one. */
  runs<Args extends readonly unknown[]>(load: Load<[Terminal, ...Args]>): this {
    // Commander passes the arguments, the options and the command.
    return this.action(async (...args: readonly unknown[]) => {
      const handler = await load();
      await handler(openTerminal(this.#host.process, this.#host), ...(args.slice(0, -1) as unknown as Args));
    });
  }

  /** Like `runs`, with the service's settings. With --environment, the other environment's may be incomplete. */
  runsWithSettings<Args extends readonly unknown[]>(load: Load<[Terminal, Settings, ...Args]>): this {
    return this.runs<Args>(async () => {
      const settings = readSettings(this.#host.process.env, this.opts<{ environment?: Environment }>().environment);
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

export const environmentOption = (byDefault: Environment = 'production'): Option =>
  new Option('--environment <name>', 'the environment').choices(ENVIRONMENTS).default(byDefault);

export function positiveInteger(text: string): number {
  if (!/^\d{1,15}$/.test(text) || Number(text) < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return Number(text);
}

/** As in BACKUP_URL. */
export function backupUrl(text: string): string {
  if (!isBackupUrl(text)) throw new InvalidArgumentError('It must be a URL like file:///backups/petstore or s3://….');
  return text;
}

/** A day in UTC, which means its end, or a time: in Unix milliseconds. */
export function moment(text: string): number {
  const [, day, time = '23:59:59.999'] = /^(\d{4}-\d\d-\d\d)(?:T([\d:.]+)Z?)?$/.exec(text) ?? [];
  const ms = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(ms)) throw new InvalidArgumentError('It must be like 2026-11-21 or 2026-11-21T09:30Z.');
  return ms;
}

/** An id, exact to its last digit. */
export function int64(text: string): Int64 {
  const value = parseInt64(text);
  if (value === undefined) throw new InvalidArgumentError('It must be a whole number.');
  return value;
}

/** An earlier name of an option, which the help does not list. */
export const earlierName = (flags: string): Option => new Option(flags, 'earlier name of an option').hideHelp();

export function choice(name: string, description: string, choices: readonly string[]): Option {
  return new Option(name, description).choices(choices);
}
