import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { pageSettings } from '../../settings.ts';
import { useBoard } from '../board.ts';
import { Family } from '../family.tsx';

export const NoAnimals = (): JSX.Element => (
  <EmptyState picture={<Family />} title="No animals are looking for a home right now">
    <p>Come back soon. New animals appear here automatically.</p>
    {useBoard().isOwn && (
      <p class="small">
        Do you run this shelter? Add the first animal in the <Link href="/console">console</Link>, or with the API, as
        the <Link href="/docs">documentation</Link> shows.
        {pageSettings().environment === 'staging' && (
          <>
            {' '}
            To look around first, fill staging with a <Link href="/docs/running#the-demo">demo</Link>.
          </>
        )}
      </p>
    )}
  </EmptyState>
);
