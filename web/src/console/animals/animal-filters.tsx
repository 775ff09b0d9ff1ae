import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { PetStatus } from '../../../../client/src/petstore.ts';
import { STATUS_WORDS } from '../../board/board.ts';
import { Select } from '../../design/controls/field.tsx';
import { categoryOptions } from '../categories/categories.ts';
import { SearchBox } from '../search-box.tsx';
import { addressOf, type AnimalFilters } from './animals-list.ts';

/** Long enough to finish a word. */
const typingMs = 250;

/** Every choice is in the address: it can be kept, sent and gone back from. */
export function AnimalFilterBar({ filters }: { readonly filters: AnimalFilters }): JSX.Element {
  const [, navigate] = useLocation();
  const [text, setText] = useState(filters.text);
  const asked = useRef(filters.text);
  const go = (changes: Partial<AnimalFilters>) => {
    asked.current = changes.text ?? filters.text;
    navigate(addressOf({ ...filters, ...changes }), { replace: changes.text !== undefined });
  };
  useEffect(() => {
    // Somebody went back, or cleared the filters.
    if (filters.text !== asked.current) {
      asked.current = filters.text;
      setText(filters.text);
    }
  }, [filters.text]);
  useEffect(() => {
    if (text === asked.current) return undefined;
    const timer = setTimeout(() => go({ text }), typingMs);
    return () => clearTimeout(timer);
  }, [text, filters]);
  return (
    <div class="console-filters">
      <SearchBox label="Search by name" value={text} onValue={setText} />
      <Select
        label="Status"
        isLabelHidden
        value={filters.status ?? ''}
        onValue={(status) => go({ status: status === '' ? undefined : (status as PetStatus) })}
        options={[
          { value: '', label: 'Every status' },
          ...Object.entries(STATUS_WORDS).map(([value, label]) => ({ value, label })),
        ]}
      />
      <Select
        label="Category"
        isLabelHidden
        value={filters.category ?? ''}
        onValue={(category) => go({ category: category === '' ? undefined : category })}
        options={[{ value: '', label: 'Every category' }, ...withUnknown(filters.category)]}
      />
    </div>
  );
}

/** The categories, and the one that is asked for although there is none of it. */
function withUnknown(asked: string | undefined): { value: string; label: string }[] {
  const options = categoryOptions();
  if (asked === undefined || options.some(({ value }) => value === asked)) return options;
  return [...options, { value: asked, label: `No. ${asked}` }];
}
