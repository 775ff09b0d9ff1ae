import type { FastifyReply } from 'fastify';
import type { App } from '../../http/app.ts';
import { BREEDS } from '../../vocabulary/animals/breeds.ts';
import { COLORS } from '../../vocabulary/animals/colors.ts';
import { type AnimalType, SPECIES } from '../../vocabulary/animals/species.ts';
import { typeOfSpecies } from '../../words/species-spellings.ts';
import { BreedNames, ColorNames, OfSpecies, SpeciesNames } from './schema.ts';

/** The names change with the version of the service only. */
const CACHED = { 'cache-control': 'private, max-age=86400' };

/** The names that a person is offered while typing. A profile may have others. */
export function vocabularyRoutes(v1: App): void {
  v1.get('/vocabularies/species', {
    schema: {
      operationId: 'listSpecies',
      summary: 'List the names of species',
      description: 'Returns the usual names of species. A profile may have any other.',
      response: { 200: SpeciesNames },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: async (_request, reply) => cached(reply, namesIn(SPECIES, undefined)),
  });

  v1.get('/vocabularies/breeds', {
    schema: {
      operationId: 'listBreeds',
      summary: 'List the names of breeds',
      description: 'Returns the usual names of breeds, which Petfinder knows too. A profile may have any other.',
      querystring: OfSpecies,
      response: { 200: BreedNames },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: async (request, reply) => cached(reply, namesIn(BREEDS, request.query.species)),
  });

  v1.get('/vocabularies/colors', {
    schema: {
      operationId: 'listColors',
      summary: 'List the names of colors',
      description: 'Returns the usual names of colors, which Petfinder knows too. A profile may have any other.',
      querystring: OfSpecies,
      response: { 200: ColorNames },
    },
    config: { access: 'pets:read', whose: 'everything' },
    handler: async (request, reply) => cached(reply, namesIn(COLORS, request.query.species)),
  });
}

function cached(reply: FastifyReply, names: string[]): string[] {
  reply.headers(CACHED);
  return names;
}

function namesIn(vocabulary: Readonly<Record<AnimalType, readonly string[]>>, species: string | undefined): string[] {
  if (species !== undefined) {
    const type = typeOfSpecies(species);
    return type === undefined ? [] : [...vocabulary[type]];
  }
  return [...new Set(Object.values(vocabulary).flat())].toSorted((a, b) => a.localeCompare(b, 'en'));
}
