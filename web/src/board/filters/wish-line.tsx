import './wish-line.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Button } from '../../design/controls/button.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { LazyPage } from '../../lazy-page.tsx';
import { useBoard } from '../board.ts';
import { hearts } from '../hearts.ts';
import { ADDRESSES, type BoardFilters, NO_WISHES, placedAt, type Sort, SORTS, wishesIn } from './board-filters.ts';
import { openWishes } from './open-wishes.ts';
import { wishWords } from './wish-words.ts';

const loadDialog = () => import('./wish-dialog.tsx').then(({ WishDialog }) => WishDialog);

/** What the visitor asks for, each wish with a link that gives it up, and the order of the animals. */
export function WishLine({ filters }: { readonly filters: BoardFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const [isOpened, setOpened] = useState(false);
  const { isOwn } = useBoard();
  const { AlertButton, ListCount } = hearts.value;
  const count = wishesIn(filters);
  return (
    <div class="wish-line">
      <Button
        icon="settings"
        size="s"
        onClick={() => {
          setOpened(true);
          openWishes.value = { filters, isOpen: true };
        }}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <ul class="wish-list" aria-label="Filters in use">
        {wishWords(filters).map(({ words, without }) => (
          <li key={words}>
            <Link
              href={ADDRESSES.addressOf({ ...filters, ...without })}
              class="wish tone-accent"
              aria-label={`Remove the filter ${words}`}
            >
              <UserText isCut>{words}</UserText>
              <Icon name="close" size={14} />
            </Link>
          </li>
        ))}
        {count > 1 && (
          <li>
            <Link href={ADDRESSES.addressOf({ ...filters, ...NO_WISHES, ...placedAt(filters, '') })} class="wish-clear">
              Clear all
            </Link>
          </li>
        )}
      </ul>
      <p class="wish-total quiet small numbers" role="status">
        {ListCount !== undefined && <ListCount filters={filters} />}
      </p>
      <select
        class="control control-select wish-sort"
        aria-label="Order of the animals"
        value={filters.sort}
        onInput={({ currentTarget }) => {
          const sort = currentTarget.value as Sort;
          navigate(ADDRESSES.addressOf({ ...filters, sort }));
        }}
      >
        {(Object.keys(SORTS) as Sort[])
          .filter((sort) => sort !== 'distance' || filters.near !== '')
          .map((sort) => (
            <option key={sort} value={sort}>
              {SORTS[sort]}
            </option>
          ))}
      </select>
      {isOwn && AlertButton !== undefined && <AlertButton filters={filters} isSmall />}
      {isOpened && <LazyPage load={loadDialog} />}
    </div>
  );
}
