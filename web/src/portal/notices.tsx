import '../design/feedback/note.css';
import { Link, useLocation } from 'wouter-preact';
import { durationMs, durationWords } from '../../../src/vocabulary/duration.ts';
import { petstore } from '../api.ts';
import { setClockAhead } from '../data/environment-clock.ts';
import { useQuery } from '../data/use-query.ts';
import { Icon } from '../design/data/icons.tsx';
import { Time } from '../design/data/time.tsx';
import { numberText } from '../design/text/number-text.ts';
import { ownAccount } from '../session.ts';
import { pageSettings } from '../settings.ts';

/** Shown on every page while the account is suspended. */
export function SuspendedNotice() {
  if (ownAccount.value?.suspended !== true) return null;
  return (
    <div class="note tone-danger portal-notice" role="alert">
      <Icon name="alert" />
      <p>
        <strong>This account is suspended.</strong> Its keys are refused and its webhooks receive nothing. Contact the
        operator of this service.
      </p>
    </div>
  );
}

/** Shown on every page while the day's requests are used up: most of the portal's own requests are refused too. */
export function QuotaNotice() {
  const [path] = useLocation();
  const { data } = useQuery((signal) => petstore.account.usage({ signal }), [path]);
  if (data === undefined || data.day.remaining > 0) return null;
  return (
    <div class="note tone-caution portal-notice" role="status">
      <Icon name="clock" />
      <p>
        <strong>Today's {numberText(data.day.limit)} requests are used up.</strong> The limit resets at{' '}
        <Time at={new Date(data.day.reset * 1_000).toISOString()} hasClock />. Until then the portal can only show your
        usage and requests, and manage your keys and webhooks.
      </p>
    </div>
  );
}

/** Shown on every page while staging's clock is ahead; its own page says more. */
export function ClockNotice() {
  const [path] = useLocation();
  const isStaging = pageSettings().environment === 'staging';
  const { data: aheadMs = 0 } = useQuery(async (signal) => (isStaging ? readClockAhead(signal) : undefined), [path]);
  if (aheadMs === 0 || path === '/portal/clock') return null;
  return (
    <div class="note tone-caution portal-notice" role="status">
      <Icon name="clock" />
      <p>
        <strong>Staging's clock is ahead by {durationWords(aheadMs)}.</strong> Times on these pages are staging's.{' '}
        <Link href="/portal/clock">Clock</Link>
      </p>
    </div>
  );
}

/** How far staging's clock is ahead. It may have been advanced since the page was loaded. */
async function readClockAhead(signal: AbortSignal): Promise<number> {
  const { advancedBy } = await petstore.test.clock({ signal });
  const aheadMs = durationMs(advancedBy) ?? 0;
  setClockAhead(aheadMs);
  return aheadMs;
}
