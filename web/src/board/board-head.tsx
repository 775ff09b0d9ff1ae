import './board-head.css';
import type { JSX } from 'preact';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import type { BoardFilters } from './filters/board-filters.ts';

const TITLES: Readonly<Record<BoardFilters['status'], string>> = {
  available: 'Looking for a home',
  pending: 'Reserved',
  sold: 'Found a home',
  all: 'All animals',
};

/** The `h1`, and whose animals these are. All of it is known with the document, so nothing moves after the first paint. */
export function BoardHead({ status }: Pick<BoardFilters, 'status'>): JSX.Element {
  const organization = useBoard().organizations.only.value;
  return (
    <header class="board-head">
      <div class="stack tight">
        <h1>{TITLES[status]}</h1>
        <p class="board-lead quiet user-text">
          Meet the animals
          {organization !== undefined && (
            <>
              {' '}
              of <bdi>{organization.name}</bdi>
            </>
          )}
          . Ask about one, or reserve it while you decide.
        </p>
      </div>
      <Family />
    </header>
  );
}
