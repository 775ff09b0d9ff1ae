import { type Static, Type } from 'typebox';
import { Int64, Nullable, PathId, PlainText } from '../http/shapes.ts';

const name = PlainText(1, 255, 'Name of the category.');
const description = PlainText(1, 1_000, 'Which animals belong to the category.');

export const Category = Type.Object(
  {
    id: Int64('Identifier of the category: the `categoryId` of its animals.'),
    name,
    description: Type.Optional(description),
  },
  { title: 'Category', examples: [{ id: 1, name: 'Dogs' }] },
);
export type Category = Static<typeof Category>;

export const Categories = Type.Array(Category, {
  title: 'Categories',
  examples: [
    [
      { id: 2, name: 'Cats' },
      { id: 1, name: 'Dogs' },
    ],
  ],
});

export const NewCategory = Type.Object(
  {
    id: Type.Optional(
      Int64('Identifier to use, which keeps an existing numbering. Assigned by the service if omitted.'),
    ),
    name,
    description: Type.Optional(description),
  },
  { title: 'NewCategory', examples: [{ name: 'Ponies', description: 'Up to 148 cm.' }] },
);
export type NewCategory = Static<typeof NewCategory>;

/** A merge patch (RFC 7396): null removes the `description`. */
export const CategoryPatch = Type.Object(
  { name: Type.Optional(name), description: Type.Optional(Nullable(description)) },
  { title: 'CategoryPatch', examples: [{ description: 'Puppies too.' }] },
);
export type CategoryPatch = Static<typeof CategoryPatch>;

export const CategoryParams = Type.Object({
  categoryId: PathId('category_not_found', 'Identifier of the category.'),
});
