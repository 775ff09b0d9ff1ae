import { useEffect, useState } from 'preact/hooks';
import { environmentNow } from '../../data/environment-clock.ts';
import { durationText } from '../../design/data/duration.ts';
import { speaks } from '../../words.ts';

/** A hold with less time left is highlighted. */
const soonMs = 6 * 3_600_000;
const stepMs = 20_000;
const dayMs = 86_400_000;

/** The time until an order expires, unless it is approved. */
export function HoldLeft({ until }: { readonly until: string }) {
  const nowMs = useNow();
  const leftMs = Date.parse(until) - nowMs;
  return (
    <span class="order-hold" data-soon={leftMs < soonMs}>
      <time dateTime={until} title={new Date(until).toLocaleString(speaks().locale)}>
        {leftMs > 0 ? `Expires in ${leftText(leftMs)}` : 'The hold has expired'}
      </time>
    </span>
  );
}

/** The minutes of a hold count in its last two days. */
const leftText = (leftMs: number): string =>
  leftMs > 2 * dayMs ? `${Math.floor(leftMs / dayMs)} days` : durationText(Math.ceil(leftMs / 60_000) * 60);

function useNow(): number {
  const [nowMs, setNow] = useState(environmentNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(environmentNow()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
