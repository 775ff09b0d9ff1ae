import type { Findings } from './faults-audit.ts';
import type { Tally } from './faults-client.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

/** The result of one fault, or of the final audit. */
export interface Outcome extends Findings {
  readonly label: string;
  readonly tally: Tally;
  /** From the end of the outage until all processes accept writes and share their limits again. */
  readonly recoveryMs?: number;
}

const longestRecoveryMs = 5_000;

/** All problems, one sentence each. */
export const problemsOf = ({ tally, recoveryMs = 0, lost, duplicated, wrong }: Outcome): string[] => [
  ...lost,
  ...duplicated,
  ...wrong,
  ...tally.wrong,
  ...(recoveryMs > longestRecoveryMs ? [`recovered only after ${recoveryMs.toFixed(0)} ms`] : []),
];

const TITLES = {
  label: 'fault',
  times: 'times',
  longest: 'longest response',
  unavailable: '503',
  cut: 'cut',
  unanswered: 'unanswered',
  unaffected: 'unaffected',
  median: 'recovery: median',
  max: 'max',
  lost: 'lost',
  duplicated: 'duplicated',
  wrong: 'wrong',
  ok: 'ok?',
};

const NOTES = `503, cut, unanswered: numbers of requests; cut: the connection broke; unanswered: sent to a frozen process.
unaffected: repetitions without any of these. A refused connection does not count: a proxy tries the next process.
recovery: from the end of the outage until each process accepts a write and shares the limits again.`;

export function faultsTable(outcomes: readonly Outcome[]): string {
  const rows = [...Map.groupBy(outcomes, ({ label }) => label)].map(([label, group]) => rowOf(label, group));
  return `${table(TITLES, rows)}\n\n${NOTES}`;
}

function rowOf(label: string, outcomes: readonly Outcome[]): Record<keyof typeof TITLES, string> {
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((all, outcome) => all + of(outcome), 0).toLocaleString('en');
  const recoveries = outcomes.flatMap(({ recoveryMs }) => recoveryMs ?? []);
  return {
    label,
    times: String(outcomes.length),
    longest: milliseconds(Math.max(...outcomes.map(({ tally }) => tally.longestMs))),
    unavailable: sum(({ tally }) => tally.unavailable),
    cut: sum(({ tally }) => tally.cut),
    unanswered: sum(({ tally }) => tally.unanswered),
    unaffected: sum(({ tally }) => Number(tally.unavailable + tally.cut + tally.unanswered === 0)),
    median: recoveries.length === 0 ? '' : milliseconds(median(recoveries)),
    max: recoveries.length === 0 ? '' : milliseconds(Math.max(...recoveries)),
    lost: sum(({ lost }) => lost.length),
    duplicated: sum(({ duplicated }) => duplicated.length),
    wrong: sum(({ wrong, tally }) => wrong.length + tally.wrong.length),
    ok: outcomes.every((outcome) => problemsOf(outcome).length === 0) ? 'yes' : 'NO',
  };
}

const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`;
