import { randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { senderOf } from './calls.ts';
import { makeDatabase, makeKey } from './database.ts';
import { type Attack, startVictim } from './hostile-victim.ts';
import { BenchError } from './machine.ts';
import { petstoreEnv, residentMb, type Server, startPetstore } from './processes.ts';
import { load } from './wrk.ts';

/** Not the victim's address. */
const attacker = '127.0.0.2';
const orders = 100;
const list = '/v1/store/orders?limit=100';
const warmSeconds = 5;
const goneAfterMs = 30_000;
const maxMb = 100;

/** Connections that ask for lists of long texts and never read. */
export async function readers(folder: string): Promise<Attack[]> {
  return [
    await attackWith(folder, { name: '1,000 connections that never read', connections: 1_000, requests: 1 }),
    await attackWith(folder, { name: '300 that pipeline 20 requests', connections: 300, requests: 20 }),
  ];
}

async function attackWith(
  folder: string,
  { name, connections, requests }: { readonly name: string; readonly connections: number; readonly requests: number },
): Promise<Attack> {
  process.stderr.write(`${name} …\n`);
  const { dataDir, key } = makeDatabase(folder, 1_000);
  const greedy = makeKey(petstoreEnv(dataDir));
  await using server = await startPetstore(dataDir);
  await addOrders(server, greedy);

  // Under any load the heap grows to its working size: that is not what the attack adds. Clients that read ask for the same lists first.
  await load(folder, { method: 'GET', url: `${server.origin}/v1/pets`, key }, warmSeconds);
  await load(folder, { method: 'GET', url: server.origin + list, key: greedy }, warmSeconds);
  const calm = startVictim(server, key);
  await setTimeout(5_000);
  const without = await calm.stop();

  const before = { mb: residentMb(server.pid), heapMb: await heapMb(server), sockets: socketsOf(server.pid) };
  let mostMb = 0;
  let mostHeapMb = 0;
  const sampling = setInterval(() => (mostMb = Math.max(mostMb, residentMb(server.pid))), 100);
  const victim = startVictim(server, key);
  const opened = Array.from({ length: connections }, () => neverReads(server, greedy, requests));
  const startMs = performance.now();
  let left = connections;
  while (left > 0 && performance.now() - startMs < goneAfterMs) {
    await setTimeout(500);
    mostHeapMb = Math.max(mostHeapMb, await heapMb(server));
    left = socketsOf(server.pid) - before.sockets - victimConnections;
  }
  const seconds = (performance.now() - startMs) / 1_000;
  clearInterval(sampling);
  const beside = await victim.stop();
  for (const socket of opened) socket.destroy();
  const mb = mostMb - before.mb;
  const heap = mostHeapMb - before.heapMb;
  const gone = left > 0 ? `${left} left after ${seconds.toFixed(0)} s` : `gone after ${seconds.toFixed(0)} s`;
  return {
    attack: name,
    without,
    beside,
    figure: `+${mb.toFixed(0)} MB (heap +${heap.toFixed(0)}), ${gone}`,
    ok: mb < maxMb && left <= 0,
  };
}

/** The victim has a few connections open: they do not count as the attacker's. */
const victimConnections = 8;

/** A page of these orders was 4 MB. */
async function addOrders(server: Server, key: string): Promise<void> {
  const send = senderOf(server, key);
  const post = async (path: string, body: object) => {
    const more = { headers: { 'idempotency-key': randomUUID() } };
    let answer = await send('POST', path, body, more);
    // The disk of a busy machine.
    while (answer.status === 503) answer = await send('POST', path, body, more);
    if (!answer.ok) throw new BenchError(`POST ${path} answered ${answer.status}.`);
    return (await answer.json()) as { id: number };
  };
  for (let i = 0; i < orders; i += 1) {
    const pet = await post('/v1/pets', { name: 'Rex', categoryId: 1 });
    await post('/v1/store/orders', { petId: pet.id, note: '🐕'.repeat(10_000) });
  }
}

function neverReads({ origin }: Server, key: string, requests: number): Socket {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), localAddress: attacker });
  socket.on('error', () => {}).pause();
  const request = `GET ${list} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  socket.write(request.repeat(requests));
  return socket;
}

/** The size of the heap, in megabytes: the rest of the memory is buffers, code and the stack. */
async function heapMb({ origin }: Server): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^nodejs_heap_size_total_bytes\{.*\} (.+)$/m.exec(text)?.[1]) / 1e6;
}

function socketsOf(pid: number): number {
  const folder = join('/proc', String(pid), 'fd');
  return readdirSync(folder).filter((name) => isSocket(join(folder, name))).length;
}

/** A descriptor may be closed meanwhile. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith('socket:');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
