import { Link } from 'wouter-preact';
import { BOARD_EMAIL } from '../../../src/vocabulary/site.ts';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { parts, words } from '../words.ts';
import { Family } from './family.tsx';

/** Shown while the key of the board is revoked. */
export function SwitchedOff() {
  const { first, reserving } = words();
  return (
    <EmptyState
      isPage
      picture={<Family />}
      title={reserving.switchedOff}
      action={<Button onClick={() => location.reload()}>{first.reload}</Button>}
    >
      <p>{reserving.switchedOffWhy}</p>
      <p class="small">
        {parts(reserving.makeKey, {
          console: (
            <Link key="console" href="/console/accounts">
              {reserving.consoleLink}
            </Link>
          ),
          account: <bdi key="account">{BOARD_EMAIL}</bdi>,
          command: <code key="command">petstore keys board</code>,
        })}
      </p>
    </EmptyState>
  );
}
