import type { FastifyRequest } from 'fastify';
import type { Unknown } from '../http/validation/unknown.ts';

/** Ids that the service gives to animals, orders and so on, and to messages. */
const id = /^(?:-?\d{1,19}|msg_[\da-z]{26})$/;
const parameter = /:(\w+)/g;

/**
 * The path of a route with the ids of the request: `/v1/pets/7`. A parameter that is no id may be anything, such as an address, and keeps its
 * name: `/v1/pets/{petId}`.
 */
export function keptPath(route: string, parameters: unknown): string {
  if (!route.includes(':')) return route;
  const values = parameters as Readonly<Record<string, unknown>>;
  return route.replaceAll(parameter, (_, name: string) => {
    const value = String(values[name]);
    return id.test(value) ? value : `{${name}}`;
  });
}

/** A name as programs have them. It holds no secret of the service: those are longer, or have these letters. */
const harmlessName = /^(?!.*(?:p[a-z]{2}_|whsec_))[a-z_][\w-]{0,31}$/i;
const mostNames = 5;

/**
 * The names that a request had and its operation ignored: `profile.goodwith`, and with `?` the names of query parameters. A name that could be more
 * than a name is `*`. No name has a comma.
 */
export function keptNames(ignored: FastifyRequest['ignored']): string {
  if (ignored === undefined) return '';
  const { parameters, members } = ignored;
  const kept = ({ path, name }: Unknown): string => path + (harmlessName.test(name) ? name : '*');
  const names = [...members.map(kept), ...parameters.map((parameter) => `?${kept(parameter)}`)];
  return [...new Set(names)].slice(0, mostNames).join(',');
}

/** No secret of the service is so short, and no part of one has these letters. */
const harmlessId = /^(?!.*(?:p[a-z]{2}_|whsec_))[\w.:-]{1,36}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The id that a client chose for its request, if it can be kept; otherwise empty. Visitors' browsers make ids of their own: only those without
 * meaning are kept.
 */
export const keptId = (requestId: string, isVisitor: boolean): string =>
  (isVisitor ? uuid : harmlessId).test(requestId) ? requestId : '';
