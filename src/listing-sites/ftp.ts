import { isIP, isIPv6 } from 'node:net';
import { basename, dirname } from 'node:path/posix';
import { Readable } from 'node:stream';
import type { Client, FTPError, FTPResponse } from 'basic-ftp';
import { type Network, NoAddress } from '../network/network.ts';

export interface FtpLogin {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** `tls`: explicit TLS (RFC 4217) for commands and data, or nothing is sent. */
  readonly security: 'tls' | 'none';
}

export interface SentFile {
  /** As the server takes it, from the folder in which a sign-in begins. */
  readonly path: string;
  readonly bytes: Buffer;
}

export interface Sending {
  /** Awaited directly before each transfer. If it rejects, nothing more is sent, and `send` rejects with its reason. */
  readonly before: () => Promise<void>;
  /** Takes a line for the log of the run. */
  readonly note: (line: string) => void;
}

/** Why a server did not do what was asked: a sentence for staff, with the server's reply and without the password. */
export class FtpFailure extends Error {
  override readonly name = 'FtpFailure';
  /** `sign_in`: the server refused the user or the password, with 530. */
  readonly kind: 'sign_in' | 'other';

  constructor(message: string, kind: FtpFailure['kind'] = 'other') {
    super(message.length > maxMessage ? `${message.slice(0, maxMessage - 1).toWellFormed()}…` : message);
    this.kind = kind;
  }
}

/** Runs one step of a connection, whose name is what failed, such as "sign-in". */
type Step = <T>(name: string, act: () => Promise<T>, limitMs?: number) => Promise<T>;

const attempts = 3;
const signIn = 'sign-in';
const maxMessage = 500;
const maxListingBytes = 4 * 1024 * 1024;
/** The library sees progress whenever a piece has left. A whole file in one piece would seem to stand still. */
const pieceBytes = 16_384;

export type Ftp = ReturnType<typeof openFtp>;

/**
 * Sends files by FTP (RFC 959), in passive mode only, over connections to addresses that were checked. The library is loaded with the first
 * connection.
 *
 * @param timeoutMs without progress, after which a step fails
 */
export function openFtp({ network, timeoutMs = 60_000 }: { readonly network: Network; readonly timeoutMs?: number }) {
  /** Runs the work on a connection that is signed in, and closes it. An abort closes it at once. */
  async function signedIn<T>(
    login: FtpLogin,
    signal: AbortSignal,
    work: (client: Client, step: Step) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const ftp = await import('basic-ftp');
    const client = new ftp.Client(timeoutMs, { allowSeparateTransferHost: false, maxListingBytes });
    // Not `LIST -a`, which some servers take for a name.
    client.availableListCommands = ['LIST'];
    const { promise: ended, reject } = Promise.withResolvers<never>();
    ended.catch(() => {});
    const end = (reason: unknown) => {
      client.close();
      reject(reason);
    };
    const abort = () => end(signal.reason);
    signal.addEventListener('abort', abort, { once: true });

    // The library ends a silent step, but neither a silent handshake of TLS nor a server that never stops talking.
    const step: Step = async (name, act, limitMs = 2 * timeoutMs) => {
      const timer = setTimeout(() => end(new Error('Timeout')), limitMs);
      try {
        return await Promise.race([act(), ended]);
      } catch (error) {
        signal.throwIfAborted();
        throw failureOf(error, name);
      } finally {
        clearTimeout(timer);
      }
    };

    function failureOf(error: unknown, name: string): FtpFailure {
      if (error instanceof FtpFailure) return error;
      if (error instanceof NoAddress) return new FtpFailure(error.message);
      if (error instanceof ftp.FTPError) return refusal(error, name);
      return new FtpFailure(`The ${name} failed: ${causeOf(error, timeoutMs)}.`);
    }

    function refusal({ code, message }: FTPError, name: string): FtpFailure {
      const reply = printable(message, login.password);
      return new FtpFailure(
        `The ${name} failed: the server answered "${reply}".`,
        name === signIn && code === 530 ? 'sign_in' : 'other',
      );
    }

    async function connect(): Promise<void> {
      const url = urlOf(login);
      client.ftp.socket = network.connect(url, await network.addressesOf(url));
      await client.ftp.handle(undefined, (reply, task) => {
        if (reply instanceof Error) task.reject(reply);
        else task.resolve(requireDone(reply));
      });
    }

    /** Other than the library's own `login`, it sends the password once, however often it is asked for. */
    async function identify(): Promise<void> {
      const reply = await client.send(`USER ${login.username}`);
      requireDone(reply.code === 331 ? await client.send(`PASS ${login.password}`) : reply);
    }

    function requireDone(reply: FTPResponse): void {
      if (reply.code < 200 || reply.code > 299) throw new ftp.FTPError(reply);
    }

    async function secure(): Promise<void> {
      // The library gives both to the connections for data, too, and resumes the session there.
      await client.useTLS({ host: login.host, servername: isIP(login.host) === 0 ? login.host : '' });
    }

    try {
      await step('connection', connect);
      if (login.security === 'tls') await step('encryption with TLS', secure);
      await step(signIn, identify);
      await step('preparation', async () => {
        await client.send('TYPE I');
        if (login.security === 'none') return;
        await client.send('PBSZ 0');
        await client.send('PROT P');
      });
      return await work(client, step);
    } finally {
      signal.removeEventListener('abort', abort);
      client.close();
    }
  }

  return {
    /**
     * Signs in and lists the folder of the path, without sending anything.
     *
     * @returns the names in the folder, and whether the server says that it offers TLS
     * @throws FtpFailure
     */
    look(login: FtpLogin, path: string, signal: AbortSignal): Promise<{ names: string[]; offersTls: boolean }> {
      return signedIn(login, signal, async (client, step) => {
        const features = await step('query of features', () => client.sendIgnoringError('FEAT'));
        const folder = dirname(path);
        const entries = await step(`list of the folder ${folder}`, async () => {
          if (folder !== '.') await client.cd(folder);
          return client.list();
        });
        return {
          names: entries.map(({ name }) => printable(name, login.password)),
          offersTls: login.security === 'tls' || /^ *AUTH\b.*\bTLS\b/im.test(features.message),
        };
      });
    },

    /**
     * Sends the files in their order. Each is complete on the server, by its size, before the next begins. A transfer that began and did not
     * come to that is repeated on a new connection, up to three attempts in all.
     *
     * @throws FtpFailure, or what `before` throws
     */
    async send(
      login: FtpLogin,
      files: readonly SentFile[],
      { before, note }: Sending,
      signal: AbortSignal,
    ): Promise<void> {
      let complete = 0;
      let hasBegun = false;
      /** `before` has said that nothing more may be sent. */
      let isOver = false;

      async function sendRest(client: Client, step: Step): Promise<void> {
        note(`Signed in at ${login.host}${login.security === 'tls' ? ' with TLS' : ''}.`);
        for (const { path, bytes } of files.slice(complete)) {
          await before().catch((error: unknown) => {
            isOver = true;
            throw error;
          });
          signal.throwIfAborted();
          hasBegun = true;
          await step(
            `upload of ${path}`,
            () => client.uploadFrom(Readable.from(piecesOf(bytes)), path),
            30 * timeoutMs,
          );
          await step(`check of ${path}`, async () => {
            const size = await sizeOf(client, path);
            if (size !== bytes.length) throw new FtpFailure(shortage(path, size, bytes.length));
          });
          note(`Sent ${path}: ${bytes.length} bytes, complete on the server.`);
          complete += 1;
        }
      }

      for (let attempt = 1; ; attempt += 1)
        try {
          return await signedIn(login, signal, sendRest);
        } catch (error) {
          // A transfer that began may have left a part of the file as the last word.
          const isFinal = isOver || !hasBegun || attempt === attempts;
          if (isFinal || !(error instanceof FtpFailure) || error.kind === 'sign_in') throw error;
          note(`${error.message} Trying again.`);
        }
    },
  };
}

function urlOf({ host, port }: FtpLogin): URL {
  const text = `ftp://${isIPv6(host) ? `[${host}]` : encodeURIComponent(host)}:${port}`;
  if (!URL.canParse(text)) throw new NoAddress('The host is neither a name nor an address.');
  return new URL(text);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

/** The length of a file on the server; undefined if it lists no such file. */
async function sizeOf(client: Client, path: string): Promise<number | undefined> {
  const { message } = await client.sendIgnoringError(`SIZE ${path}`);
  const size = /^213 +(\d+)/.exec(message)?.[1];
  if (size !== undefined) return Number(size);
  const folder = dirname(path);
  const entries = await client.list(folder === '.' ? '' : folder);
  return entries.find(({ name }) => name === basename(path))?.size;
}

const shortage = (path: string, size: number | undefined, length: number): string =>
  size === undefined
    ? `The server does not list ${path} after its upload.`
    : `The server holds ${size} bytes of ${path} instead of ${length}.`;

/** One printable line. A server may echo the password. */
const printable = (text: string, password: string): string =>
  (password === '' ? text : text.replaceAll(new RegExp(RegExp.escape(password), 'gi'), '***'))
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();

/** Why a step failed that the server did not refuse. Only codes: the system's messages name addresses. */
function causeOf(error: unknown, timeoutMs: number): string {
  const { message, code } = error as NodeJS.ErrnoException;
  if (/passive|PASV|EPSV|strateg|data connection to/.test(message) && !message.includes('is closed'))
    return 'the server offers no usable connection for data in passive mode, and active mode is not supported';
  if (message.includes('Timeout')) return `the server made no progress within ${timeoutMs / 1_000} seconds`;
  if (/maximum/i.test(message)) return 'the server answered too much';
  return /^[A-Z]/.test(code ?? '') ? `${code}` : 'the server closed the connection';
}
