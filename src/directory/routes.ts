import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../database/database.ts';
import type { App } from '../http/app.ts';
import { etagWithin, isUnchanged, isWithin, requirePreconditions } from '../http/conditional.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Lists } from '../http/paging.ts';
import { NoContent, NotModified, PageQuery } from '../http/shapes.ts';
import type { Effects } from '../idempotency/effects.ts';
import type { Network } from '../network/network.ts';
import type { Int64 } from '../vocabulary/int64.ts';
import { DirectorySource, DirectorySourcePatch, DirectorySources, NewDirectorySource, SourceParams } from './schema.ts';
import type { SourceRow, SourceStore } from './sources.ts';

interface DirectoryRouteParts {
  readonly sources: SourceStore;
  readonly network: Network;
  /** Where visitors find this service. */
  readonly origin: string;
  readonly lists: Lists;
  readonly effects: Effects;
  /** Hides all that the source has here. */
  readonly withdraw: (tx: Queries, source: SourceRow) => Promise<void>;
  /** Begins what a change asks for. */
  readonly wake: () => void;
}

const ETAG =
  'The version of the source. `If-Match` compares only what operators have set; `If-None-Match` also what has become of it.';

/** The services whose animals this one shows, for operators. */
export function directoryRoutes(
  v1: App,
  { sources, network, origin: own, lists, effects, withdraw, wake }: DirectoryRouteParts,
): void {
  type SourceRequest = FastifyRequest & { readonly params: { readonly sourceId: Int64 } };
  const sourceOf = async ({ params }: Pick<SourceRequest, 'params'>, tx?: Queries): Promise<SourceRow> =>
    existing(await sources.find(params.sourceId, tx), 'source_not_found', 'sourceId');

  /** The origin of the address. @throws ApiError `invalid_body` */
  function originOf(text: string): string {
    const fault = network.faultOf(text);
    if (fault !== undefined) throw new ApiError('invalid_body', `The field \`url\` ${fault}.`);
    const { origin, pathname, search } = new URL(text);
    if (pathname !== '/' || search !== '')
      throw new ApiError('invalid_body', 'The field `url` must have no path: it is the address of the service alone.');
    if (origin === own) throw new ApiError('invalid_body', 'The field `url` is the address of this service itself.');
    return origin;
  }

  /** The source, with its ETag. */
  async function answer(reply: FastifyReply, row: SourceRow, tx?: Queries): Promise<DirectorySource> {
    const source = await sources.shown(row, tx);
    reply.header('etag', etagWithin(row.version, source));
    return source;
  }

  /** The source of the path, which is to change. @throws ApiError `precondition_failed` */
  async function changeable(request: SourceRequest, tx: Queries): Promise<SourceRow> {
    const found = await sourceOf(request, tx);
    requirePreconditions(request, etagWithin(found.version, await sources.shown(found, tx)), isWithin(found.version));
    return found;
  }

  v1.get('/admin/directory', {
    schema: {
      operationId: 'listDirectorySources',
      summary: 'List the sources of the directory',
      description: 'The services whose animals this one shows beside its own, the last one that was added first.',
      querystring: PageQuery,
      response: { 200: DirectorySources },
    },
    config: { access: 'operator' },
    handler: (request, reply) =>
      lists.page(request, reply, {}, async (_, count, before) =>
        Promise.all((await sources.list(count, before)).map((row) => sources.shown(row))),
      ),
  });

  v1.post('/admin/directory', {
    schema: {
      operationId: 'addDirectorySource',
      summary: 'Add a source to the directory',
      description:
        'Shows the animals and organizations that visitors see at another service, with the partner key that its operator has made. Everything is read at once, and then each change within seconds.',
      body: NewDirectorySource,
      response: { 201: DirectorySource },
    },
    config: {
      access: 'operator',
      errors: ['source_exists'],
      headers: { Location: 'The path of the new source.', ETag: ETAG },
    },
    handler: async (request, reply) => {
      const { url, key } = request.body;
      const origin = originOf(url);
      const added = await effects.run(request, reply, async (tx) => {
        const there = await sources.at(tx, origin);
        if (there !== undefined)
          throw new ApiError(
            'source_exists',
            there.removed_at === null
              ? 'The service is a source of this directory already.'
              : 'It is still being removed: try again in a moment.',
          );
        const row = await sources.add(tx, { url: origin, key });
        reply.header('location', `/v1/admin/directory/${row.id}`);
        return answer(reply, row, tx);
      });
      wake();
      return added;
    },
  });

  v1.get('/admin/directory/:sourceId', {
    schema: {
      operationId: 'getDirectorySource',
      summary: 'Get a source of the directory',
      description: 'Where the source stands, and what it has here.',
      params: SourceParams,
      response: { 200: DirectorySource, 304: NotModified },
    },
    config: { access: 'operator', errors: ['source_not_found', 'precondition_failed'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const row = await sourceOf(request);
      const source = await sources.shown(row);
      if (isUnchanged(request, reply, etagWithin(row.version, source))) return reply.code(304).send();
      return source;
    },
  });

  v1.patch('/admin/directory/:sourceId', {
    schema: {
      operationId: 'updateDirectorySource',
      summary: 'Change a source of the directory',
      description: 'Gives the source another partner key, pauses it, or lets it go on.',
      params: SourceParams,
      body: DirectorySourcePatch,
      response: { 200: DirectorySource },
    },
    config: { access: 'operator', errors: ['source_not_found', 'precondition_failed'], headers: { ETag: ETAG } },
    handler: async (request, reply) => {
      const changed = await effects.run(request, reply, async (tx) => {
        const found = await changeable(request, tx);
        return answer(reply, await sources.patch(tx, found, request.body), tx);
      });
      wake();
      return changed;
    },
  });

  v1.delete('/admin/directory/:sourceId', {
    schema: {
      operationId: 'removeDirectorySource',
      summary: 'Remove a source of the directory',
      description:
        'From the response on, visitors see nothing of the source. Its animals and organizations are then removed, which takes a moment for many.',
      params: SourceParams,
      response: { 204: NoContent('Nothing of the source is shown any more.') },
    },
    config: { access: 'operator', errors: ['source_not_found', 'precondition_failed'] },
    handler: async (request, reply) => {
      await effects.run(request, reply, async (tx) => {
        const found = await changeable(request, tx);
        await withdraw(tx, await sources.beginRemoval(tx, found));
      });
      wake();
    },
  });
}
