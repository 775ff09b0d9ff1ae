import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempDisposableSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { untilLimitsShared } from './cluster.ts';
import { runWithNumbers } from './command.ts';
import { auditEvents, auditInbox, auditState, type Findings, untilCaughtUp } from './faults-audit.ts';
import { type Client, newTally, openClient, type Tally } from './faults-client.ts';
import { type Fact, itemOf } from './faults-facts.ts';
import { lanes, type Recorder, recorderOf, startLoad } from './faults-load.ts';
import { followStream, pollFeed, type Reader } from './faults-readers.ts';
import { type Fault, openScene, type Scene, type Target } from './faults-scene.ts';
import { faultsTable, type Outcome, problemsOf } from './faults-table.ts';
import { openFlakyReceiver } from './flaky-receiver.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { BenchError } from './machine.ts';

const HELP = `npm run bench:faults -- [--times N]

Kills, freezes and restarts PostgreSQL, Redis and the processes of the service, each N times (20), while clients write and
read. Counts lost and duplicated effects, and measures how long requests took and how soon the service recovered.
`;

const recoveryTimeoutMs = 15_000;

async function faults(times: number, signal: AbortSignal): Promise<boolean> {
  const startMs = performance.now();
  const parent = join(import.meta.dirname, '../data');
  mkdirSync(parent, { recursive: true });
  using folder = mkdtempDisposableSync(join(parent, 'bench-'));
  await using scene = await openScene(folder.path);
  const ledger = await openLedger<Fact>(join(folder.path, 'ledger.jsonl'));
  const client = openClient(scene.targets, scene.key);
  const receiver = await openFlakyReceiver();
  await subscribe(client, receiver);

  await using following = new AsyncDisposableStack();
  following.defer(() => receiver.close());
  const readers = scene.targets.flatMap((target, i) => [
    following.use(pollFeed(client, target, `the reader of the feed of process ${i + 1}`)),
    following.use(followStream(scene.key, target, `the stream of process ${i + 1}`)),
  ]);

  const outcomes: Outcome[] = [];
  using loopDelay = monitorEventLoopDelay();
  loopDelay.enable();
  for (let time = 1; time <= times; time++) {
    for (const fault of scene.faults) {
      signal.throwIfAborted();
      const outcome = await injectFault(fault, { time, round: outcomes.length, scene, client, ledger, readers });
      outcomes.push(outcome);
      for (const sentence of problemsOf(outcome)) process.stdout.write(`${fault.label}, time ${time}: ${sentence}\n`);
    }
    process.stderr.write(`${time} of ${times} times …\n`);
  }

  signal.throwIfAborted();
  client.tally = newTally();
  const facts = ledger.read();
  const operator = openClient(scene.targets, scene.operatorKey);
  const atTheEnd: Outcome = {
    label: 'everything, at the end',
    tally: client.tally,
    ...joined(
      await auditEvents(client, facts, { readers, receiver }),
      await auditState(client, facts, []),
      await auditInbox(operator, facts),
      { lost: [], duplicated: [], wrong: operator.tally.wrong },
    ),
  };
  outcomes.push(atTheEnd);
  for (const sentence of problemsOf(atTheEnd)) process.stdout.write(`at the end: ${sentence}\n`);
  for (const line of causesOf(outcomes, scene.log)) process.stdout.write(`from the log: ${line}\n`);
  await ledger.close();

  const sum = (of: (tally: Tally) => number) => outcomes.reduce((all, { tally }) => all + of(tally), 0);
  const count = (number: number) => number.toLocaleString('en');
  const webhookEvents = [...receiver.received.values()];
  process.stdout.write(`
${scene.targets.length} processes, PostgreSQL and Redis on one machine; ${lanes} writing clients; for each process a reader of the feed and a stream
${count(facts.length)} acknowledged changes, ${count(sum(({ answers }) => answers))} responses, ${count(sum(({ replayed }) => replayed))} of them replays for an earlier attempt
${count(webhookEvents.length)} events sent to a webhook, ${count(webhookEvents.filter(({ accepted }) => accepted > 1).length)} of them again after acceptance
${((performance.now() - startMs) / 60_000).toFixed(1)} minutes; the clients' event loop was delayed by at most ${(loopDelay.max / 1e6).toFixed(0)} ms, which the longest responses include

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

/** Injects one fault under load, then audits the changes that were acknowledged in this round. */
async function injectFault(fault: Fault, { time, round, scene, client, ledger, readers }: Round): Promise<Outcome> {
  const tally = newTally();
  client.tally = tally;
  const record = recorderOf(ledger, round);
  await using load = startLoad(client, record);
  await setTimeout(100 + Math.random() * 300);
  await fault.inject(time);
  await setTimeout(fault.awayMs);
  await fault.repair(time);
  const repairedMs = performance.now();
  const recovered = await Promise.all(scene.targets.map((target) => untilRecovered(client, target, record)));
  const recoveryMs = Math.max(...recovered) - repairedMs;
  await load.stop();

  const facts = ledger.read();
  const findings = joined(
    await untilCaughtUp(client, readers),
    await auditState(
      client,
      facts.filter((fact) => fact.round === round),
      facts.filter((fact) => fact.round < round),
    ),
  );
  return { label: fault.label, tally, recoveryMs, ...findings };
}

/** Returns when the process has accepted a write and shares the limits again. */
async function untilRecovered(client: Client, target: Target, record: Recorder): Promise<number> {
  const deadline = performance.now() + recoveryTimeoutMs;
  const call = { method: 'POST', path: '/v1/pets', body: { name: 'First', categoryId: 1 } } as const;
  const key = randomUUID();
  while (performance.now() < deadline) {
    const answer = await client.ask(target, call, key);
    if (answer?.status === 201) {
      const atMs = performance.now();
      await record('pet', itemOf(answer), 'pet.created');
      return Math.max(atMs, await untilLimitsShared(target, deadline));
    }
    await setTimeout(20);
  }
  throw new BenchError(`A process accepts no writes ${recoveryTimeoutMs} ms after the end of the outage.`);
}

async function subscribe(client: Client, receiver: { readonly url: string; secret: string }): Promise<void> {
  const body = { url: receiver.url, events: ['pet.created'] };
  const answer = await client.settle({ method: 'POST', path: '/v1/webhooks', body }, [201]);
  if (answer === undefined) throw new BenchError(client.tally.wrong.join('\n'));
  receiver.secret = (answer.body as { secret: string }).secret;
}

function joined(...all: readonly Findings[]): Findings {
  const of = (kind: keyof Findings) => all.flatMap((findings) => findings[kind]);
  return { lost: of('lost'), duplicated: of('duplicated'), wrong: of('wrong') };
}

/** The log lines of the requests that failed unexpectedly. */
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
    process.once(signal, () => interrupted.abort(new BenchError(`interrupted by ${signal}.`)));
  return faults(times, interrupted.signal);
});
