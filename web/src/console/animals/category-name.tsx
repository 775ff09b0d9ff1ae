import type { JSX } from 'preact';
import type { Pet } from '../../../../client/src/petstore.ts';
import { UserText } from '../../design/data/user-text.tsx';
import { categories, categoryOf } from '../categories/categories.ts';

/** A category that does not exist is shown by its number: the API takes any. */
export function CategoryName({ id }: { readonly id: Pet['categoryId'] }): JSX.Element {
  const category = categoryOf(id);
  if (category !== undefined) return <UserText>{category.name}</UserText>;
  return <span class="quiet">{categories.value === undefined ? '…' : `No. ${id}`}</span>;
}
