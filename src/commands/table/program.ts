import { styleText } from 'node:util';
import { VERSION } from '../../package.ts';
import { addAccounts } from './accounts.ts';
import { CliCommand } from './command.ts';
import { addDocumentation } from './documentation.ts';
import { addImportExport } from './import-export.ts';
import { addOrganizations } from './organizations.ts';
import { addPeople } from './people.ts';
import { addRemote } from './remote.ts';
import { addService } from './service.ts';

/** Builds the command table. */
export function buildProgram(): CliCommand {
  const program = new CliCommand('petstore')
    .description('The adoption API that a shelter or a pet shop runs itself.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--no-color', 'print without colors, as with NO_COLOR=1 or outside a terminal');
  program.configureHelp({
    styleTitle: (text) => styleText('bold', text),
    styleSubcommandText: (text) => styleText('cyan', text),
    styleOptionText: (text) => styleText('cyan', text),
    styleArgumentText: (text) => styleText('cyan', text),
    subcommandTerm: (command) => `${command.name()} ${argumentsOf(command)}`.trimEnd(),
  });
  program.configureOutput({
    outputError: (text, write) => write(sentence(text)),
    getOutHasColors: () => program.opts<{ color: boolean }>().color && styleText('bold', '') !== '',
  });
  addService(program);
  addAccounts(program);
  addOrganizations(program);
  addPeople(program);
  addRemote(program);
  addImportExport(program);
  addDocumentation(program);
  finish(program);
  return program;
}

/** Applies what all commands have in common. */
function finish(command: CliCommand): void {
  command.exitOverride();
  if (command.commands.length > 0) command.helpCommand(false);
  if (command.examples.length > 0) {
    const title = () => styleText('bold', command.examples.length === 1 ? 'Example:' : 'Examples:');
    command.addHelpText('after', () => `\n${title()}\n${command.examples.map((line) => `  ${line}`).join('\n')}`);
  }
  for (const child of command.commands) if (child instanceof CliCommand) finish(child);
}

/** Formats an error of the library (`error: unknown command 'lst'`, with a suggestion on the next line) like petstore's own messages. */
function sentence(text: string): string {
  const [first = '', ...rest] = text
    .trim()
    .replace(/^error: /, '')
    .split('\n');
  const capitalized = first.charAt(0).toUpperCase() + first.slice(1);
  const ended = /[.?!]$/.test(capitalized) ? capitalized : `${capitalized}.`;
  return `petstore: ${[ended, ...rest.map((line) => line.replace(/^\((.*)\)$/, '$1'))].join(' ')}\n`;
}

const argumentsOf = (command: Readonly<CliCommand['commands'][number]>): string =>
  command.registeredArguments.map((one) => (one.required ? `<${one.name()}>` : `[${one.name()}]`)).join(' ');
