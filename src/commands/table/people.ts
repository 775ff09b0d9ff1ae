import { InvalidArgumentError } from 'commander';
import { FORMATS } from '../../http/validation/formats.ts';
import { isAddress } from '../../vocabulary/text/address.ts';
import { type CliCommand, environmentOption } from './command.ts';

/** These commands work on the database directly, whether or not the service is running. */
export function addPeople(program: CliCommand): void {
  program.commandsGroup("Handle a person's data, on the machine of the service:");

  const people = program.command('people').description("Show, erase and correct a person's data.");
  const personCommand = (name: string, description: string) =>
    people
      .command(name)
      .description(description)
      .argument('<email>', 'the email address of the person', address)
      .addOption(environmentOption())
      .json();

  personCommand('show', 'Show what is stored about a person.')
    .example('petstore people show ann@example.org', 'petstore people show ann@example.org --json > ann.json')
    .runsWithSettings(async () => (await import('../local/people.ts')).showPerson);

  personCommand('erase', 'Erase a person: cancel open orders, close accounts, and remove the address from every text.')
    .option('--yes', 'do not ask for confirmation')
    .example('petstore people erase ann@example.org', 'petstore people erase ann@example.org --yes --json')
    .runsWithSettings(async () => (await import('../local/people.ts')).erasePerson);

  personCommand('correct', 'Correct the email address or the name of a person, wherever they are stored.')
    .option('--email <address>', 'the right email address', newAddress)
    .option('--name <name>', 'the right name')
    .example(
      'petstore people correct an@example.org --email ann@example.org',
      'petstore people correct ann@example.org --name "Ann Lee"',
    )
    .runsWithSettings(async () => (await import('../local/people.ts')).correctPerson);
}

function address(text: string): string {
  const trimmed = text.trim();
  if (!isAddress(trimmed)) throw new InvalidArgumentError('It must be an email address.');
  return trimmed;
}

/** An address that an order may have. */
function newAddress(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > 254 || !FORMATS.email.validate(trimmed))
    throw new InvalidArgumentError('It must be an email address.');
  return trimmed;
}
