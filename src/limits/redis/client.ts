import { Cluster, Redis } from 'ioredis';
import { redisLocationOf } from './location.ts';
import { takeScript } from './take-script.ts';

/** A connection that is not established within this time has failed. */
export const connectMs = 1_000;

const scripts = { take: { lua: takeScript } };

/** The limiter has a fallback: nothing is sent again, or sent to a Redis that is not ready. */
const ofEach = {
  lazyConnect: true,
  connectTimeout: connectMs,
  disconnectTimeout: 100,
  disableClientInfo: true,
  enableReadyCheck: false,
  autoResendUnfulfilledCommands: false,
} as const;
const ofOne = { ...ofEach, enableOfflineQueue: false, retryStrategy: null, scripts } as const;

/** Returns a function that makes clients of the Redis at the URL. A client connects only when it is told to. */
export function redisClients(url: string): () => Redis | Cluster {
  const location = redisLocationOf(url);
  if (location === undefined) throw new Error('The URL of Redis is not valid.');
  if (location.kind === 'server') return () => new Redis(location.url, ofOne);
  const { kind, hosts, isEncrypted, login, name, db, sentinelLogin } = location;
  const tls = isEncrypted ? { tls: {} } : {};
  if (kind === 'cluster')
    return () =>
      new Cluster([...hosts], {
        lazyConnect: true,
        enableReadyCheck: false,
        clusterRetryStrategy: () => null,
        // A call that a lost node may have counted is not sent again.
        retryDelayOnFailover: 0,
        // The names stay, because certificates contain them.
        dnsLookup: (host, done) => done(null, host),
        redisOptions: { ...ofEach, ...login, ...tls },
        scripts,
      });
  let clients = 0;
  return () => {
    // Each client begins with another sentinel: the first may be frozen.
    const first = clients++ % hosts.length;
    const { username, password } = sentinelLogin;
    return new Redis({
      ...ofOne,
      ...login,
      ...tls,
      db,
      name,
      sentinels: [...hosts.slice(first), ...hosts.slice(0, first)],
      sentinelRetryStrategy: () => null,
      ...(username === undefined ? {} : { sentinelUsername: username }),
      ...(password === undefined ? {} : { sentinelPassword: password }),
      ...(isEncrypted ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
    });
  };
}
