import './wish-line.css';
import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { Button } from '../../design/controls/button.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { LazyPage } from '../../lazy-page.tsx';
import { say, words } from '../../words.ts';
import { hearts } from '../hearts.ts';
import { ADDRESSES, type BoardFilters, NO_WISHES, placedAt, type Sort, SORTS, wishesIn } from './board-filters.ts';
import { openWishes } from './open-wishes.ts';
import { wishWords } from './wish-words.ts';

const loadDialog = () => import('./wish-dialog.tsx').then(({ WishDialog }) => WishDialog);

/** What the visitor asks for, each wish with a link that gives it up, and the order of the animals. */
export function WishLine({ filters }: { readonly filters: BoardFilters }) {
  const [, navigate] = useLocation();
  const [isOpened, setOpened] = useState(false);
  const { AlertButton, ListCount } = hearts.value;
  const count = wishesIn(filters);
  const { first } = words();
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
        {count === 0 ? first.filters : say(first.filtersInUse, { count })}
      </Button>
      <ul class="wish-list" aria-label={first.inUse}>
        {wishWords(filters).map(({ wish, without }) => (
          <li key={wish}>
            <Link
              href={ADDRESSES.addressOf({ ...filters, ...without })}
              class="wish tone-accent"
              aria-label={say(first.removeFilter, { filter: wish })}
            >
              <UserText isCut>{wish}</UserText>
              <Icon name="close" size={14} />
            </Link>
          </li>
        ))}
        {count > 1 && (
          <li>
            <Link href={ADDRESSES.addressOf({ ...filters, ...NO_WISHES, ...placedAt(filters, '') })} class="wish-clear">
              {first.clearAll}
            </Link>
          </li>
        )}
      </ul>
      <p class="wish-total quiet small numbers" role="status">
        {ListCount !== undefined && <ListCount filters={filters} />}
      </p>
      <select
        class="control control-select wish-sort"
        aria-label={first.order}
        value={filters.sort}
        onInput={({ currentTarget }) => {
          const sort = currentTarget.value as Sort;
          navigate(ADDRESSES.addressOf({ ...filters, sort }));
        }}
      >
        {SORTS.filter((sort) => sort !== 'distance' || filters.near !== '').map((sort) => (
          <option key={sort} value={sort}>
            {first.sorts[sort]}
          </option>
        ))}
      </select>
      {IS_OWN && AlertButton !== undefined && <AlertButton filters={filters} isSmall />}
      {HAS_SCRIPTS && isOpened && <LazyPage load={loadDialog} />}
    </div>
  );
}
