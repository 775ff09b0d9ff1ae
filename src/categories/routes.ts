import type { App } from '../http/app.ts';
import { etagOfContent, isUnchanged, requirePreconditions } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { actorOf, isOwnedBy, ownerOf, type Principal, principalOf, publicOnlyFor } from '../http/principal.ts';
import { NoContent, NotModified, PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import { Categories, Category, CategoryParams, CategoryPatch, NewCategory } from './schema.ts';
import type { CategoryStore, StoredCategory } from './store.ts';

/** Derived from the content: clients may reuse the id of a removed category, and a counter of changes would restart. */
const ETAG = 'The version of the category, for `If-Match` and `If-None-Match`.';

export function categoryRoutes(
  v1: App,
  parts: { readonly categories: CategoryStore; readonly effects: Effects; readonly lists: Lists },
): void {
  const { categories, effects, lists } = parts;

  v1.get('/categories', {
    schema: {
      operationId: 'listCategories',
      summary: 'List categories',
      description:
        'Returns every category, the highest id first. A publishable key receives the categories of public animals. Follow the `Link` header for the next page.',
      querystring: PageQuery,
      response: { 200: Categories },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: (request, reply) =>
      lists.page(request, reply, {}, (_, count, before) =>
        categories.list(count, before, publicOnlyFor(principalOf(request))),
      ),
  });

  v1.post('/categories', {
    schema: {
      operationId: 'createCategory',
      summary: 'Add a category',
      description:
        'Adds a category. The service assigns an `id` unless the request gives one. An account that signed up by itself may not give one until an operator approves it, or it joins an organization.',
      body: NewCategory,
      response: { 201: Category },
    },
    config: {
      access: 'pets:write',
      whose: 'account',
      errors: ['forbidden', 'category_exists'],
      headers: { Location: 'The path of the new category.', ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const principal = principalOf(request);
        if (principal.stranger && request.body.id !== undefined) {
          throw new ApiError(
            'forbidden',
            'All accounts share the ids of categories, so an operator must approve this account before it may choose an `id`; without `id` the service assigns one.',
          );
        }
        const added = await categories.add(tx, ownerOf(principal), request.body, actorOf(principal));
        if (added === undefined) throw new ApiError('category_exists', 'A category with this `id` already exists.');
        const { category } = added;
        reply.headers({ location: `/v1/categories/${category.id}`, etag: etagOfContent(category) });
        return category;
      }),
  });

  v1.get('/categories/:categoryId', {
    schema: {
      operationId: 'getCategory',
      summary: 'Get a category',
      description: 'Returns one category.',
      params: CategoryParams,
      response: { 200: Category, 304: NotModified },
    },
    config: {
      access: 'pets:read',
      whose: 'everything',
      errors: ['category_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: async (request, reply) => {
      const publicOnly = publicOnlyFor(principalOf(request));
      const { category } = ofPath(await categories.find(request.params.categoryId, undefined, publicOnly));
      if (isUnchanged(request, reply, etagOfContent(category))) return reply.code(304).send();
      return category;
    },
  });

  v1.patch('/categories/:categoryId', {
    schema: {
      operationId: 'updateCategory',
      summary: 'Change a category',
      description:
        'Applies a JSON merge patch (RFC 7396). Only the account that added the category and operators may change it.',
      params: CategoryParams,
      body: CategoryPatch,
      response: { 200: Category },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      errors: ['forbidden', 'category_not_found', 'precondition_failed'],
      headers: { ETag: ETAG },
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = requireChangeable(await categories.find(request.params.categoryId, tx), principalOf(request));
        requirePreconditions(request, etagOfContent(found.category));
        const { category } = await categories.save(tx, found, request.body, actorOf(principalOf(request)));
        reply.header('etag', etagOfContent(category));
        return category;
      }),
  });

  v1.delete('/categories/:categoryId', {
    schema: {
      operationId: 'deleteCategory',
      summary: 'Remove a category',
      description: 'Removes a category without animals. Only the account that added it and operators may remove it.',
      params: CategoryParams,
      response: { 204: NoContent('The category was removed.') },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      errors: ['forbidden', 'category_not_found', 'category_in_use', 'precondition_failed'],
    },
    handler: (request, reply) =>
      effects.run(request, reply, async (tx) => {
        const found = requireChangeable(await categories.find(request.params.categoryId, tx), principalOf(request));
        requirePreconditions(request, etagOfContent(found.category));
        if (await categories.isUsed(tx, found.category.id)) {
          throw new ApiError('category_in_use', 'Animals belong to this category; move them to another first.');
        }
        await categories.remove(tx, found, actorOf(principalOf(request)));
      }),
  });
}

const ofPath = (found: StoredCategory | undefined) => existing(found, 'category_not_found', 'categoryId');

function requireChangeable(found: StoredCategory | undefined, principal: Principal): StoredCategory {
  const category = ofPath(found);
  if (isOwnedBy(principal, category.owner)) return category;
  throw new ApiError(
    'forbidden',
    'Only the account or the organization that it belongs to, or an operator, may change this category.',
  );
}
