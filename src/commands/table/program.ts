import { VERSION } from '../../package.ts';
import { painter } from '../terminal.ts';
import { addAccounts } from './accounts.ts';
import { CliCommand, type Host } from './command.ts';
import { addDocumentation } from './documentation.ts';
import { addImportExport } from './import-export.ts';
import { addRemote } from './remote.ts';
import { addService } from './service.ts';

/** Builds the command table. */
export function buildProgram(host: Host): CliCommand {
  const { stdout, stderr } = host.process;
  const styled = painter(stdout, host.process.env, host.colors);
  const program = new CliCommand('petstore', host)
    .description('The adoption API that a shelter or a pet shop runs itself.')
    .version(VERSION, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .option('--no-color', 'print without colors, as with NO_COLOR=1 or outside a terminal')
    // A parameter may be named like an option of the program.
    .enablePositionalOptions();
  program.configureHelp({
    styleTitle: (text) => styled('bold', text),
    styleSubcommandText: (text) => styled('cyan', text),
    styleOptionText: (text) => styled('cyan', text),
    styleArgumentText: (text) => styled('cyan', text),
    subcommandTerm: (command) => `${command.name()} ${argumentsOf(command)}`.trimEnd(),
  });
  program.configureOutput({
    outputError: (text, write) => write(sentence(text)),
    writeOut: (text) => void stdout.write(text),
    writeErr: (text) => void stderr.write(text),
    getOutHelpWidth: () => stdout.columns ?? 80,
    getErrHelpWidth: () => stderr.columns ?? 80,
    getOutHasColors: () => styled('bold', '') !== '',
  });
  addService(program);
  addAccounts(program);
  addRemote(program);
  addImportExport(program);
  addDocumentation(program);
  return program;
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
