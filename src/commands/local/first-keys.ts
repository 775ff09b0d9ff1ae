import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from '../../composition/service.ts';
import { Failure, reasonOf } from '../../failure.ts';
import { makeFolder } from '../../storage/make-folder.ts';
import type { Environment } from '../../vocabulary/environments.ts';
import { OPERATOR_EMAIL } from '../../vocabulary/text/address.ts';
import type { Terminal } from '../terminal.ts';

export const TITLES = { production: 'Production', staging: 'Staging' } as const satisfies Record<Environment, string>;

export const row = (name: string, value: string): string => `  ${name.padEnd(12)}${value}`;

/**
 * The only text that ever shows the first keys and links: the database has only their hashes. Empty after the first start.
 *
 * @param origins the public address of each service
 */
export function firstKeysText(
  paint: Terminal['paint'],
  services: readonly Service[],
  origins: readonly string[],
): readonly string[] {
  const first = services.flatMap(({ environment, firstKey, firstLink = '' }, i) =>
    firstKey === undefined ? [] : [{ environment, firstKey, firstLink, origin: origins[i] ?? '' }],
  );
  if (first.length === 0) return [];
  return [
    `  ${paint('bold', 'Your API keys')} (operator, Enterprise plan). Save them now: they are not shown again.`,
    ...first.map(({ environment, firstKey }) => row(TITLES[environment], paint('green', firstKey))),
    '',
    `  ${paint('bold', 'Set your password')} for the web site (${OPERATOR_EMAIL}). Each link works once, for 24 hours.`,
    ...first.map(({ environment, firstLink, origin }) => row(TITLES[environment], firstLink && origin + firstLink)),
    '',
    `  ${paint('bold', 'Try it')}`,
    `  curl -H 'Authorization: Bearer ${first[0]?.firstKey}' ${first[0]?.origin}/v1/pets`,
    ...(first.some(({ environment }) => environment === 'staging')
      ? ['  petstore demo     fills staging with animals, orders and conversations']
      : []),
    '',
  ];
}

/**
 * Writes the text into a new file that only this user can read, and returns its path. A file of an earlier first start stays as it is.
 *
 * @throws Failure that says how to make other keys
 */
export async function writeFirstKeys(folder: string, lines: readonly string[]): Promise<string> {
  for (let number = 1; ; number += 1) {
    const path = join(folder, number === 1 ? 'first-keys.txt' : `first-keys-${number}.txt`);
    try {
      await makeFolder(folder);
      await writeFile(path, `${lines.join('\n')}\n`, { flag: 'wx', mode: 0o600, flush: true });
      return path;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw new Failure(
        `The first keys cannot be written to ${path}: ${reasonOf(cause)}. They are lost: \`petstore keys create --plan enterprise --email ${OPERATOR_EMAIL}\` makes another, and \`petstore accounts reset-link ${OPERATOR_EMAIL}\` another link.`,
        { cause },
      );
    }
  }
}
