import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { runWithNumbers } from './command.ts';
import { auditEvents, auditInbox, auditState, type Findings, untilTold } from './faults-audit.ts';
import { type Client, newTally, openClient, type Tally } from './faults-client.ts';
import { type Fact, itemOf } from './faults-facts.ts';
import { lanes, type Note, notesOf, startLoad } from './faults-load.ts';
import { followStream, pollFeed, type Reader } from './faults-readers.ts';
import { type Fault, openScene, type Scene, type Target } from './faults-scene.ts';
import { faultsTable, type Outcome, problemsOf } from './faults-table.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { BenchError } from './machine.ts';
import { openMoodyReceiver } from './moody-receiver.ts';

const HELP = `npm run bench:faults -- [--times N]

Kills, freezes and restarts PostgreSQL, Redis and the processes of the service, each N times (20), while clients write and
read, and counts what was lost or done twice, how long requests took, and how soon all was well again.
`;

const recoveryMs = 15_000;

async function faults(times: number, signal: AbortSignal): Promise<boolean> {
  const startMs = performance.now();
  const parent = join(import.meta.dirname, '../data');
  mkdirSync(parent, { recursive: true });
  using folder = mkdtempDisposableSync(join(parent, 'bench-'));
  await using scene = await openScene(folder.path);
  const ledger = await openLedger<Fact>(join(folder.path, 'ledger.jsonl'));
  const client = openClient(scene.targets, scene.key);
  const receiver = await openMoodyReceiver();
  await subscribe(client, receiver);

  await using following = new AsyncDisposableStack();
  following.defer(() => receiver.close());
  const readers = scene.targets.flatMap((target, i) => [
    following.use(pollFeed(client, target, `the reader of the feed of process ${i + 1}`)),
    following.use(followStream(scene.key, target, `the stream of process ${i + 1}`)),
  ]);

  const outcomes: Outcome[] = [];
  using heldUp = monitorEventLoopDelay();
  heldUp.enable();
  for (let time = 1; time <= times; time++) {
    for (const fault of scene.faults) {
      signal.throwIfAborted();
      const outcome = await endure(fault, { time, round: outcomes.length, scene, client, ledger, readers });
      outcomes.push(outcome);
      for (const sentence of problemsOf(outcome)) process.stdout.write(`${fault.what}, time ${time}: ${sentence}\n`);
    }
    process.stderr.write(`${time} of ${times} times …\n`);
  }

  signal.throwIfAborted();
  client.tally = newTally();
  const facts = ledger.read();
  const operator = openClient(scene.targets, scene.operatorKey);
  const atTheEnd: Outcome = {
    what: 'all of it, at the end',
    tally: client.tally,
    ...joined(
      await auditEvents(client, facts, { readers, receiver }),
      await auditState(client, facts, []),
      await auditInbox(operator, facts),
      { lost: [], doubled: [], wrong: operator.tally.wrong },
    ),
  };
  outcomes.push(atTheEnd);
  for (const sentence of problemsOf(atTheEnd)) process.stdout.write(`at the end: ${sentence}\n`);
  for (const line of causesOf(outcomes, scene.log)) process.stdout.write(`from the log: ${line}\n`);
  await ledger.close();

  const sum = (of: (tally: Tally) => number) => outcomes.reduce((all, { tally }) => all + of(tally), 0);
  const count = (number: number) => number.toLocaleString('en');
  const told = [...receiver.stories.values()];
  process.stdout.write(`
${scene.targets.length} processes, PostgreSQL and Redis on one machine; ${lanes} clients that write, and for each process a reader of the feed and a stream
${count(facts.length)} acknowledged changes, ${count(sum(({ answers }) => answers))} answers, ${count(sum(({ replayed }) => replayed))} of them to what an earlier attempt had done
${count(told.length)} events told to a webhook, ${count(told.filter(({ accepted }) => accepted > 1).length)} of them once more after they were accepted
${((performance.now() - startMs) / 60_000).toFixed(1)} minutes; the clients' own process was held up for up to ${(heldUp.max / 1e6).toFixed(0)} ms, which is within the longest answers

${faultsTable(outcomes)}
`);
  return outcomes.every((outcome) => problemsOf(outcome).length === 0);
}

interface Round {
  readonly time: number;
  readonly round: number;
  readonly scene: Scene;
  readonly client: Client;
  readonly ledger: Ledger<Fact>;
  readonly readers: readonly Reader[];
}

/** One fault under load, and what it has done to what was acknowledged meanwhile. */
async function endure(fault: Fault, { time, round, scene, client, ledger, readers }: Round): Promise<Outcome> {
  const tally = newTally();
  client.tally = tally;
  const note = notesOf(ledger, round);
  await using load = startLoad(client, note);
  await setTimeout(100 + Math.random() * 300);
  await fault.strike(time);
  await setTimeout(fault.awayMs);
  await fault.mend(time);
  const backMs = performance.now();
  const good = await Promise.all(scene.targets.map((target) => untilGood(client, target, note)));
  const goodMs = Math.max(...good) - backMs;
  await load.stop();

  const facts = ledger.read();
  const findings = joined(
    await untilTold(client, readers),
    await auditState(
      client,
      facts.filter((fact) => fact.round === round),
      facts.filter((fact) => fact.round < round),
    ),
  );
  return { what: fault.what, tally, goodMs, ...findings };
}

/** When the process has taken a write, and knows of the limits of all again. */
async function untilGood(client: Client, target: Target, note: Note): Promise<number> {
  const deadline = performance.now() + recoveryMs;
  const call = { method: 'POST', path: '/v1/pets', body: { name: 'First', categoryId: 1 } } as const;
  const key = randomUUID();
  while (performance.now() < deadline) {
    const answer = await client.ask(target, call, key);
    if (answer?.status === 201) {
      const atMs = performance.now();
      await note('pet', itemOf(answer), 'pet.created');
      return Math.max(atMs, await untilExact(target, deadline));
    }
    await setTimeout(20);
  }
  throw new BenchError(`A process takes no writes ${recoveryMs} ms after everything was back.`);
}

async function untilExact({ origin }: Target, deadline: number): Promise<number> {
  while (performance.now() < deadline) {
    const metrics = await (await fetch(`${origin}/metrics`)).text();
    if (metrics.includes('petstore_limiter_fallback{environment="production"} 0')) return performance.now();
    await setTimeout(20);
  }
  throw new BenchError(`A process limits by itself ${recoveryMs} ms after everything was back.`);
}

async function subscribe(client: Client, receiver: { readonly url: string; secret: string }): Promise<void> {
  const body = { url: receiver.url, events: ['pet.created'] };
  const answer = await client.settle({ method: 'POST', path: '/v1/webhooks', body }, [201]);
  if (answer === undefined) throw new BenchError(client.tally.wrong.join('\n'));
  receiver.secret = (answer.body as { secret: string }).secret;
}

function joined(...all: readonly Findings[]): Findings {
  const of = (kind: keyof Findings) => all.flatMap((findings) => findings[kind]);
  return { lost: of('lost'), doubled: of('doubled'), wrong: of('wrong') };
}

/** What the log says about the requests that failed as none must. */
function causesOf(outcomes: readonly Outcome[], log: string): string[] {
  const ids = outcomes.flatMap(({ tally }) =>
    tally.wrong.flatMap((sentence) => /\((\S+)\)$/.exec(sentence)?.[1] ?? []),
  );
  const lines = readFileSync(log, 'utf8').split('\n');
  return ids.slice(0, 10).flatMap((id) => lines.filter((line) => line.includes(id)));
}

await runWithNumbers('bench:faults', HELP, { times: 20 }, ({ times }) => {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => interrupted.abort(new BenchError(`ended by ${signal}.`)));
  return faults(times, interrupted.signal);
});
