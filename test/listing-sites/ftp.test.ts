import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { FtpFailure, type FtpLogin, openFtp, type SentFile } from '../../src/listing-sites/ftp.ts';
import { machineResolver, openNetwork, type Resolve } from '../../src/network/network.ts';
import { atEndOfTest } from '../support/at-end.ts';
import { eventually } from '../support/eventually.ts';
import { startFtpDaemon } from '../support/ftp-daemon.ts';
import { type Fault, type FtpServer, startFtpServer } from '../support/ftp-server.ts';
import { certificateFor } from '../support/tls.ts';

const folders = ['/import'];
const path = 'import/NJ94.csv';
/** Every byte, several pieces and a rest. */
const bytes = Buffer.from(Array.from({ length: 50_000 }, (_, index) => index % 256));
const forever = () => new Promise<never>(() => {});

type Server = Pick<FtpServer, 'host' | 'port' | 'username' | 'password'>;

const loginTo = ({ host, port, username, password }: Server, security: FtpLogin['security'] = 'none'): FtpLogin => ({
  host,
  port,
  username,
  password,
  security,
});

/** @returns lets all sockets of the client stand still for as long as it waits for progress */
function clientIdles(): () => void {
  const armed = vi.spyOn(Socket.prototype, 'setTimeout');
  atEndOfTest(() => armed.mockRestore());
  return () => {
    for (const socket of new Set(armed.mock.contexts as Socket[]))
      if (socket.timeout === 60_000) socket.emit('timeout');
  };
}

function open({ resolve = machineResolver, allowPrivate = true, timeoutMs = 60_000 } = {}) {
  const ftp = openFtp({ network: openNetwork({ allowPrivate, resolve }), timeoutMs });
  const notes: string[] = [];
  const stop = new AbortController();
  return {
    notes,
    stop,
    look: (login: FtpLogin, at = path) => ftp.look(login, at, stop.signal),
    send: (login: FtpLogin, files: readonly SentFile[] = [{ path, bytes }], before = async () => {}) =>
      ftp.send(login, files, { before, note: (line) => void notes.push(line) }, stop.signal),
  };
}

describe.each([
  ['the server of the tests', () => startFtpServer({ folders })],
  ['vsftpd', () => startFtpDaemon()],
])('%s', (_, start) => {
  test('takes files in their order, and again, and shows their folder', async () => {
    const server = await start();
    const { look, send, notes } = open();
    const login = loginTo(server);
    expect(await look(login)).toEqual({ names: [], offersTls: false });

    await send(login, [
      { path: 'pets.csv', bytes },
      { path: 'import.cfg', bytes: Buffer.alloc(0) },
      { path, bytes: Buffer.alloc(1_000_000, 'x') },
    ]);
    await send(login);

    const held = 'files' in server ? server.files.get(`/${path}`) : await readFile(join(server.folder, path));
    expect(held).toEqual(bytes);
    expect(await look(login)).toEqual({ names: ['NJ94.csv'], offersTls: false });
    expect((await look(login, 'pets.csv')).names.toSorted()).toEqual(['import', 'import.cfg', 'pets.csv']);
    expect(notes).toEqual([
      'Signed in at 127.0.0.1.',
      'Sent pets.csv: 50000 bytes, complete on the server.',
      'Sent import.cfg: 0 bytes, complete on the server.',
      'Sent import/NJ94.csv: 1000000 bytes, complete on the server.',
      'Signed in at 127.0.0.1.',
      'Sent import/NJ94.csv: 50000 bytes, complete on the server.',
    ]);
  });

  test('says why it does not do what it is asked', async () => {
    const { look, send } = open();
    const server = await start();
    await expect(look({ ...loginTo(server), password: 'wrong' })).rejects.toMatchObject({
      kind: 'sign_in',
      message: expect.stringMatching(/^The sign-in failed: the server answered "530 [^"]+"\.$/),
    });
    await expect(look(loginTo(server), 'other/pets.csv')).rejects.toMatchObject({
      kind: 'other',
      message: expect.stringMatching(/^The list of the folder other failed: the server answered "550 [^"]+"\.$/),
    });
    await expect(send(loginTo(server), [{ path: 'other/pets.csv', bytes }])).rejects.toThrow(
      /^The upload of other\/pets.csv failed: the server answered "55\d [^"]+"\.$/,
    );
  });
});

describe('a transfer that is cut', () => {
  const cuts: readonly (readonly [string, Omit<Fault, 'at'>])[] = [
    ['with all connections', { drops: 'both' }],
    ['and called complete', { drops: 'data', reply: '226 Done.' }],
    ['and refused', { reply: '552 The quota is exceeded.' }],
    ['by an end of the service', { reply: '421 Closing.' }],
  ];
  const points = [0, 1, 16_384, bytes.length - 1];

  test.each(cuts)('%s, at whichever byte, is repeated until it is whole', async (_, cut) => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    for (const afterBytes of points) {
      server.fail({ at: 'STOR', afterBytes, ...cut }, 2);
      await send(loginTo(server));
      expect(server.files.get(`/${path}`)).toEqual(bytes);
    }
    expect(server.stores()).toBe(3 * points.length);
  });

  test.each(cuts)('%s, fails after three attempts, and what follows is not sent', async (_, cut) => {
    const server = await startFtpServer({ folders });
    const { send, notes } = open();
    server.fail({ at: 'STOR', afterBytes: 1_000, ...cut });
    await expect(
      send(loginTo(server), [
        { path, bytes },
        { path: 'pets.csv', bytes },
      ]),
    ).rejects.toThrow(
      /^The (upload of import\/NJ94\.csv failed: .+|server holds 1000 bytes of import\/NJ94\.csv instead of 50000)\.$/,
    );
    expect(server.stores()).toBe(3);
    expect(server.connections()).toBe(3);
    expect(server.files.has('/pets.csv')).toBe(false);
    expect(notes.filter((note) => note.endsWith(' Trying again.'))).toHaveLength(2);
  });

  test('goes on with the file that is missing, also if the server is away for a moment', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    let isFirst = true;
    await send(
      loginTo(server),
      ['1.csv', '2.csv', '3.csv'].map((name) => ({ path: name, bytes })),
      async () => {
        if (server.stored.length !== 1 || !isFirst) return;
        isFirst = false;
        server.fail({ at: 'STOR', afterBytes: 7, drops: 'both' }, 1);
        server.fail({ at: 'greeting', reply: '421 Too many users.' }, 1);
      },
    );
    expect(server.stored).toEqual(['/1.csv', '/2.csv', '/3.csv']);
    expect(server.stores()).toBe(4);
  });

  test('is not repeated by a run that lost its claim', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    server.fail({ at: 'STOR', afterBytes: 7, drops: 'both' });
    const claims = [true, false];
    const lost = new Error('lost');
    const before = async () => {
      if (claims.shift() !== true) throw lost;
    };
    await expect(send(loginTo(server), undefined, before)).rejects.toBe(lost);
    expect(server.stores()).toBe(1);
  });

  test('is not begun, and nobody signs in again, if the site was paused during the one before', async () => {
    const server = await startFtpServer({ folders });
    const { send, notes } = open();
    const paused = new FtpFailure('The site was paused.');
    const files = ['/1.csv', '/2.csv'].map((each) => ({ path: each, bytes }));
    const before = async () => {
      if (server.stores() > 0) throw paused;
    };
    await expect(send(loginTo(server), files, before)).rejects.toBe(paused);
    expect([server.stores(), server.connections()]).toEqual([1, 1]);
    expect(notes.join(' ')).not.toContain('Trying again');
  });
});

describe('the length on the server', () => {
  test('comes from its list if it does not know SIZE', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    server.fail({ at: 'SIZE', reply: '502 Not offered.' });
    await send(loginTo(server), [
      { path, bytes },
      { path: 'pets.csv', bytes },
    ]);
    expect(server.stored).toEqual([`/${path}`, '/pets.csv']);
    expect(server.commands.filter((command) => command.startsWith('LIST'))).toEqual(['LIST import', 'LIST']);

    server.fail({ at: 'STOR', afterBytes: 10, drops: 'data', reply: '226 Done.' }, 1);
    await send(loginTo(server));
    expect(server.files.get(`/${path}`)).toEqual(bytes);
  });

  test.each(['213 49999', '213', '213 many', '550 No such file.'])(
    'that is answered as %j is not believed',
    async (reply) => {
      const server = await startFtpServer({ folders });
      const { send } = open();
      server.fail({ at: 'SIZE', reply }, 1);
      server.fail({ at: 'LIST', reply: '550 No such folder.' }, 1);
      await send(loginTo(server));
      expect(server.stores()).toBe(2);

      server.fail({ at: 'SIZE', reply: '213 3' });
      await expect(send(loginTo(server))).rejects.toThrow(
        'The server holds 3 bytes of import/NJ94.csv instead of 50000.',
      );
      expect(server.stores()).toBe(5);
    },
  );
});

describe('a server', () => {
  test('that refuses at its greeting, or the sign-in, is left alone', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    server.fail({ at: 'greeting', reply: '421 Too many users.' }, 1);
    await expect(send(loginTo(server))).rejects.toMatchObject({
      kind: 'other',
      message: 'The connection failed: the server answered "421 Too many users.".',
    });
    for (const [at, reply, kind] of [
      ['PASS', '530 Login incorrect.', 'sign_in'],
      ['USER', '530 Permission denied.', 'sign_in'],
      ['PASS', '421 Too many users.', 'other'],
      ['PASS', '332 And the account?', 'other'],
    ] as const) {
      server.fail({ at, reply }, 1);
      await expect(send(loginTo(server))).rejects.toMatchObject({ kind });
    }
    expect({ connections: server.connections(), stores: server.stores() }).toEqual({ connections: 5, stores: 0 });
  });

  test('that answers late is waited for', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    const greeting = Promise.withResolvers<void>();
    server.fail({ at: 'greeting', waits: () => greeting.promise }, 1);
    const sent = send(loginTo(server));
    await eventually(() => server.connections() === 1);
    greeting.resolve();
    await sent;
    expect(server.stored).toEqual([`/${path}`]);
  });

  const silent = 'the server made no progress within 60 seconds';
  test.each([
    ['greeting', `The connection failed: ${silent}.`],
    ['PASS', `The sign-in failed: ${silent}.`],
    ['TYPE', `The preparation failed: ${silent}.`],
    ['EPSV', `The upload of import/NJ94.csv failed: ${silent}.`],
    ['STOR', `The upload of import/NJ94.csv failed: ${silent}.`],
    ['SIZE', `The check of import/NJ94.csv failed: ${silent}.`],
  ])('that falls silent at %s is given up', async (at, message) => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    const standStill = clientIdles();
    server.fail({ at, waits: () => (standStill(), forever()) });
    await expect(send(loginTo(server))).rejects.toThrow(message);
  });

  test.each([
    ['takes no more bytes', { afterBytes: 1_000, waits: forever }],
    ['closes the connection for data without a word', { afterBytes: 1_000, drops: 'data' }],
  ] as const)('that %s is given up, and tried again', async (_, fault) => {
    const server = await startFtpServer({ folders });
    // The library watches the transfer with a timer of its own. On a busy machine, the second attempt may pause.
    const { send } = open({ timeoutMs: 10_000 });
    server.fail({ at: 'STOR', ...fault }, 1);
    const file = { path, bytes: Buffer.alloc(20_000_000) };
    await send(loginTo(server), [file]);
    expect(server.files.get(`/${path}`)?.length).toBe(file.bytes.length);
    expect(server.stores()).toBe(2);
  });

  test.each([
    ['bytes at its greeting', 'greeting', '\0\xff'.repeat(2_000)],
    ['an endless reply', 'greeting', '220-Welcome\r\n'.repeat(200)],
    ['questions for the password', 'USER', '331 And the password?\r\n'.repeat(200)],
    ['replies to a transfer', 'STOR', '150 Go on\r\n'.repeat(200)],
  ])('that floods the client with %s is given up', async (_, at, floods) => {
    const server = await startFtpServer({ folders });
    const { send } = open({ timeoutMs: 30 });
    server.fail({ at, floods });
    const before = process.memoryUsage().rss;
    await expect(send(loginTo(server))).rejects.toThrow(
      /^The .+ failed: the server (made no progress within|answered too much|answered "331 )/,
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
    await server.stop();
  });

  test('that echoes the password cannot show it to anybody', async () => {
    const server = await startFtpServer({ folders });
    const { look, send, notes } = open();
    const login = { ...loginTo(server), password: 'p(a).s+s $1' };
    const seen: unknown[] = [];
    for (const at of ['PASS', 'TYPE', 'STOR']) {
      server.password = login.password;
      server.fail({
        at,
        reply: `500-Line\r\n500 ${at} p(a).s+s $1 and P(A).S+S $1 \x1b[31m\u202e${'long '.repeat(500)}`,
      });
      seen.push(await send(login).catch((error: unknown) => (error as Error).message));
      server.heal();
    }
    server.files.set('/import/p(a).s+s $1.csv', bytes);
    seen.push(...(await look(login)).names, ...notes);
    expect(seen).toHaveLength(3 + 1 + 5);
    for (const text of seen) {
      expect(text).not.toMatch(/p\(a\)/i);
      expect(text).toMatch(/^[^\p{C}\n]{1,550}$/u);
    }
    expect(seen[0]).toMatch(
      /^The sign-in failed: the server answered "500-Line 500 PASS \*\*\* and \*\*\* \[31m long /,
    );
  });
});

describe('an abort', () => {
  test.each(['greeting', 'PASS', 'EPSV', 'STOR'])('closes everything at once at %s', async (at) => {
    const server = await startFtpServer({ folders });
    const { send, stop } = open();
    const reached = Promise.withResolvers<void>();
    server.fail({ at, afterBytes: 1_000, waits: () => (reached.resolve(), forever()) });
    const sent = send(loginTo(server), [{ path, bytes: Buffer.alloc(20_000_000) }]);
    await reached.promise;
    const reason = new Error('stopped');
    stop.abort(reason);
    await expect(sent).rejects.toBe(reason);
    await eventually(() => server.open() === 0);
    await expect(send(loginTo(server))).rejects.toBe(reason);
    expect(server.connections()).toBe(1);
  });
});

describe('the address', () => {
  test('must be public', async () => {
    const server = await startFtpServer();
    const closed = open({ allowPrivate: false, resolve: () => Promise.resolve(['127.0.0.1']) });
    for (const host of ['127.0.0.1', 'ftp.example', '0x7f.1', '::1', '::ffff:127.0.0.1'])
      await expect(closed.look({ ...loginTo(server), host })).rejects.toThrow(
        'The host has no address on the public internet.',
      );
    for (const host of ['', ' ', 'a b', 'ftp://ftp.example', 'a@ftp.example', 'ftp.example/import', 'ftp.example:21'])
      await expect(closed.look({ ...loginTo(server), host })).rejects.toThrow(
        'The host is neither a name nor an address.',
      );
    await expect(
      open({ resolve: () => Promise.reject(new Error('ENOTFOUND')) }).look({ ...loginTo(server), host: 'ftp.example' }),
    ).rejects.toThrow("The host's name could not be resolved.");
    expect(server.connections()).toBe(0);
  });

  test('that was checked is the one that is used', async () => {
    const server = await startFtpServer({ folders });
    const answers = ['127.0.0.1', '127.0.0.2'];
    let asked = 0;
    const resolve: Resolve = () => Promise.resolve([answers[asked++] ?? '']);
    await open({ resolve }).send({ ...loginTo(server), host: 'ftp.example' });
    expect(asked).toBe(1);
    expect(server.stored).toEqual([`/${path}`]);
  });

  test('for data is the same host, in both passive modes', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open();
    server.fail({ at: 'EPSV', reply: '502 Not offered.' });
    await send(loginTo(server));
    expect(server.commands).toContain('PASV');

    server.fail({ at: 'PASV', reply: '227 Entering Passive Mode (192,0,2,1,4,1)' });
    await expect(send(loginTo(server))).rejects.toThrow(
      'The upload of import/NJ94.csv failed: the server offers no usable connection for data in passive mode, and active mode is not supported.',
    );
  });
});

describe('TLS', () => {
  /** What came of each login, in a process that trusts the certificate. */
  async function inProcess(trusted: string, logins: readonly FtpLogin[]): Promise<string[]> {
    const folder = await mkdtemp(join(tmpdir(), 'petstore-ftp-'));
    atEndOfTest(() => rm(folder, { recursive: true }));
    const file = join(folder, 'trusted.crt');
    await writeFile(file, trusted);
    const script = fileURLToPath(new URL('send-in-process.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(logins)], {
      env: { NODE_EXTRA_CA_CERTS: file },
    });
    return JSON.parse(stdout);
  }

  test('encrypts commands and data, for a certificate that the process trusts and that has the name', async () => {
    const certificate = certificateFor('DNS:localhost,IP:127.0.0.1');
    const other = certificateFor('DNS:ftp.example');
    const server = await startFtpServer({ folders, certificate });
    const misnamed = await startFtpServer({ folders, certificate: other });
    const daemon = await startFtpDaemon(certificate);
    const [bySize, byName, byAddress, asOther, plain] = await inProcess(certificate.cert + other.cert, [
      { ...loginTo(daemon, 'tls'), host: 'localhost' },
      { ...loginTo(server, 'tls'), host: 'localhost' },
      loginTo(server, 'tls'),
      { ...loginTo(misnamed, 'tls'), host: 'localhost' },
      loginTo(server, 'none'),
    ]);
    expect([bySize, byName, byAddress, plain]).toEqual(Array(4).fill('NJ94.csv true'));
    expect(asOther).toBe('FtpFailure: The encryption with TLS failed: ERR_TLS_CERT_ALTNAME_INVALID.');
    expect(misnamed.commands).toEqual(['AUTH TLS']);
    expect(server.commands).toContain('PROT P');
    // Each of the connections for data resumes the session: many servers demand it.
    expect(server.resumed()).toBe(4);
    expect(await readFile(join(daemon.folder, path), 'utf8')).toBe('ID');
    await expect(open().look(loginTo(daemon))).rejects.toThrow(/^The sign-in failed: .+ must use encryption/);
  });

  test('is not given up', async () => {
    const plain = await startFtpServer({ folders });
    const untrusted = await startFtpServer({ folders, certificate: certificateFor('IP:127.0.0.1') });
    const { send } = open();
    await expect(send(loginTo(plain, 'tls'))).rejects.toMatchObject({
      kind: 'other',
      message: 'The encryption with TLS failed: the server answered "502 Not offered.".',
    });
    await expect(send(loginTo(untrusted, 'tls'))).rejects.toThrow(
      'The encryption with TLS failed: DEPTH_ZERO_SELF_SIGNED_CERT.',
    );
    plain.fail({ at: 'AUTH', reply: '530 Sign in first.' });
    await expect(send(loginTo(plain, 'tls'))).rejects.toMatchObject({ kind: 'other' });
    expect([...plain.commands, ...untrusted.commands]).toEqual(['AUTH TLS', 'AUTH TLS', 'AUTH TLS']);
  });

  test('that does not begin is given up', async () => {
    const server = await startFtpServer({ folders });
    const { send } = open({ timeoutMs: 5_000 });
    server.fail({ at: 'AUTH', reply: '234 Begin.' });
    await expect(send(loginTo(server, 'tls'))).rejects.toThrow(
      'The encryption with TLS failed: the server made no progress',
    );
    expect(server.commands).toEqual(['AUTH TLS']);
  });
});
