import { reasonOf } from '../../failure.ts';
import { sealingWith } from '../../secrets/sealing.ts';
import { SECRETS_BY_PREFIX } from '../../secrets/secrets.ts';
import type { Settings } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { type Check, type Finding, findings } from './check.ts';
import { query } from './query.ts';

interface Counted {
  /** The beginning of sealed values; empty for plain ones. */
  readonly prefix: string;
  /** PostgreSQL returns it as text. */
  readonly count: number | string;
}

/** Checks that the secrets in each database are encrypted, and that the service could read them. */
export const secretsCheck: Check = (settings) =>
  Promise.all(environmentsOf(settings).map((environment) => checkSecrets(environment, settings)));

async function checkSecrets(environment: Environment, settings: Settings): Promise<Finding> {
  const { well, warn, bad } = findings(`Secrets, ${environment}`);
  const { prefix: current, prefixes } = sealingWith(settings.secretKey);
  let counted: readonly Counted[];
  try {
    counted = await query<Counted>(environment, settings, SECRETS_BY_PREFIX);
  } catch (error) {
    return warn(`The database could not be read: ${reasonOf(error)}.`, 'Run petstore doctor again once it can be.');
  }
  const sum = (isCounted: (prefix: string) => boolean): number =>
    counted.reduce((total, { prefix, count }) => total + (isCounted(prefix) ? Number(count) : 0), 0);
  const foreign = sum((prefix) => prefix !== '' && !prefixes.includes(prefix));
  const plain = sum((prefix) => prefix === '');
  const earlier = sum((prefix) => prefix !== current && prefixes.includes(prefix));
  if (foreign > 0)
    return bad(
      `${foreign} are encrypted with a key that SECRET_KEY does not hold: the service does not start.`,
      'Add that key to SECRET_KEY, after the new one, separated by a comma.',
    );
  if (current === undefined)
    return warn(
      `SECRET_KEY is not set: the secrets of webhooks and of the service are stored as plain text (${plain} now).`,
      'Set SECRET_KEY, such as to the output of openssl rand -base64 32, and keep it apart from the backups.',
    );
  if (plain + earlier > 0)
    return warn(
      `${plain} are still plain, and ${earlier} are encrypted with an earlier key.`,
      'Restart the service: it encrypts all with the first key of SECRET_KEY.',
    );
  return well(`${sum(() => true)}, all encrypted`);
}
