import { lookup, Resolver } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress, privateRanges } from './addresses.ts';

/** All addresses of a host. Rejects when it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The network as webhooks may use it. */
export interface Network {
  /** What is wrong with a URL, as the end of "The field `url` …"; undefined when webhooks may go there. */
  faultOf(url: string): string | undefined;
  /** The addresses of the URL's host that may be connected to. @throws NoAddress */
  addressesOf(url: URL): Promise<readonly string[]>;
  /** Connects to one of the addresses and to nothing else, whatever the host's name resolves to by now. */
  connect(url: URL, addresses: readonly string[]): Socket;
}

/** There is nothing that may be connected to. The message is for the webhook's owner, and tells nothing of what is inside. */
export class NoAddress extends Error {
  override readonly name = 'NoAddress';
}

/** @param allowPrivate `http:` and every address are good */
export function openNetwork({
  allowPrivate,
  resolve,
}: {
  readonly allowPrivate: boolean;
  readonly resolve: Resolve;
}): Network {
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  const blockList = privateRanges();

  return {
    faultOf(text) {
      if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text))
        return 'must be a URL like `https://shelter.example/hooks`';
      const url = new URL(text);
      if (url.protocol !== 'https:' && !allowPrivate) return 'must begin with `https://`';
      if (url.username !== '' || url.password !== '') return 'must hold neither a user name nor a password';
      if (text.includes('#')) return 'must have no fragment, the part from `#` on';
      if (!allowPrivate && isInside(hostOf(url))) return 'must name a host of the public internet';
      return undefined;
    },

    async addressesOf(url) {
      const host = hostOf(url);
      const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
      if (found.length === 0) throw new NoAddress("The host's name could not be resolved.");
      const allowed = found.filter(isAllowed);
      if (allowed.length === 0) throw new NoAddress('The host has no address on the public internet.');
      return allowed;
    },

    connect(url, addresses) {
      const host = hostOf(url);
      const isSecure = url.protocol === 'https:';
      const socket = connectTcp({
        host,
        port: Number(url.port) || (isSecure ? 443 : 80),
        lookup: fixed(addresses),
        autoSelectFamily: true,
        noDelay: true,
        // TLS sockets know no such option and would ignore it without a word: it must stand here.
        ...(allowPrivate ? {} : { blockList }),
      });
      return isSecure ? connectTls({ socket, host, servername: isIP(host) === 0 ? host : '' }) : socket;
    },
  };
}

/** The host as a socket wants it: an IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** By its text alone; what a name resolves to is asked when it is connected to. */
const isInside = (host: string): boolean =>
  isIP(host) === 0 ? /(^|\.)(localhost|local|internal)\.?$/.test(host) : !isPublicAddress(host);

/** Answers with what has been looked up and checked already. */
function fixed(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/**
 * Asks the DNS. Not `dns.lookup`: it occupies one of the process's few threads for as long as a name server keeps silent, and there are
 * owners of webhooks who run their own.
 */
export function dnsResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** As the machine resolves names, its own ones included: for development. */
export const machineResolver: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address);
