import { styleText } from 'node:util';
import { readSettings } from '../../settings.ts';
import { VERSION } from '../../version.ts';
import { openTerminal } from '../terminal.ts';
import { addAccounts } from './accounts.ts';
import { Call, type Means } from './call.ts';
import { addMoving } from './moving.ts';
import { addPages } from './pages.ts';
import { addRemote } from './remote.ts';
import { addService } from './service.ts';

/** The whole command table. What a command does is loaded when it is called. */
export function buildProgram(): Call {
  const program = new Call('petstore')
    .description('The adoption API that a shelter or a pet shop runs itself.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'say how it is called')
    .option('--no-color', 'print without colours; so does NO_COLOR, and whatever is no terminal');
  const isColored = () => program.opts<{ color: boolean }>().color;
  program.configureHelp({
    styleTitle: (text) => styleText('bold', text),
    styleSubcommandText: (text) => styleText('cyan', text),
    styleOptionText: (text) => styleText('cyan', text),
    styleArgumentText: (text) => styleText('cyan', text),
    subcommandTerm: (command) => `${command.name()} ${argumentsOf(command)}`.trimEnd(),
  });
  program.configureOutput({
    outputError: (text, write) => write(sentence(text)),
    getOutHasColors: () => isColored() && styleText('bold', '') !== '',
  });
  const means: Means = {
    terminal: () => openTerminal({ colors: isColored() }),
    settings: (only) => readSettings(undefined, only),
  };
  addService(program, means);
  addAccounts(program, means);
  addRemote(program, means);
  addMoving(program, means);
  addPages(program, means);
  finish(program);
  return program;
}

/** What is the same of every command. */
function finish(command: Call): void {
  command.exitOverride();
  if (command.commands.length > 0) command.helpCommand(false);
  if (command.examples.length > 0) {
    const title = () => styleText('bold', command.examples.length === 1 ? 'Example:' : 'Examples:');
    command.addHelpText('after', () => `\n${title()}\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  }
  for (const child of command.commands) if (child instanceof Call) finish(child);
}

/** What the library writes as `error: unknown command 'lst'` and a suggestion on the next line, in the form of all our messages. */
function sentence(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const said = first.charAt(0).toUpperCase() + first.slice(1);
  const ended = /[.?!]$/.test(said) ? said : `${said}.`;
  return `petstore: ${[ended, ...rest.map((line) => line.replace(/^\((.*)\)$/, '$1'))].join(' ')}\n`;
}

const argumentsOf = (command: Readonly<Call['commands'][number]>): string =>
  command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`)).join(' ');
