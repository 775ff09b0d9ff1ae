import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { basename, dirname, resolve } from 'node:path/posix';
import { pipeline } from 'node:stream/promises';
import { createSecureContext, TLSSocket } from 'node:tls';
import { atEndOfTest } from './at-end.ts';
import { freePort } from './free-port.ts';
import type { Certificate } from './tls.ts';

/** What the server does wrong. Without `drops` and `reply`, it goes on as usual after the rest. */
export interface Fault {
  /** Before the greeting, or at this command, such as `STOR`. */
  readonly at: string;
  /** Of a transfer: it keeps so many bytes first, or the whole file if that is shorter. */
  readonly afterBytes?: number;
  /** Does nothing before this is over. */
  readonly waits?: () => Promise<unknown>;
  /** Sends this without end, until the client has closed the connection. */
  readonly floods?: string;
  /** Closes the connection of the data, or both. */
  readonly drops?: 'data' | 'both';
  /** Answers so, without doing what it was told; after `421` it closes the connection. */
  readonly reply?: string;
}

/** An FTP server in memory, for one user, with faults. */
export interface FtpServer {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  /** The test may change it. */
  password: string;
  /** What a reader of the server finds, by absolute path, including the beginnings of files. A restart keeps them. */
  readonly files: Map<string, Buffer>;
  /** The paths whose transfers ended well, in order. */
  readonly stored: string[];
  /** All transfers that ended, in order: what they left, and whether it is all that the client sent. */
  readonly transfers: { readonly path: string; readonly bytes: Buffer; readonly isWhole: boolean }[];
  /** All commands in order, with their arguments; without QUIT, for whose answer nobody waits. */
  readonly commands: string[];
  /** Connections for commands so far. */
  connections(): number;
  /** Connections of both kinds that are open. */
  open(): number;
  /** Transfers that began so far. */
  stores(): number;
  /** Transfers so far that began before another one had ended. */
  overlaps(): number;
  /** Connections for data so far that resumed the session of TLS. */
  resumed(): number;
  /** From now on fails so many times; the faults of one moment happen in the order of these calls. */
  fail(fault: Fault, times?: number): void;
  /** Forgets all faults. */
  heal(): void;
  /** Ends all connections, and listens again on its port. */
  restart(): Promise<void>;
  /** Ends all connections, and listens no more. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

export interface FtpServerOptions {
  /** Such as `['/import']`. */
  readonly folders?: readonly string[];
  /** Offers explicit TLS with it. */
  readonly certificate?: Certificate;
}

function* endless(text: string): Generator<string> {
  for (;;) yield text;
}

/** The server of a test, which ends with it. */
export async function startFtpServer({ folders = [], certificate }: FtpServerOptions = {}): Promise<FtpServer> {
  const host = '127.0.0.1';
  const context = certificate && createSecureContext(certificate);
  const known = new Set(['/', ...folders]);
  const sockets = new Set<Socket>();
  const listeners = new Set<Server>();
  const counts = { connections: 0, stores: 0, overlaps: 0, resumed: 0 };
  /** The connection that stored each path last. */
  const lastStores = new Map<string, Socket>();
  const storing = new Set<Socket>();
  let faults: { readonly fault: Fault; left: number }[] = [];

  async function listen(port: number, take: (socket: Socket) => void): Promise<Server> {
    const listener = createServer({ noDelay: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.once('close', () => sockets.delete(socket));
      take(socket);
    });
    listener.listen(port, host);
    await once(listener, 'listening');
    listeners.add(listener);
    return listener;
  }

  const portOf = (listener: Server) => (listener.address() as AddressInfo).port;

  function faultAt(at: string): Fault | undefined {
    const found = faults.find(({ fault, left }) => fault.at === at && left > 0);
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }

  const secured = (socket: Socket) => new TLSSocket(socket, { isServer: true, secureContext: context });

  function serve(plain: Socket): void {
    counts.connections += 1;
    let control = plain;
    let folder = '/';
    let user = '';
    let isSignedIn = false;
    let isPrivate = false;
    let renamed = '';
    let data: Promise<Socket> | undefined;
    const gone = new Promise<unknown>((resolved) => plain.once('close', resolved));
    let received = '';
    let work = greet();

    const say = (text: string) => void control.write(`${text}\r\n`);
    const listened = (text: Buffer) => {
      received += text.toString();
      const lines = received.split('\r\n');
      received = lines.pop() ?? '';
      for (const line of lines) work = work.then(() => obey(line));
    };
    control.on('data', listened);

    async function greet(): Promise<void> {
      // The socket's listeners come first.
      await Promise.resolve();
      if (!(await fails(faultAt('greeting')))) say('220 Ready.');
    }

    /** Does what the fault says. @returns whether it leaves nothing else to do */
    async function fails(fault: Fault | undefined, transfer?: Socket): Promise<boolean> {
      if (fault === undefined) return false;
      const { waits, floods, drops, reply } = fault;
      // Whatever is still in the connection for data is then read to its end.
      await Promise.race([waits?.(), gone]);
      // It ends with the client's connection.
      if (floods !== undefined) await pipeline(endless(floods), control).catch(() => {});
      if (drops === 'both') plain.destroy();
      if (reply !== undefined || drops !== undefined) transfer?.destroy();
      if (reply !== undefined) say(reply);
      if (reply?.startsWith('421')) control.end();
      // What comes then is a handshake, whose bytes may look like the end of a line.
      if (reply?.startsWith('234')) control.off('data', listened).resume();
      return floods !== undefined || drops !== undefined || reply !== undefined;
    }

    /** Expects the client's connection for data, and says where. */
    async function expectData(replyFor: (port: number) => string): Promise<void> {
      const { promise, resolve: arrived } = Promise.withResolvers<Socket>();
      data = promise;
      const listener = await listen(0, (socket) => {
        listener.close();
        listeners.delete(listener);
        if (!isPrivate) return arrived(socket);
        const secure = secured(socket);
        secure.on('error', () => {});
        secure.once('secure', () => (counts.resumed += secure.isSessionReused() ? 1 : 0));
        arrived(secure);
      });
      say(replyFor(portOf(listener)));
    }

    /** Sends a text over the connection for data. */
    async function list(lines: readonly string[]): Promise<void> {
      say('150 Here it comes.');
      const socket = await data;
      socket?.end(lines.map((line) => `${line}\r\n`).join(''));
      say('226 Done.');
    }

    async function store(path: string): Promise<void> {
      counts.stores += 1;
      if (storing.size > 0) counts.overlaps += 1;
      storing.add(plain);
      plain.once('close', () => storing.delete(plain));
      const isWhole = await receive(path);
      storing.delete(plain);
      const bytes = files.get(path);
      if (bytes !== undefined && isWhole !== undefined) transfers.push({ path, bytes, isWhole });
    }

    /** @returns whether it received all; undefined if it took nothing */
    async function receive(path: string): Promise<boolean | undefined> {
      const fault = faultAt('STOR');
      if (fault?.afterBytes === undefined && (await fails(fault))) return undefined;
      if (!known.has(dirname(path))) {
        say('553 No such folder.');
        return undefined;
      }
      files.set(path, Buffer.alloc(0));
      lastStores.set(path, plain);
      say('150 Go on.');
      const socket = await data;
      if (socket === undefined) return undefined;
      let length = 0;
      let room = Buffer.alloc(65_536);
      const keep = (bytes: Buffer) => {
        while (room.length < length + bytes.length) room = Buffer.concat([room, Buffer.alloc(room.length)]);
        length += bytes.copy(room, length);
        // What is left of an attempt that was given up must not take the place of the next one.
        if (lastStores.get(path) === plain) files.set(path, room.subarray(0, length));
      };
      let isDue = fault?.afterBytes !== undefined;
      try {
        for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
          const before = isDue ? (fault?.afterBytes ?? 0) - length : piece.length;
          keep(piece.subarray(0, before));
          if (before > piece.length) continue;
          if (isDue && (await fails(fault, socket))) return false;
          isDue = false;
          keep(piece.subarray(before));
        }
      } catch {
        say('426 The connection was cut.');
        return false;
      }
      if (isDue && (await fails(fault, socket))) return true;
      if (plain.destroyed) return length > 0;
      stored.push(path);
      say('226 Done.');
      return true;
    }

    function entries(of: string): string[] {
      const inFolder = (path: string) => path !== '/' && dirname(path) === of;
      const line = (mode: string, size: number, path: string) =>
        `${mode} 1 ftp ftp ${size} Jan 01 00:00 ${basename(path)}`;
      return [
        ...[...known].filter(inFolder).map((path) => line('drwxr-xr-x', 0, path)),
        ...[...files].filter(([path]) => inFolder(path)).map(([path, { length }]) => line('-rw-r--r--', length, path)),
      ];
    }

    async function obey(line: string): Promise<void> {
      if (line !== 'QUIT') commands.push(line);
      const [, verb = '', argument = ''] = /^(\S*) ?(.*)$/.exec(line) ?? [];
      if (verb !== 'STOR' && (await fails(faultAt(verb)))) return;
      const path = resolve(folder, argument);
      const file = files.get(path);
      switch (verb) {
        case 'AUTH': {
          if (context === undefined || argument !== 'TLS') return say('502 Not offered.');
          say('234 Begin.');
          plain.off('data', listened);
          control = secured(plain).on('data', listened);
          control.on('error', () => plain.destroy());
          return;
        }
        case 'USER':
          user = argument;
          return say('331 And the password?');
        case 'PASS':
          isSignedIn = user === server.username && argument === server.password;
          return say(isSignedIn ? '230 Welcome.' : '530 Login incorrect.');
        case 'FEAT':
          return say(`211-Features:\r\n${context === undefined ? '' : ' AUTH TLS\r\n AUTH SSL\r\n'} SIZE\r\n211 End`);
        case 'QUIT':
          say('221 Goodbye.');
          return void control.end();
        case 'NOOP':
        case 'TYPE':
        case 'PBSZ':
          return say('200 Yes.');
        case 'PROT':
          isPrivate = argument === 'P';
          return say('200 Yes.');
      }
      if (!isSignedIn) return say('530 Sign in first.');
      switch (verb) {
        case 'EPSV':
          return expectData((port) => `229 Entering Extended Passive Mode (|||${port}|)`);
        case 'PASV':
          return expectData((port) => `227 Entering Passive Mode (127,0,0,1,${port >> 8},${port & 255})`);
        case 'PWD':
          return say(`257 "${folder}"`);
        case 'CWD':
          if (!known.has(path)) return say('550 No such folder.');
          folder = path;
          return say('250 Yes.');
        case 'MKD':
          known.add(path);
          return say(`257 "${path}"`);
        case 'STOR':
          return store(path);
        case 'SIZE':
          return say(file === undefined ? '550 No such file.' : `213 ${file.length}`);
        case 'LIST':
          return list(entries(path));
        case 'NLST':
          return list(entries(path).map((entry) => entry.split(' ').slice(8).join(' ')));
        case 'DELE':
          return say(files.delete(path) ? '250 Gone.' : '550 No such file.');
        case 'RNFR':
          renamed = path;
          return say(file === undefined ? '550 No such file.' : '350 To what?');
        case 'RNTO':
          files.set(path, files.get(renamed) ?? Buffer.alloc(0));
          files.delete(renamed);
          return say('250 Yes.');
        default:
          return say('502 Not offered.');
      }
    }
  }

  async function stop(): Promise<void> {
    const closed = [...listeners].map((listener) => once(listener, 'close'));
    for (const listener of listeners) listener.close();
    listeners.clear();
    for (const socket of sockets) socket.destroy();
    await Promise.all(closed);
  }

  // It listens there again after a restart.
  const port = await freePort();
  await listen(port, serve);
  const files = new Map<string, Buffer>();
  const stored: string[] = [];
  const transfers: FtpServer['transfers'] = [];
  const commands: string[] = [];
  const server: FtpServer = {
    host,
    port,
    username: 'NJ94',
    password: 'correct horse',
    files,
    stored,
    transfers,
    commands,
    connections: () => counts.connections,
    overlaps: () => counts.overlaps,
    open: () => sockets.size,
    stores: () => counts.stores,
    resumed: () => counts.resumed,
    fail: (fault, times = Infinity) => void faults.push({ fault, left: times }),
    heal: () => void (faults = []),
    async restart() {
      await stop();
      await listen(port, serve);
    },
    stop,
    close: stop,
  };
  atEndOfTest(stop);
  return server;
}
