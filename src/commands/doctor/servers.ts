import { reasonOf } from '../../failure.ts';
import { openConnection } from '../../limits/redis/connection.ts';
import { type Settings, settingName, settingsOf } from '../../settings/settings.ts';
import { type Environment, environmentsOf } from '../../vocabulary/environments.ts';
import { type Check, type Finding, findings } from './check.ts';
import { query } from './query.ts';

/** Tries each database server and Redis that the settings name, and signs in to it. */
export const serversCheck: Check = async (settings) => {
  const ofEnvironments = environmentsOf(settings).flatMap((environment) => {
    const { databaseUrl, redisUrl } = settingsOf(environment, settings);
    return [
      ...(databaseUrl === '' ? [] : [tryPostgres(environment, settings)]),
      ...(redisUrl === '' ? [] : [tryRedis(environment, redisUrl)]),
    ];
  });
  return Promise.all(ofEnvironments);
};

async function tryPostgres(environment: Environment, settings: Settings): Promise<Finding> {
  const { well, bad } = findings(`Database, ${environment}`);
  const setting = settingName('DATABASE_URL', environment);
  try {
    const [row] = await query<{ version: string; standby: boolean }>(
      environment,
      settings,
      `select current_setting('server_version') as version, pg_is_in_recovery() as standby`,
    );
    if (row?.standby === true)
      return bad(`${setting} leads to a standby, which only reads.`, `Set ${setting} to the primary.`);
    return well(`PostgreSQL ${row?.version} answers`);
  } catch (error) {
    return bad(
      `PostgreSQL does not answer: ${reasonOf(error)}.`,
      `Check ${setting}, and the server. Until then every request gets 503.`,
    );
  }
}

async function tryRedis(environment: Environment, url: string): Promise<Finding> {
  const { well, bad } = findings(`Redis, ${environment}`);
  let failure: string | undefined;
  const connection = await openConnection({
    url,
    prepare: async () => {},
    onLost: (reason) => (failure ??= reason),
    onRestored: () => {},
  });
  await connection.close();
  if (failure === undefined) return well('answers');
  return bad(
    `Redis does not answer: ${failure}.`,
    'Check REDIS_URL, and the server. Until then each process limits requests by itself.',
  );
}
