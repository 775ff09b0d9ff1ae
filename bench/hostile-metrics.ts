import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { makeDatabase } from './database.ts';
import { type Attack, startVictim } from './hostile-victim.ts';
import { processorMs, type Server, startPetstore } from './processes.ts';
import { exchange, repeat } from './requests.ts';
import { load } from './wrk.ts';

/** Not the victim's address. */
const attacker = '127.0.0.2';
const connections = 40;
const manyConnections = 4_000;
/** The default of `CONNECTIONS_PER_ADDRESS`. */
const mostConnections = 1_000;
const seconds = 10;
/** What a response may cost, so that the victim, behind one of each connection, waits no more than 20 ms. */
const maxMsEach = 0.5;

/** What everybody may read without a key, read without pause, and connections that do nothing. */
export async function metrics(folder: string): Promise<Attack[]> {
  const { dataDir, key } = makeDatabase(folder, 1_000);
  await using server = await startPetstore(dataDir);
  await load(folder, { method: 'GET', url: `${server.origin}/v1/pets`, key }, 5);
  const waitOf = async (attack: () => Promise<string>): Promise<[beside: string, figure: string]> => {
    const victim = startVictim(server, key);
    const figure = await attack();
    return [await victim.stop(), figure];
  };
  const [without] = await waitOf(async () => String(await setTimeout(5_000)));

  const attacks: Attack[] = [];
  for (const path of ['/metrics', '/readyz', '/']) {
    process.stderr.write(`${path} …\n`);
    let msEach = Infinity;
    const [beside, figure] = await waitOf(async () => {
      const before = processorMs(server.pid);
      const statuses = await readWithoutPause(server, path);
      const all = [...statuses.values()].reduce((sum, count) => sum + count, 0);
      msEach = (processorMs(server.pid) - before) / all;
      return `${shown(statuses)}; ${msEach.toFixed(2)} ms CPU each`;
    });
    const attack = `${connections} connections that read ${path}`;
    attacks.push({ attack, without, beside, figure, ok: msEach <= maxMsEach });
  }
  process.stderr.write('connections …\n');
  let open = 0;
  const [beside, figure] = await waitOf(async () => {
    open = await openAndCount(server);
    return `${open} stay open`;
  });
  const attack = `${manyConnections.toLocaleString('en')} connections of one address`;
  attacks.push({ attack, without, beside, figure, ok: open <= mostConnections });
  return attacks;
}

async function readWithoutPause({ origin }: Server, path: string): Promise<ReadonlyMap<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: attacker });
  const statuses = await repeat(connections, seconds, async () => {
    const { statusCode = 0 } = await exchange(origin + path, { agent });
    return statusCode;
  });
  agent.destroy();
  return statuses;
}

const shown = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses].map(([status, count]) => `${status}: ${Math.round(count / seconds).toLocaleString('en')}/s`).join(', ');

async function openAndCount({ origin }: Server): Promise<number> {
  const { hostname, port } = new URL(origin);
  const sockets = Array.from({ length: manyConnections }, () =>
    connect({ host: hostname, port: Number(port), localAddress: attacker }).on('error', () => {}),
  );
  const countOpen = () => sockets.filter(({ readyState }: Socket) => readyState === 'open').length;
  // A busy machine takes a while to accept and to close them all.
  for (let i = 0; i < 20; i += 1) {
    await setTimeout(1_000);
    if (i >= 4 && countOpen() <= mostConnections) break;
  }
  const open = countOpen();
  for (const socket of sockets) socket.destroy();
  return open;
}
