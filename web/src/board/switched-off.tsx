import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { BOARD_EMAIL } from '../../../src/vocabulary/site.ts';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { Family } from './family.tsx';

/** Shown while the key of the board is revoked. */
export const SwitchedOff = (): JSX.Element => (
  <EmptyState
    picture={<Family />}
    title="This board is switched off"
    action={<Button onClick={() => location.reload()}>Reload the page</Button>}
  >
    <p>Its API key for reading the animals was revoked. Come back later.</p>
    <p class="small">
      Do you run this service? Make another key in the <Link href="/console/accounts">console</Link>, at the account{' '}
      {BOARD_EMAIL}, or with <code>petstore keys board</code>.
    </p>
  </EmptyState>
);
