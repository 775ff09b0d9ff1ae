import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Int64, NewPetProfile, PetProfile, PetProfilePatch } from '../../../client/src/petstore.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { printFacts } from '../rows.ts';
import type { JsonOption, Terminal } from '../terminal.ts';
import { withPetstore } from './connect.ts';

interface ProfileOptions extends JsonOption {
  readonly file?: string;
  readonly replace?: boolean;
}

/** Shows the profile of an animal, and changes it first if there is a file. */
export async function showProfile(
  terminal: Terminal,
  id: Int64,
  { file, replace = false, json = false }: ProfileOptions,
): Promise<void> {
  if (replace && file === undefined) throw new Failure('--replace needs --file, the new profile.', { exit: 'usage' });
  const given = file === undefined ? undefined : await readJson(file);
  await withPetstore(async ({ pets }) => {
    const profile = await (given === undefined
      ? pets.profile(id)
      : replace
        ? pets.replaceProfile(id, given as NewPetProfile)
        : pets.updateProfile(id, given as PetProfilePatch));
    if (json) terminal.printJson(profile);
    else printFacts(terminal, factsOf(profile));
  });
}

/**
 * The JSON in a file, or in standard input for `-`. The service decides whether it is a profile.
 *
 * @throws Failure when it cannot be read, or is no JSON
 */
export async function readJson(file: string): Promise<unknown> {
  const name = file === '-' ? 'Standard input' : file;
  const bytes = await (file === '-' ? buffer(process.stdin) : readFile(file)).catch((error: unknown) => {
    throw new Failure(`${name} cannot be read: ${reasonOf(error)}.`, { exit: 'usage' });
  });
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch (error) {
    throw new Failure(`${name} is not JSON: ${reasonOf(error)}.`, { exit: 'usage' });
  }
}

type Facts = Parameters<typeof printFacts>[1];

/** A line for each member, such as `Good with cats` and `selective`. */
function factsOf(profile: PetProfile | object, prefix = ''): Facts {
  return Object.entries(profile).flatMap(([name, value]: [string, unknown]): Facts => {
    const label = prefix === '' ? wordsOf(name) : `${prefix} ${wordsOf(name).toLowerCase()}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return factsOf(value, label);
    return [[label, textOf(value)]];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  if (typeof value === 'object' && value !== null) return Object.values(value).map(textOf).join(' ');
  return String(value);
}

/** `houseTrained` is `House trained`. */
const wordsOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};
