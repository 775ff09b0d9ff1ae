import { table } from './table.ts';

/**
 * What reaches Redis when the requests of one turn of the event loop share a message, and those of one account a call: a simulation of one
 * process, whose figures are multiplied. It sends nothing.
 */
const rates = [1_000, 10_000, 100_000, 1_000_000];
/** Requests a second that one process on one core carries: between the embedded list and the addition of `npm run bench -- --scale`. */
const perProcess = 12_000;
/** Accounts, of which the n-th sends 1/n of what the first one sends. */
const accounts = 10_000;
/** CPU in µs: of a turn without requests, and of a request. */
const [turnUs, requestUs] = [30, 70];
const simulatedSeconds = 2;

const TITLES = {
  rate: 'requests/s',
  processes: 'processes',
  perTurn: 'requests a turn',
  messages: 'messages/s',
  calls: 'calls/s',
  share: 'calls per request',
};

const rows = rates.map((rate) => {
  const processes = Math.ceil(rate / perProcess);
  const { turns, requests, calls } = simulate(rate / processes);
  const all = (count: number) => Math.round((count / simulatedSeconds) * processes).toLocaleString('en');
  return {
    rate: rate.toLocaleString('en'),
    processes: String(processes),
    perTurn: (requests / turns).toFixed(1),
    messages: all(turns),
    calls: all(calls),
    share: (calls / requests).toFixed(2),
  };
});
process.stdout.write(`
${accounts.toLocaleString('en')} accounts, the n-th with 1/n of the first one's requests; at most ${perProcess.toLocaleString('en')} requests/s for each process
a turn takes ${turnUs} µs, and each of its requests ${requestUs} µs more; requests arrive at random

${table(TITLES, rows)}
`);

/** Runs one process for some seconds: each turn handles what arrived during the one before it. */
function simulate(perSecond: number): { turns: number; requests: number; calls: number } {
  const random = randomNumbers(1);
  const accountOf = zipf(accounts, random);
  const counts = { turns: 0, requests: 0, calls: 0 };
  let nextUs = interval(perSecond, random);
  for (let nowUs = 0; nowUs < simulatedSeconds * 1e6;) {
    // An idle process waits for the next request.
    nowUs = Math.max(nowUs, nextUs);
    const callers = new Set<number>();
    let arrived = 0;
    for (; nextUs <= nowUs; nextUs += interval(perSecond, random)) {
      callers.add(accountOf());
      arrived += 1;
    }
    counts.turns += 1;
    counts.requests += arrived;
    counts.calls += callers.size;
    nowUs += turnUs + arrived * requestUs;
  }
  return counts;
}

/** Time between two arrivals of a Poisson process, in µs. */
function interval(perSecond: number, random: () => number): number {
  return (-Math.log(1 - random()) / perSecond) * 1e6;
}

/** Numbers from 0 to `count` - 1, the n-th in proportion to 1/(n + 1). */
function zipf(count: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let sum = 0;
  for (let i = 0; i < count; i += 1) sums[i] = sum += 1 / (i + 1);
  return () => {
    const at = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** The same numbers in every run: https://en.wikipedia.org/wiki/Linear_congruential_generator */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
