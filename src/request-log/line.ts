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

/** No secret of the service is so short, and no part of one has these letters. */
const harmlessId = /^(?!.*(?:p[a-z]{2}_|whsec_))[\w.:-]{1,36}$/;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The id that a client chose for its request, if it can be kept; otherwise empty. Visitors' browsers make ids of their own: only those without
 * meaning are kept.
 */
export const keptId = (requestId: string, isVisitor: boolean): string =>
  (isVisitor ? uuid : harmlessId).test(requestId) ? requestId : '';
