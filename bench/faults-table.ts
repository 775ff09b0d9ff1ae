import type { Findings } from './faults-audit.ts';
import type { Tally } from './faults-client.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

/** What came of a fault, or was found at the end. */
export interface Outcome extends Findings {
  readonly what: string;
  readonly tally: Tally;
  /** From the return of what was away until all processes took writes and limited together again. */
  readonly goodMs?: number;
}

const goodAgainMs = 5_000;

/** What must not be, in a sentence each. */
export const problemsOf = ({ tally, goodMs = 0, lost, doubled, wrong }: Outcome): string[] => [
  ...lost,
  ...doubled,
  ...wrong,
  ...tally.wrong,
  ...(goodMs > goodAgainMs ? [`good again only after ${goodMs.toFixed(0)} ms`] : []),
];

const TITLES = {
  what: 'fault',
  times: 'times',
  longest: 'longest answer',
  unavailable: '503',
  cut: 'cut',
  unanswered: 'unanswered',
  unnoticed: 'unnoticed',
  median: 'good again: median',
  max: 'max',
  lost: 'lost',
  doubled: 'doubled',
  wrong: 'wrong',
  ok: 'ok?',
};

const NOTES = `503, cut, unanswered: requests; cut had their connection broken, and unanswered are those that a frozen process was asked.
unnoticed: times at which there were none of these. A refused connection is none: a proxy goes to the next process.
good again: after the return, until each process took a write and limited together with the others.`;

export function faultsTable(outcomes: readonly Outcome[]): string {
  const rows = [...Map.groupBy(outcomes, ({ what }) => what)].map(([what, group]) => rowOf(what, group));
  return `${table(TITLES, rows)}\n\n${NOTES}`;
}

function rowOf(what: string, outcomes: readonly Outcome[]): Record<keyof typeof TITLES, string> {
  const sum = (of: (outcome: Outcome) => number) =>
    outcomes.reduce((all, outcome) => all + of(outcome), 0).toLocaleString('en');
  const good = outcomes.flatMap(({ goodMs }) => goodMs ?? []);
  return {
    what,
    times: String(outcomes.length),
    longest: milliseconds(Math.max(...outcomes.map(({ tally }) => tally.longestMs))),
    unavailable: sum(({ tally }) => tally.unavailable),
    cut: sum(({ tally }) => tally.cut),
    unanswered: sum(({ tally }) => tally.unanswered),
    unnoticed: sum(({ tally }) => Number(tally.unavailable + tally.cut + tally.unanswered === 0)),
    median: good.length === 0 ? '' : milliseconds(median(good)),
    max: good.length === 0 ? '' : milliseconds(Math.max(...good)),
    lost: sum(({ lost }) => lost.length),
    doubled: sum(({ doubled }) => doubled.length),
    wrong: sum(({ wrong, tally }) => wrong.length + tally.wrong.length),
    ok: outcomes.every((outcome) => problemsOf(outcome).length === 0) ? 'yes' : 'NO',
  };
}

const milliseconds = (ms: number): string => `${Math.round(ms).toLocaleString('en')} ms`;
