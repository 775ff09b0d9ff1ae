import { signal } from '@preact/signals';
import type { Category, Int64, PetstoreError } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { UserText } from '../../design/text/user-text.tsx';

/** By id as text; undefined until they are loaded. */
export const categories = signal<ReadonlyMap<string, Category> | undefined>(undefined);
export const categoriesError = signal<PetstoreError | undefined>(undefined);

export async function loadCategories(): Promise<void> {
  try {
    const found = new Map<string, Category>();
    for await (const category of petstore.categories.list()) found.set(String(category.id), category);
    categories.value = found;
    categoriesError.value = undefined;
  } catch (failure) {
    categoriesError.value = failureOf(failure);
  }
}

export const putCategory = (category: Category): void => {
  categories.value = new Map(categories.value).set(String(category.id), category);
};

export function dropCategory(id: Int64): void {
  const left = new Map(categories.value);
  left.delete(String(id));
  categories.value = left;
}

export const categoryOf = (id: Int64): Category | undefined => categories.value?.get(String(id));

export const categoriesByName = (): readonly Category[] =>
  [...(categories.value?.values() ?? [])].toSorted((one, other) => one.name.localeCompare(other.name));

/** The options of a select. Categories with the same name are told apart by their numbers. */
export function categoryOptions(): { readonly value: string; readonly label: string }[] {
  const all = categoriesByName();
  const count = Map.groupBy(all, ({ name }) => name);
  return all.map(({ id, name }) => ({
    value: String(id),
    label: (count.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name,
  }));
}

/** Shows the number of a category that does not exist: the API accepts any. */
export function CategoryName({ id }: { readonly id: Int64 }) {
  const category = categoryOf(id);
  if (category !== undefined) return <UserText>{category.name}</UserText>;
  return <span class="quiet">{categories.value === undefined ? '…' : `No. ${id}`}</span>;
}
