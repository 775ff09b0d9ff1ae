import './board-head.css';
import { parts, words } from '../words.ts';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import type { BoardFilters } from './filters/board-filters.ts';

/** The `h1`, and whose animals these are. All of it is known with the document, so nothing moves after the first paint. */
export function BoardHead({ status }: Pick<BoardFilters, 'status'>) {
  const organization = useBoard().organizations.only.value;
  const { first } = words();
  return (
    <header class="board-head">
      <div class="stack tight">
        <h1>{first.titles[status]}</h1>
        <p class="board-lead quiet user-text">
          {organization === undefined
            ? first.lead
            : parts(first.leadOf, { organization: <bdi key="name">{organization.name}</bdi> })}
        </p>
      </div>
      <Family />
    </header>
  );
}
