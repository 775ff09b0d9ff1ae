import { completion, type Shell, SHELLS } from '../completion.ts';
import type { Terminal } from '../terminal.ts';
import type { CliCommand } from './command.ts';

export const PAGES = ['settings', 'errors', 'events', 'lifecycle', 'access', 'test-values', 'command-line'] as const;
type Page = (typeof PAGES)[number];

export function addDocumentation(program: CliCommand): void {
  program.commandsGroup('Documentation:');

  program
    .command('openapi')
    .description('Print the OpenAPI description.')
    .example('petstore openapi > openapi.json')
    .runs(async () => (await import('../docs/openapi.ts')).printDescription);

  program
    .command('page')
    .description('Print a page of the documentation that is generated from the code, in Markdown.')
    .addArgument(program.createArgument('<name>', 'the page').choices(PAGES))
    .example('petstore page settings')
    .runs(() => async (terminal: Terminal, name: Page) => terminal.print((await pageOf(program, name)).trimEnd()));

  program
    .command('completion')
    .description('Print a script that completes petstore commands in a shell.')
    .addArgument(program.createArgument('<shell>', 'the shell').choices(SHELLS))
    .example(
      'source <(petstore completion bash)                                    # now, or in ~/.bashrc',
      'petstore completion zsh > "${fpath[1]}/_petstore"',
      'petstore completion fish > ~/.config/fish/completions/petstore.fish',
    )
    .runs(() => async (terminal: Terminal, shell: Shell) => {
      await program.complete();
      terminal.print(completion(program, shell).trimEnd());
    });
}

async function pageOf(program: CliCommand, name: Page): Promise<string> {
  switch (name) {
    case 'settings':
      return (await import('../../settings/settings.ts')).settingsPage();
    case 'errors':
      return (await import('../../http/description/errors-page.ts')).errorsPage();
    case 'events':
      return (await import('../docs/events-page.ts')).eventsPage();
    case 'access': {
      const { readDescription } = await import('../docs/openapi.ts');
      return (await import('../docs/access-page.ts')).accessPage(await readDescription());
    }
    case 'lifecycle':
      return (await import('../docs/lifecycle-page.ts')).lifecyclePage();
    case 'test-values':
      return (await import('../docs/test-values-page.ts')).testValuesPage();
    case 'command-line':
      await program.complete();
      return (await import('../docs/command-line-page.ts')).commandLinePage(program);
  }
}
