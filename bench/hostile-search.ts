import { Agent } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../test/support/postgres-server.ts';
import { callerOf, publishableKey } from './calls.ts';
import { makeDatabase, makeKey, openFile } from './database.ts';
import { type Attack, p99Of, startVictim } from './hostile-victim.ts';
import { BenchError } from './machine.ts';
import { petstoreEnv, type Server, startPetstore } from './processes.ts';
import { exchange, repeat } from './requests.ts';
import { percentile } from './rounds.ts';

/** Not the victim's address. */
const attacker = '127.0.0.2';
const animals = 200_000;
const many = 1_000_000;
const segment = 8_192;
const attackSeconds = 10;
const target = { besideRatio: 3, searchMs: 20 };

/** Searches that read much, from one address with a publishable key; and what ordinary searches take. */
export async function search(folder: string): Promise<Attack[]> {
  return [await attacked(folder), await ordinaryOnSqlite(folder), await ordinaryOnPostgres(folder)];
}

const connections = 40;
/** Has every part of the texts below, and none of the texts: the index of names must call each name possible. */
const name = `${'a'.repeat(240)}bbaab`;
const textOf = (connection: number, n: number): string => `${'a'.repeat(100 + ((connection * 31 + n) % 130))}bbaabb`;

async function attacked(folder: string): Promise<Attack> {
  process.stderr.write('searches for what is nowhere …\n');
  const { dataDir, key } = makeDatabase(folder, animals);
  const file = openFile(dataDir);
  file.exec(`update pets set name = '${name}', name_folded = '${name.toUpperCase()}', organization_id = 1`);
  file.exec('update organizations set listed_at = 1');
  file.close();
  await using server = await startPetstore(dataDir);
  await awaitIndex(dataDir, animals);
  const calm = startVictim(server, key);
  await setTimeout(attackSeconds * 1_000);
  const without = await calm.stop();

  const publishable = await publishableKey(callerOf(server, key));
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: attacker });
  const victim = startVictim(server, key);
  const answers = await repeat(connections, attackSeconds, async (connection, n) => {
    const status = await statusOf(server, publishable, textOf(connection, n), agent);
    if (status === 429) await setTimeout(100);
    return status;
  });
  const beside = await victim.stop();
  agent.destroy();
  return {
    attack: `${connections} connections search ${animals.toLocaleString('en')} names for what none has`,
    without,
    beside,
    figure: [...answers].map(([status, count]) => `${count} × ${status}`).join(', '),
    ok: p99Of(beside) <= target.besideRatio * p99Of(without),
  };
}

async function ordinaryOnSqlite(folder: string): Promise<Attack> {
  process.stderr.write(`${many.toLocaleString('en')} animals on SQLite …\n`);
  const { dataDir, key } = makeDatabase(folder, many);
  await using server = await startPetstore(dataDir);
  await awaitIndex(dataDir, many);
  return await ordinary('SQLite', server, key);
}

async function ordinaryOnPostgres(folder: string): Promise<Attack> {
  process.stderr.write(`${many.toLocaleString('en')} animals on PostgreSQL …\n`);
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ shared_buffers: '256MB' });
  opened.defer(() => postgres.close());
  await postgres.run('create database search');
  const settings = { DATABASE_URL: postgres.url('search') };
  const key = makeKey({ ...petstoreEnv(folder), ...settings });
  await postgres.run(
    `insert into pets (account_id, name, name_folded, category_id, status, version, created_at, updated_at)
     select 1, 'Rex ' || i, 'REX ' || i, 1, 'available', 1, 0, 0 from generate_series(1, ${many}) as n(i)`,
    'search',
  );
  await using server = await startPetstore(folder, { settings });
  for (let i = 0; (await timeOf(server, key, 'Rex 1234 ')) > 250; i += 1) {
    if (i > 300) throw new BenchError('The names were not indexed.');
    await setTimeout(1_000);
  }
  return await ordinary('PostgreSQL', server, key);
}

async function ordinary(engine: string, server: Server, key: string): Promise<Attack> {
  const times: number[] = [];
  for (let i = 0; i < 100; i += 1) times.push(await timeOf(server, key, `ex ${(i * 7_919 + 12_345) % many}`));
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.985)];
  return {
    attack: `q among ${many.toLocaleString('en')} animals, ${engine}`,
    without: '',
    beside: '',
    figure: `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ok: p50 <= target.searchMs,
  };
}

async function timeOf(server: Server, key: string, q: string): Promise<number> {
  const since = performance.now();
  const status = await statusOf(server, key, q);
  if (status !== 200) throw new BenchError(`A search was answered ${status}.`);
  return performance.now() - since;
}

async function statusOf({ origin }: Server, key: string, q: string, agent?: Agent): Promise<number> {
  const options = { headers: { authorization: `Bearer ${key}` }, ...(agent === undefined ? {} : { agent }) };
  const { statusCode = 0 } = await exchange(`${origin}/v1/pets?q=${encodeURIComponent(q)}`, options);
  return statusCode;
}

/** The service indexes names in the background. */
async function awaitIndex(dataDir: string, count: number): Promise<void> {
  const file = openFile(dataDir);
  const indexed = file.prepare<[], number>('select count(*) from pet_name_segments').pluck();
  for (let i = 0; (indexed.get() ?? 0) < Math.floor((count + 1) / segment); i += 1) {
    if (i > 300) throw new BenchError('The names were not indexed.');
    await setTimeout(1_000);
  }
  file.close();
}
