import type { Database, Queries } from '../../database/database.ts';
import type { App } from '../../http/app.ts';
import { ApiError, existing } from '../../http/errors.ts';
import type { Lists } from '../../http/paging.ts';
import { actorOf, isOwnedBy, type Principal, principalOf } from '../../http/principal.ts';
import { PageQuery } from '../../http/shapes.ts';
import type { Effects } from '../../idempotency/effects.ts';
import type { PetStore } from '../../pets/store.ts';
import type { Int64 } from '../../vocabulary/int64.ts';
import { Import, ImportParams, Imports } from './schema.ts';
import type { ImportStore, StoredImport } from './store.ts';

interface UndoingParts {
  readonly imports: ImportStore;
  readonly database: Database;
  readonly pets: PetStore;
  readonly lists: Lists;
  readonly effects: Effects;
}

/** Animals of one transaction. */
const atOnce = 100;
/** As many animals as the refusal names. */
const mostNamed = 20;

/** The imports that the service itself has done, and their undoing: docs/decisions/0082-undoing-imports.md. */
export function undoingRoutes(v1: App, { imports, database, pets, lists, effects }: UndoingParts): void {
  async function ofPath(tx: Queries, importId: Int64, principal: Principal): Promise<StoredImport> {
    const found = existing(await imports.find(tx, importId), 'import_not_found', 'importId');
    if (isOwnedBy(principal, found.owner)) return found;
    throw new ApiError(
      'forbidden',
      'Only the organization whose animals they are, or an operator, may undo an import.',
    );
  }

  /** Removes some of its animals. @returns whether there may be more */
  async function removeSome(tx: Queries, importId: number, principal: Principal): Promise<boolean> {
    const ids = await imports.animals(tx, importId, atOnce);
    if (ids.length === 0) return false;
    // Somebody may have come between.
    requireUntouched(await imports.touched(tx, importId, ids));
    await pets.removeAll(tx, ids, actorOf(principal));
    await imports.forget(tx, importId, ids);
    return ids.length === atOnce;
  }

  v1.get('/imports', {
    schema: {
      operationId: 'listImports',
      summary: 'List imports',
      description:
        'Returns the files that your organization has imported in the console or with `petstore import pets --direct`, newest first. Operators see all imports. Imports through the API are requests like any others, and not in this list. Follow the `Link` header for the next page.',
      querystring: PageQuery,
      response: { 200: Imports },
    },
    config: { access: 'pets:write', whose: 'staff', secretKeysOnly: true, errors: ['forbidden'] },
    handler: async (request, reply) => {
      const { operator, organization } = principalOf(request);
      if (!operator && organization === undefined)
        throw new ApiError('forbidden', 'Only members of an organization and operators see its imports.');
      const whose = operator ? undefined : organization?.id;
      return lists.page(request, reply, { whose }, (_, count, before) => imports.list(count, before, whose));
    },
  });

  v1.post('/imports/:importId/undo', {
    schema: {
      operationId: 'undoImport',
      summary: 'Undo an import',
      description:
        'Removes the animals that the import has added, and forgets their references, so that they can be imported again. It is refused, and nothing is removed, if anybody has changed one of the animals since, ordered it, applied for it, asked about it, or added or changed its photos. Animals that were removed already do not matter.',
      params: ImportParams,
      response: { 200: Import },
    },
    config: {
      access: 'pets:write',
      whose: 'owner',
      secretKeysOnly: true,
      errors: ['forbidden', 'import_not_found', 'import_touched'],
    },
    handler: async (request, reply) => {
      const principal = principalOf(request);
      const { importId } = request.params;
      const id = await database.transaction(async (tx) => {
        const { made } = await ofPath(tx, importId, principal);
        requireUntouched(await imports.touched(tx, made.id));
        return made.id;
      });
      while (await database.transaction((tx) => removeSome(tx, id, principal)));
      return effects.run(request, reply, async (tx) => {
        await ofPath(tx, importId, principal);
        await imports.end(tx, id);
        return (await ofPath(tx, importId, principal)).made;
      });
    },
  });
}

/** @throws ApiError `import_touched` if there are any */
function requireUntouched(ids: readonly number[]): void {
  if (ids.length === 0) return;
  const named = ids.slice(0, mostNamed).join(', ');
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} others` : '';
  throw new ApiError(
    'import_touched',
    `The import cannot be undone: ${ids.length === 1 ? 'one of its animals was' : `${ids.length} of its animals were`} changed, ordered, applied for or asked about since, or got other photos: ${named}${more}.`,
  );
}
