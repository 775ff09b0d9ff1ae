import { reasonOf } from '../../failure.ts';
import { type Client, openConnection } from '../../limits/redis/connection.ts';
import { redisLocationOf } from '../../limits/redis/location.ts';
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
  const { well, warn, bad } = findings(`Database, ${environment}`);
  const { databaseUrl } = settingsOf(environment, settings);
  const setting = settingName('DATABASE_URL', environment);
  try {
    const [row] = await query<{ version: string; standby: boolean; connections: number }>(
      environment,
      settings,
      `select current_setting('server_version') as version, pg_is_in_recovery() as standby,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as connections`,
    );
    if (row?.standby === true)
      return bad(`${setting} leads to a standby, which only reads.`, `Set ${setting} to the primary.`);
    const ofProcess = settings.databasePoolSize * environmentsAt(databaseUrl, settings);
    const processes = Math.floor((row?.connections ?? 0) / ofProcess);
    if (processes === 0)
      return warn(
        `PostgreSQL gives ${row?.connections} connections, and a process opens up to ${ofProcess}.`,
        'Raise max_connections, lower DATABASE_POOL_SIZE, or put PgBouncer between.',
      );
    return well(
      `PostgreSQL ${row?.version} answers; its ${row?.connections} connections are enough for ${processes} ${processes === 1 ? 'process' : 'processes'}`,
    );
  } catch (error) {
    return bad(
      `PostgreSQL does not answer: ${reasonOf(error)}.`,
      `Check ${setting}, and the server. Until then every request gets 503.`,
    );
  }
}

/** How many environments of a process have their databases on the same server. */
const environmentsAt = (url: string, settings: Settings): number =>
  environmentsOf(settings).filter((one) => serverOf(settingsOf(one, settings).databaseUrl) === serverOf(url)).length;

function serverOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.searchParams.get('host') ?? parsed?.host;
}

async function tryRedis(environment: Environment, url: string): Promise<Finding> {
  const { well, warn, bad } = findings(`Redis, ${environment}`);
  let failure: string | undefined;
  let found: Awaited<ReturnType<Client['described']>> | undefined;
  const connection = await openConnection({
    url,
    async prepare(client) {
      // A user of Redis may lack the right to ask.
      found = await client.described().catch(() => undefined);
    },
    onLost: (reason) => (failure ??= reason),
    onRestored: () => {},
  });
  await connection.close();
  if (failure !== undefined)
    return bad(
      `Redis does not answer: ${failure}.`,
      'Check REDIS_URL, and the server. Until then each process limits requests by itself.',
    );
  const kind = redisLocationOf(url)?.kind;
  if (found === undefined) return well('answers');
  const { version, mode, primaries } = found;
  if (kind === 'server' && ['cluster', 'sentinel'].includes(mode))
    return warn(`REDIS_URL leads to one server in the mode ${mode}.`, `Begin REDIS_URL with redis+${mode}:// instead.`);
  if (kind === 'cluster') return well(`${version} answers, in a cluster with ${primaries} primaries`);
  return well(`${version} answers${kind === 'sentinel' ? ', at the primary that Sentinel names' : ''}`);
}
