import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { ENGLISH } from '../../../../src/vocabulary/site.ts';
import { speaks } from '../../words.ts';

export interface Advice {
  readonly title: string;
  readonly advice: string;
}

/** Advice for failures that staff and developers meet, by error code. */
let more: Readonly<Record<string, Advice>> = {};

/** For pages after the first view. */
export function addAdvice(added: Readonly<Record<string, Advice>>): void {
  more = { ...more, ...added };
}

const minuteMs = 60_000;

/** Without an entry, the message of the service is the advice. */
export function adviceOn({ code, message, retryAfterMs = 0 }: PetstoreError): Advice {
  // The client holds requests back without naming the limit. A wait of more than a minute means the daily one.
  const isOfDay = code === 'rate_limit_exceeded' && retryAfterMs > minuteMs;
  const known = isOfDay ? 'daily_quota_exceeded' : code;
  const { language, words } = speaks();
  const { otherFailure } = words.first;
  const visitors: Readonly<Record<string, Advice>> = { ...words.first.failures, ...words.failures };
  // The service's own messages are in English.
  const other = language === ENGLISH ? { ...otherFailure, advice: message } : otherFailure;
  return more[known] ?? visitors[known] ?? other;
}
