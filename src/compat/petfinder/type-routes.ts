import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { notFound } from '../../http/errors.ts';
import type { AnimalType } from '../../vocabulary/animals/species.ts';
import { get } from './responses.ts';
import { breedMembers, typeMembers, typeNamed, TYPES } from './types.ts';

const LONG = 'private, max-age=86400';

/** Petfinder's types, breeds and colors. They change with the version of the service only. */
export function typeRoutes(v2: App): void {
  const { prefix } = v2;
  get(v2, '/types', LONG, () => ({ types: TYPES.map((type) => typeMembers(prefix, type)) }));
  get(v2, '/types/:type', LONG, (request) => ({ type: typeMembers(prefix, typeIn(request)) }));
  get(v2, '/types/:type/breeds', LONG, (request) => ({ breeds: breedMembers(prefix, typeIn(request)) }));
}

function typeIn({ params }: FastifyRequest): AnimalType {
  const type = typeNamed((params as { readonly type: string }).type);
  if (type === undefined) throw notFound('route_not_found', 'type');
  return type;
}
