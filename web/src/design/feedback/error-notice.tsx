import './error-notice.css';
import { useEffect, useState } from 'preact/hooks';
import type { PetstoreError } from '../../../../client/src/petstore.ts';
import { parts, say, words } from '../../words.ts';
import { Button } from '../controls/button.tsx';
import { durationText } from '../data/duration.ts';
import { Icon } from '../data/icons.tsx';
import { adviceOn } from './advice.ts';

interface ErrorNoticeProps {
  readonly error: PetstoreError | undefined;
  /** The button is disabled for the time that the service asked to wait. */
  readonly onRetry?: (() => void) | undefined;
}

/** Says what went wrong and what to do, with the request id for the operator. */
export function ErrorNotice({ error, onRetry }: ErrorNoticeProps) {
  const waitSeconds = useCountdown(error);
  if (error === undefined || error.code === 'aborted') return null;
  const { title, advice } = adviceOn(error);
  const { first } = words();
  return (
    <div class="error-notice row" role="alert">
      <Icon name="alert" />
      <div class="error-notice-words">
        <p class="error-notice-title">{title}</p>
        <p>{advice}</p>
        {error.requestId !== undefined && error.status !== 429 && (
          <p class="error-notice-id">{parts(first.requestId, { id: <code key="id">{error.requestId}</code> })}</p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="s" icon="refresh" onClick={onRetry} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? (
            <span class="numbers">{say(first.tryAgainIn, { time: durationText(waitSeconds) })}</span>
          ) : (
            first.tryAgain
          )}
        </Button>
      )}
    </div>
  );
}

/** The seconds until the request may be sent again. */
function useCountdown(error: PetstoreError | undefined): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const endMs = performance.now() + (error?.retryAfterMs ?? 0);
    const left = () => Math.max(0, Math.ceil((endMs - performance.now()) / 1_000));
    setSeconds(left());
    const timer = setInterval(() => {
      setSeconds(left());
      if (left() === 0) clearInterval(timer);
    }, 1_000);
    return () => clearInterval(timer);
  }, [error]);
  return seconds;
}
