import type { App } from '../http/app.ts';
import { etagOfContent, isUnchanged, requireMatch } from '../http/conditional.ts';
import { ApiError } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { type Principal, principalOf } from '../http/principal.ts';
import { NoContent, NotModified } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { Categories, Category, CategoryParams, CategoryPatch, ListCategoriesQuery, NewCategory } from './schema.ts';
import type { CategoryStore, StoredCategory } from './store.ts';

/** Of its content: an id may be given again after a removal, when a count of changes would start anew. */
const ETAG = 'What the category is like now, for `If-Match` and `If-None-Match`.';

export function categoryRoutes(
  v1: App,
  parts: { readonly categories: CategoryStore; readonly effects: Effects; readonly lists: Lists },
): void {
  const { categories, effects, lists } = parts;

  v1.route({
    method: 'GET',
    url: '/categories',
    schema: {
      operationId: 'listCategories',
      tags: ['Categories'],
      summary: 'List categories',
      description: 'All categories, the highest id first.',
      querystring: ListCategoriesQuery,
      response: { 200: Categories },
    },
    config: { access: 'pets:read' },
    handler: (request, reply) => lists.page(request, reply, {}, (_, count, before) => categories.list(count, before)),
  });

  v1.route({
    method: 'POST',
    url: '/categories',
    schema: {
      operationId: 'createCategory',
      tags: ['Categories'],
      summary: 'Add a category',
      description: 'With an `id` of your own, or one that is assigned.',
      body: NewCategory,
      response: { 201: Category },
    },
    config: {
      access: 'pets:write',
      errors: ['category_exists'],
      headers: { Location: 'The path of the new category.', ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const added = await categories.add(tx, principalOf(request).accountId, request.body);
        if (added === undefined) throw new ApiError('category_exists', 'A category with this `id` exists.');
        const { category } = added;
        reply.code(201).headers({ location: `/v1/categories/${category.id}`, etag: etagOfContent(category) });
        return category;
      }),
  });

  v1.route({
    method: 'GET',
    url: '/categories/:categoryId',
    schema: {
      operationId: 'getCategory',
      tags: ['Categories'],
      summary: 'Get a category',
      description: 'One category by its identifier.',
      params: CategoryParams,
      response: { 200: Category, 304: NotModified },
    },
    config: { access: 'pets:read', errors: ['category_not_found'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const { category } = existing(await categories.find(request.params.categoryId));
      if (isUnchanged(request, reply, etagOfContent(category))) return reply.code(304).send();
      return category;
    },
  });

  v1.route({
    method: 'PATCH',
    url: '/categories/:categoryId',
    schema: {
      operationId: 'updateCategory',
      tags: ['Categories'],
      summary: 'Change a category',
      description: 'A JSON merge patch (RFC 7396), by the account that added the category or an operator.',
      params: CategoryParams,
      body: CategoryPatch,
      response: { 200: Category },
    },
    config: {
      access: 'pets:write',
      errors: ['forbidden', 'category_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = changeable(await categories.find(request.params.categoryId, tx), principalOf(request));
        requireMatch(request, etagOfContent(found.category));
        const { category } = await categories.save(tx, found, request.body);
        reply.header('etag', etagOfContent(category));
        return category;
      }),
  });

  v1.route({
    method: 'DELETE',
    url: '/categories/:categoryId',
    schema: {
      operationId: 'deleteCategory',
      tags: ['Categories'],
      summary: 'Remove a category',
      description: 'One that no animal belongs to, by the account that added it or an operator.',
      params: CategoryParams,
      response: { 204: NoContent('The category is gone.') },
    },
    config: {
      access: 'pets:write',
      errors: ['forbidden', 'category_not_found', 'category_in_use', 'precondition_failed'],
    },
    handler: async (request, reply) => {
      await effects.run(request, reply, async (tx) => {
        const found = changeable(await categories.find(request.params.categoryId, tx), principalOf(request));
        requireMatch(request, etagOfContent(found.category));
        if (await categories.isUsed(tx, found.category.id)) {
          throw new ApiError('category_in_use', 'Animals belong to this category; move them to another first.');
        }
        await categories.remove(tx, found);
      });
      return reply.code(204).send();
    },
  });
}

function existing(found: StoredCategory | undefined): StoredCategory {
  if (found === undefined) throw new ApiError('category_not_found', 'There is no category with this `categoryId`.');
  return found;
}

function changeable(found: StoredCategory | undefined, { accountId, operator }: Principal): StoredCategory {
  const category = existing(found);
  if (operator || category.accountId === accountId) return category;
  throw new ApiError('forbidden', 'Only the account that added this category, or an operator, may change it.');
}
