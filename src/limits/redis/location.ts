import { unescape } from 'node:querystring';

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/** Where the service finds Redis: at one server, by asking sentinels for the primary, or through some nodes of a cluster. */
export type RedisLocation =
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'sentinel' | 'cluster';
      readonly hosts: readonly { readonly host: string; readonly port: number }[];
      readonly isEncrypted: boolean;
      readonly login: Login;
      /** How the sentinels call the primary; of a cluster empty. */
      readonly name: string;
      readonly db: number;
      /** For the sentinels themselves. */
      readonly sentinelLogin: Login;
    };

const several = /^redis(s?)\+(sentinel|cluster):\/\/(.*@)?([^/?#@]+)(?:\/([^/?#]+)(?:\/(\d{1,5}))?)?(\?[^#]*)?$/;

/**
 * The location that a setting such as `redis://user:password@host:6379/0`, `redis+sentinel://user:password@host:26379,host:26379/name/0` or
 * `redis+cluster://user:password@host:6379,host:6379` names, `rediss` with TLS; undefined if it names none.
 */
export function redisLocationOf(text: string): RedisLocation | undefined {
  if (/^rediss?:/.test(text)) return URL.canParse(text) ? { kind: 'server', url: text } : undefined;
  const [, tls, kind, login = '', hosts = '', name = '', db = '0', query = ''] = several.exec(text) ?? [];
  const urls = hosts.split(',').flatMap((host) => URL.parse(`redis://${login}${host}${query}`) ?? []);
  const [first] = urls;
  const isSentinel = kind === 'sentinel';
  const areHosts = urls.length === hosts.split(',').length && urls.every(({ hostname }) => hostname !== '');
  if (first === undefined || !areHosts || isSentinel !== (name !== '')) return undefined;
  const { username, password, searchParams } = first;
  const port = isSentinel ? 26_379 : 6_379;
  return {
    kind: isSentinel ? 'sentinel' : 'cluster',
    hosts: urls.map((url) => ({ host: hostOf(url), port: Number(url.port) || port })),
    isEncrypted: tls === 's',
    login: loginOf(username, password),
    name,
    db: Number(db),
    sentinelLogin: loginOf(searchParams.get('sentinel_username'), searchParams.get('sentinel_password')),
  };
}

/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const loginOf = (username: string | null, password: string | null): Login => ({
  ...(username ? { username: unescape(username) } : {}),
  ...(password ? { password: unescape(password) } : {}),
});
