import { lookup, Resolver } from 'node:dns/promises';
import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { isPublicAddress, privateRanges } from './addresses.ts';

/** Resolves to all addresses of a host. Rejects if it has none. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The part of the network that connections to hosts of others may use: to webhooks, to photos that an import fetches, to listing sites, and to sources of a directory. */
export type Network = ReturnType<typeof openNetwork>;

/** The host has no allowed address. The owner of the URL reads the message, which reveals nothing about internal addresses. */
export class NoAddress extends Error {
  override readonly name = 'NoAddress';
}

/** @param allowPrivate allows `http:` and every address */
export function openNetwork({ allowPrivate, resolve }: { readonly allowPrivate: boolean; readonly resolve: Resolve }) {
  const isAllowed = (address: string): boolean => allowPrivate || isPublicAddress(address);
  const blockList = privateRanges();

  return {
    /** What is wrong with the URL of a webhook, as the end of "The field `url` …"; undefined if webhooks may use it. */
    faultOf(text: string): string | undefined {
      if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text))
        return 'must be a URL like `https://shelter.example/hooks`';
      const url = new URL(text);
      if (url.protocol !== 'https:' && !allowPrivate) return 'must begin with `https://`';
      if (url.username !== '' || url.password !== '') return 'must hold neither a user name nor a password';
      if (text.includes('#')) return 'must have no fragment, the part from `#` on';
      if (!allowPrivate && isInternal(hostOf(url))) return 'must name a host of the public internet';
      return undefined;
    },

    /** The allowed addresses of the URL's host. @throws NoAddress */
    async addressesOf(url: URL): Promise<readonly string[]> {
      const host = hostOf(url);
      const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
      if (found.length === 0) throw new NoAddress("The host's name could not be resolved.");
      const allowed = found.filter(isAllowed);
      if (allowed.length === 0) throw new NoAddress('The host has no address on the public internet.');
      return allowed;
    },

    /** Connects to one of the addresses, without resolving the host's name again: DNS may answer differently by now (rebinding). */
    connect(url: URL, addresses: readonly string[], _attempt?: number): Socket {
      const host = hostOf(url);
      const isSecure = url.protocol === 'https:';
      const socket = connectTcp({
        host,
        port: Number(url.port) || (defaultPorts[url.protocol] ?? 80),
        lookup: fixed(addresses),
        autoSelectFamily: true,
        noDelay: true,
        // Only TCP sockets know this option; `connectTls` would silently ignore it.
        ...(allowPrivate ? {} : { blockList }),
      });
      return isSecure ? connectTls({ socket, host, servername: isIP(host) === 0 ? host : '' }) : socket;
    },
  };
}

/** Which `URL` leaves out. `http:` has 80. */
const defaultPorts: Readonly<Record<string, number>> = { 'https:': 443, 'ftp:': 21 };

/** The host in the form that sockets take: an IPv6 address without brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Judges the text only; `addressesOf` checks what a name resolves to. */
const isInternal = (host: string): boolean =>
  isIP(host) === 0 ? /(^|\.)(localhost|local|internal)\.?$/.test(host) : !isPublicAddress(host);

/** A look-up that returns addresses that were resolved and checked before. */
function fixed(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/**
 * Queries DNS servers directly. `dns.lookup` would occupy one of the process's few threads while a name server is silent, and the author of the
 * URL may run such a name server.
 */
export function dnsResolver(): Resolve {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Resolves names as the machine does, including its own: for development. */
export const machineResolver: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true, order: 'ipv4first' })).map(({ address }) => address);
