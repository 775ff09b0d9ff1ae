import { reasonOf } from '../../failure.ts';
import { checkAddress, processAt } from '../../public-address/check.ts';
import { openPasses } from '../../public-address/passes.ts';
import { sealingWith } from '../../secrets/sealing.ts';
import { localOriginOf } from '../../settings/origins.ts';
import { type Settings, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { type Check, type Finding, findings } from './check.ts';
import { query } from './query.ts';

/** Visits the public address of each environment, if it has one. */
export const addressCheck: Check = async (settings) => {
  const found = await Promise.all(environmentsOf(settings).map((environment) => checkOne(environment, settings)));
  return found.flat();
};

async function checkOne(environment: Environment, settings: Settings): Promise<readonly Finding[]> {
  const { well, warn } = findings(`Address, ${environment}`);
  const { publicUrl: url, databaseUrl } = settingsOf(environment, settings);
  const local = localOriginOf(environment, settings);
  if (url === '' && settings.trustedProxies.length === 0) return [well(`${local}, since PUBLIC_URL is not set`)];
  let secret: Buffer | undefined;
  try {
    secret = await secretOf(environment, settings);
  } catch (error) {
    return [
      warn(`${url} was not visited: ${reasonOf(error)}.`, 'Run petstore doctor again once the database can be read.'),
    ];
  }
  if (secret === undefined)
    return [warn(`${url} was not visited.`, 'Start the service, and run petstore doctor again.')];
  const passes = openPasses(secret, Date.now);
  // Any process may answer that shares PostgreSQL. If none serves this file, one with a copy of it may.
  const process = databaseUrl === '' ? ((await processAt(local, passes)) ?? 'none') : undefined;
  const found = await checkAddress({ url, passes, process, uploads: true });
  return found.map((finding) => ({ ...finding, about: `${finding.about}, ${environment}` }));
}

/** The secret that the service makes its passes with; undefined before its first start. */
async function secretOf(environment: Environment, settings: Settings): Promise<Buffer | undefined> {
  const sql = "select value from meta where name = 'cursor_secret'";
  const [row] = await query<{ readonly value: string }>(environment, settings, sql);
  return row && Buffer.from(sealingWith(settings.secretKey).open(row.value, 'cursor_secret'), 'base64');
}
