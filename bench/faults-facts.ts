import { nextIn } from './calls.ts';
import type { Answer, Client } from './faults-client.ts';

/** A state that the service has acknowledged, and the event that it must publish. */
export interface Fact {
  /** The round in which it was acknowledged. */
  readonly round: number;
  readonly resource: Resource;
  readonly id: number | string;
  readonly state: string;
  readonly event: string;
}

/** For each resource that the load creates: its list, and all fields that the load changes, as one text. */
export const RESOURCES = {
  pet: { path: '/v1/pets', state: ({ name, status }: Item) => `${name}, ${status}` },
  order: { path: '/v1/store/orders', state: ({ petId, status }: Item) => `of pet ${petId}, ${status}` },
  message: { path: '/v1/messages', state: ({ message }: Item) => String(message) },
} as const;
export type Resource = keyof typeof RESOURCES;

export interface Item {
  readonly id: number | string;
  readonly name?: string;
  readonly status?: string;
  readonly petId?: number;
  readonly message?: string;
}

export const itemOf = (answer: Answer): Item => answer.body as Item;

export const nameOf = ({ resource, id }: Pick<Fact, 'resource' | 'id'>): string => `${resource} ${id}`;

/** The pages of a list, from the newest to the oldest item. */
export async function* listed(client: Client, path: string): AsyncGenerator<Item[]> {
  for (let next: string | undefined = `${path}?limit=100`; next !== undefined;) {
    const answer = await client.settle({ method: 'GET', path: next }, [200]);
    if (answer === undefined) return;
    yield answer.body as Item[];
    next = nextIn(answer.headers['link']);
  }
}
