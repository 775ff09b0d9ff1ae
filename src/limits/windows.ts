import type { Decision, WindowState } from './limiter.ts';

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Requests within this time of a window's first refusal are no strikes: the client may have sent them before it got the 429. */
export const strikeGraceMs = 1_000;

/** A fixed window. It is open while the clock is before `resetMs`; afterwards its counts are void. */
export interface Window {
  readonly lengthMs: number;
  /** The latest request's limit: a changed limit applies at once to the open window. */
  limit: number;
  used: number;
  resetMs: number;
  /** Infinity until the window has refused a request. */
  firstRefusalMs: number;
}

export function closedWindow(lengthMs: number): Window {
  return { lengthMs, limit: 0, used: 0, resetMs: -Infinity, firstRefusalMs: Infinity };
}

/**
 * Takes `cost` out of both windows and returns undefined; or takes nothing and returns the window that refuses (if both refuse, the
 * one with the later reset).
 */
export function takeFrom(minute: Window, day: Window | undefined, cost: number, nowMs: number): Window | undefined {
  const minuteRefuses = remaining(minute, nowMs) < cost;
  const dayRefuses = day !== undefined && remaining(day, nowMs) < cost;
  if (!minuteRefuses && !dayRefuses) {
    use(minute, cost, nowMs);
    if (day !== undefined) use(day, cost, nowMs);
    return undefined;
  }
  if (minuteRefuses) noteRefusal(minute, nowMs);
  if (!dayRefuses) return minute;
  noteRefusal(day, nowMs);
  return minuteRefuses && resetMs(minute, nowMs) >= resetMs(day, nowMs) ? minute : day;
}

/** Whether the request that this window has just refused is a strike. */
export function isStrike(window: Window, nowMs: number): boolean {
  return isOpen(window, nowMs) && nowMs - window.firstRefusalMs >= strikeGraceMs;
}

export function isOpen(window: Window, nowMs: number): boolean {
  return nowMs < window.resetMs;
}

/** The outcome of a request, without the windows. */
export interface Outcome extends Pick<Decision, 'refusedBy' | 'strike' | 'banned'> {
  /** The end of the ban that refuses the request; meaningless if none does. */
  readonly banEndsMs: number;
}

/** The outcome with the current state of both windows. */
export function decision(minute: Window, day: Window | undefined, nowMs: number, outcome: Outcome): Decision {
  const { refusedBy, strike, banned } = outcome;
  const minuteState = stateOf(minute, nowMs);
  const dayState = day === undefined ? undefined : stateOf(day, nowMs);
  let shown = tighter(minuteState, dayState);
  if (refusedBy === 'ban') shown = { limit: shown.limit, remaining: 0, resetMs: outcome.banEndsMs };
  else if (refusedBy === 'minute') shown = minuteState;
  else if (refusedBy === 'day' && dayState !== undefined) shown = dayState;
  return { refusedBy, shown, minute: minuteState, day: dayState, strike, banned, nowMs };
}

/** The decision about a visitor's request that the visitor's own windows have admitted: it shows them if they have fewer requests remaining. */
export const afterVisitor = (own: Decision, visitor: Decision | undefined): Decision =>
  visitor === undefined || own.refusedBy !== undefined ? own : { ...own, shown: tighter(own.shown, visitor.shown) };

function stateOf(window: Window, nowMs: number): WindowState {
  return { limit: window.limit, remaining: remaining(window, nowMs), resetMs: resetMs(window, nowMs) };
}

function tighter(minute: WindowState, day: WindowState | undefined): WindowState {
  if (day === undefined || minute.remaining < day.remaining) return minute;
  return day.remaining < minute.remaining || day.resetMs > minute.resetMs ? day : minute;
}

function remaining(window: Window, nowMs: number): number {
  return isOpen(window, nowMs) ? Math.max(0, window.limit - window.used) : window.limit;
}

function resetMs(window: Window, nowMs: number): number {
  return isOpen(window, nowMs) ? window.resetMs : nowMs + window.lengthMs;
}

function use(window: Window, cost: number, nowMs: number): void {
  if (isOpen(window, nowMs)) {
    window.used += cost;
    return;
  }
  window.used = cost;
  window.resetMs = nowMs + window.lengthMs;
  window.firstRefusalMs = Infinity;
}

/** A window that is not open refuses only a cost above its whole limit, and keeps no record of it. */
function noteRefusal(window: Window, nowMs: number): void {
  if (isOpen(window, nowMs) && window.firstRefusalMs === Infinity) window.firstRefusalMs = nowMs;
}
