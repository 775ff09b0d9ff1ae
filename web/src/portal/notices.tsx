import type { JSX } from 'preact';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../data/use-query.ts';
import { Icon } from '../design/data/icons.tsx';
import { session } from '../session.ts';
import { Time } from './times.tsx';
import { askUsage } from './usage/usage.ts';

/** Above every page while the account may do nothing. */
export function SuspendedNotice(): JSX.Element | null {
  const signedIn = session.value;
  if (signedIn === null || signedIn === 'unknown' || !signedIn.account.suspended) return null;
  return (
    <div class="portal-notice portal-notice-danger" role="alert">
      <Icon name="alert" />
      <p>
        <strong>This account is suspended.</strong> Its keys are refused and its webhooks are not told. Ask the operator
        of this service about it.
      </p>
    </div>
  );
}

/** Above every page while the day's requests are used up, by which the pages cannot ask for anything either. */
export function QuotaNotice(): JSX.Element | null {
  const [path] = useLocation();
  const { data } = useQuery(askUsage, [path]);
  if (data === undefined || data.day.remaining > 0) return null;
  return (
    <div class="portal-notice" role="status">
      <Icon name="clock" />
      <p>
        <strong>Today's {data.day.limit.toLocaleString()} requests are used up.</strong> There are new ones from{' '}
        <Time at={new Date(data.day.reset * 1_000).toISOString()} hasClock />. Until then these pages show your usage
        and your keys, and little else.
      </p>
    </div>
  );
}
