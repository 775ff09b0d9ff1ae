import { type IntakeType, startOfDay } from '../vocabulary/animal-profile.ts';
import { INTAKE_KINDS, type IntakeKind, type OutcomeKind } from '../vocabulary/animals/statistics.ts';
import { clockAt } from '../vocabulary/text/moment.ts';

/** What is recorded of how an animal came and left. */
export interface Records {
  /** IANA: of the organization. */
  readonly timeZone?: string | undefined;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly isSold: boolean;
  /** When its status became `sold` or something else, in Unix milliseconds, the first one first. */
  readonly handovers: readonly { readonly at: number; readonly isSold: boolean }[];
  readonly intake?: { readonly date?: string; readonly type?: IntakeType } | undefined;
  readonly outcome?: { readonly date?: string; readonly type?: OutcomeKind } | undefined;
}

/** A time in care. Days are counted from 1 January 1970, where the organization is. */
export interface Stay {
  readonly cameOn: number;
  readonly intake: IntakeKind;
  /** Undefined while it lasts. */
  readonly leftOn: number | undefined;
  readonly outcome: OutcomeKind;
}

/** A time between two stays. */
interface Absence {
  /** Infinitely long ago for an animal that was added as `sold`: it is unknown when it left, or whether it ever stayed. */
  leftOn: number;
  outcome: OutcomeKind;
  /** Undefined while it lasts. */
  backOn: number | undefined;
  intake: IntakeType | 'unknown';
}

const DAY_MS = 86_400_000;
const dayNamed = (date: string): number => startOfDay(date) / DAY_MS;
/** @param timeZone UTC, unless the organization says where it is */
export const dayAt = (ms: number, timeZone = 'UTC'): number =>
  Math.floor((timeZone === 'UTC' ? ms : clockAt(ms, timeZone)) / DAY_MS);

/**
 * The stays of an animal, the first one first: a stay begins no earlier than the one before ends. An animal that was dead when it came did not
 * stay. The rules are in docs/decisions/0057-statistics.md.
 */
export function staysOf(records: Records): Stay[] {
  const absences = absencesOf(records);
  recordOutcome(absences, records);
  const first = firstArrival(absences, records);
  const arrivals = [first, ...absences.map(({ backOn, intake }) => ({ cameOn: backOn, intake }))];
  return arrivals.flatMap(({ cameOn, intake }, i) => {
    const { leftOn, outcome = 'unknown' } = absences[i] ?? {};
    if (cameOn === undefined || leftOn === -Infinity || !isLive(intake)) return [];
    return [{ cameOn, intake, leftOn, outcome }];
  });
}

const isLive = (intake: IntakeType | 'unknown'): intake is IntakeKind => Object.hasOwn(INTAKE_KINDS, intake);

/** By the status: `sold` means adopted. What is changed back on the same day was a mistake. */
function absencesOf({ handovers, isSold: isSoldNow, timeZone }: Records): Absence[] {
  const found: Absence[] = [];
  const leave = (leftOn: number, backOn?: number) =>
    found.push({ leftOn, outcome: 'adoption', backOn, intake: 'return' });
  let day = -Infinity;
  for (const { at, isSold } of handovers) {
    // The clock may have been set back.
    day = Math.max(day, dayAt(at, timeZone));
    const last = found.at(-1);
    if (isSold && last?.backOn === day) last.backOn = undefined;
    else if (isSold) leave(day);
    else if (last === undefined) leave(-Infinity, day);
    else if (last.leftOn === day) found.pop();
    else last.backOn = day;
  }
  if (isSoldNow && found.length === 0) leave(-Infinity);
  return found;
}

/** The outcome that staff recorded belongs to the absence that began then; to a new one if the animal was in care on that day and since. */
function recordOutcome(absences: Absence[], { outcome: { date, type } = {} }: Records): void {
  if (date !== undefined) {
    const leftOn = dayNamed(date);
    // A dead animal does not come back: one that dies on the day of its return leaves again.
    const isDeath = type === 'died' || type === 'euthanized';
    const described = absences.find(({ backOn = Infinity }) => leftOn < backOn || (leftOn === backOn && !isDeath));
    // It died in the home that it had found.
    if (isDeath && described !== undefined && described.backOn === undefined && isAfter(leftOn, described)) return;
    if (described === undefined)
      absences.push({ leftOn, outcome: type ?? 'unknown', backOn: undefined, intake: 'unknown' });
    else Object.assign(described, { leftOn, outcome: type ?? 'adoption' });
  } else if (type !== undefined) {
    const last = absences.at(-1);
    if (last?.backOn === undefined) Object.assign(last ?? {}, { outcome: type });
  }
}

/** Whether the animal had left by that day; false if nobody knows when it did. */
const isAfter = (day: number, { leftOn }: Absence): boolean => leftOn > -Infinity && leftOn < day;

/** The intake that staff recorded is the first one, unless it is later than an outcome. Without a date it was when the animal was added. */
function firstArrival(
  absences: Absence[],
  { createdAt, isSold, timeZone, intake: { date, type } = {} }: Records,
): { readonly cameOn: number; readonly intake: IntakeType | 'unknown' } {
  const firstLeftOn = absences[0]?.leftOn ?? Infinity;
  const addedOn = Math.min(dayAt(createdAt, timeZone), firstLeftOn);
  if (date === undefined) return { cameOn: addedOn, intake: type ?? 'unknown' };
  const cameOn = dayNamed(date);
  if (cameOn <= firstLeftOn) return { cameOn, intake: type ?? 'unknown' };
  const before = absences.findLast(({ leftOn }) => leftOn < cameOn);
  // A sold animal is not in care, whatever else is recorded.
  if (before !== undefined && (before.backOn !== undefined || !isSold))
    Object.assign(before, { backOn: cameOn, intake: type ?? before.intake });
  return { cameOn: addedOn, intake: 'unknown' };
}
