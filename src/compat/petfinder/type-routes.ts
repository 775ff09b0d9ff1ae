import type { App } from '../../http/app.ts';
import { notFound } from '../../http/errors.ts';
import type { AnimalType } from '../../vocabulary/animals/species.ts';
import { send } from './send.ts';
import { breedMembers, typeMembers, typeNamed, TYPES } from './types.ts';

const LONG = 'private, max-age=86400';

/** Petfinder's types, breeds and colors. They change with the version of the service only. */
export function typeRoutes(v2: App): void {
  const get = (path: string, answer: (params: Readonly<Record<string, string>>) => object) => {
    for (const url of [path, `${path}/`])
      v2.get(url, { config: { access: 'pets:read' } }, async (request, reply) =>
        send(reply, LONG, answer(request.params as Readonly<Record<string, string>>)),
      );
  };
  const { prefix } = v2;
  get('/types', () => ({ types: TYPES.map((type) => typeMembers(prefix, type)) }));
  get('/types/:type', ({ type = '' }) => ({ type: typeMembers(prefix, existingType(type)) }));
  get('/types/:type/breeds', ({ type = '' }) => ({ breeds: breedMembers(prefix, existingType(type)) }));
}

function existingType(text: string): AnimalType {
  const type = typeNamed(text);
  if (type === undefined) throw notFound('route_not_found', 'type');
  return type;
}
