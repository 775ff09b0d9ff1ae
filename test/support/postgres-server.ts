import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';

/** A private PostgreSQL server in a folder of its own. */
export interface PostgresServer {
  /** The URL of a database of this name. */
  url(database: string): string;
  /** Runs SQL in a database, by default in `postgres`. */
  run(sql: string, database?: string): Promise<unknown[]>;
  /** Kills it, as a power failure would; the data stays. */
  kill(): Promise<void>;
  /** Stops it as its operator would (fast shutdown): running statements are cancelled, the data is consistent. */
  stop(): Promise<void>;
  /** Starts it again on its data. As a standby it follows no server and is read-only until it is promoted. */
  start(options?: { readonly standby: boolean }): Promise<void>;
  /** Suspends all of its processes. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  /** Starts a standby of it on a copy of its data. From then on a commit waits until the standby has it on its disk. */
  replicate(): Promise<PostgresServer>;
  /** Ends it without a checkpoint and removes its data. */
  close(): Promise<void>;
}

const startMs = 120_000;

/**
 * @param settings of `postgresql.conf`, beside those that make it small and private
 * @param parent the folder in which it makes its own
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  parent = tmpdir(),
): Promise<PostgresServer> {
  const initdb = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  return startOn(settings, parent, 'initdb', initdb);
}

/** @param program makes the data, in the folder after `-D` */
async function startOn(
  settings: Readonly<Record<string, string>>,
  parent: string,
  program: 'initdb' | 'pg_basebackup',
  args: readonly string[],
): Promise<PostgresServer> {
  const folder = await mkdtemp(join(parent, 'petstore-postgres-'));
  const data = join(folder, 'data');
  const owner = ownerOf();
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const bin = await binaries();
  await promisify(execFile)(join(bin, program), ['-D', data, ...args], owner);

  const { port = '5432' } = settings;
  const url = (database: string) =>
    `postgres://postgres@localhost:${port}/${database}?host=${encodeURIComponent(folder)}`;
  const run = async (sql: string, database = 'postgres'): Promise<unknown[]> => {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      return (await client.query(sql)).rows;
    } finally {
      await client.end();
    }
  };

  let server: ChildProcess;
  const start = async ({ standby } = { standby: false }): Promise<void> => {
    if (standby) await writeFile(join(data, 'standby.signal'), '');
    const options = Object.entries({
      listen_addresses: '',
      unix_socket_directories: folder,
      max_connections: '200',
      shared_buffers: '64MB',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    // The shell stops the server when this process ends, even if it was killed: the shell's standard input ends then.
    const guard = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; kill -CONT $server; wait $server';
    server = spawn('sh', ['-c', guard, 'sh', join(bin, 'postgres'), '-D', data, ...options], {
      // Ctrl-C in the terminal must not reach the server.
      detached: true,
      stdio: ['pipe', 'ignore', 'pipe'],
      ...owner,
    });
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text) => (said = `${said}${text}`.slice(-4_000)));
    const deadline = performance.now() + startMs;
    while (
      !(await run('select 1').then(
        () => true,
        () => false,
      ))
    ) {
      if (performance.now() > deadline) throw new Error(`PostgreSQL does not start: ${said}`);
      await setTimeout(20);
    }
  };
  const signal = async (name: NodeJS.Signals): Promise<void> => {
    for (const pid of await processesOf(data)) sendSignal(pid, name);
  };
  const end = async (): Promise<void> => {
    const ended = once(server, 'exit');
    await signal('SIGKILL');
    server.stdin?.end();
    await ended;
  };
  const stop = async (): Promise<void> => {
    const ended = once(server, 'exit');
    await promisify(execFile)(join(bin, 'pg_ctl'), ['stop', '-D', data, '-m', 'fast', '-w'], owner);
    server.stdin?.end();
    await ended;
  };
  await start();
  return {
    url,
    run,
    kill: end,
    stop,
    start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async replicate() {
      const from = `host=${folder} user=postgres application_name=standby`;
      const args = ['--write-recovery-conf', '--checkpoint=fast', '--dbname', from];
      const standby = await startOn({ ...settings, listen_addresses: '' }, parent, 'pg_basebackup', args);
      await run(`alter system set synchronous_standby_names = 'standby'`);
      await run('select pg_reload_conf()');
      const question = `select from pg_stat_replication where sync_state = 'sync'`;
      const deadline = performance.now() + startMs;
      while ((await run(question)).length === 0) {
        if (performance.now() > deadline) throw new Error('The standby does not follow.');
        await setTimeout(20);
      }
      return standby;
    },
    async close() {
      // A server that is killed leaves shared memory behind: this one shuts down at once, by the shell above.
      const ended = once(server, 'exit');
      await signal('SIGCONT');
      server.stdin?.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

/** A process that has already ended is ignored. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** PostgreSQL does not run as root. */
export function ownerOf(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The folder that `POSTGRES_BIN` names, or of the newest version that Debian installed; empty if the binaries are on the PATH. */
async function binaries(): Promise<string> {
  if (process.env['POSTGRES_BIN'] !== undefined) return process.env['POSTGRES_BIN'];
  const versions = await readdir('/usr/lib/postgresql').catch(() => []);
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? '' : `/usr/lib/postgresql/${newest}/bin`;
}

/** Its processes, the server first. It is suspended: otherwise it could start others meanwhile, which would keep its shared memory. */
async function processesOf(data: string): Promise<number[]> {
  const [first = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  sendSignal(Number(first), 'SIGSTOP');
  const others = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  // A process may have ended since.
  const stats = await Promise.all(others.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const children = others.filter((_, i) => /^\d+ \(.*\) \w (\d+) /s.exec(stats[i] ?? '')?.[1] === first);
  return [first, ...children].map(Number);
}
