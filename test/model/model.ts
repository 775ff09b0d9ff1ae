import { ApplicationsModel, type ModelApplication, STRANGER } from '../orders/applications/model.ts';

/** Who acts, as accounts of `StoreModel`. */
export const SHELTER = 0;
export { STRANGER };
export const VISITORS = 2;
export const HILLSIDE = 3;

export type ModelPet = ApplicationsModel['store']['pets'][number];
export type ModelOrder = ApplicationsModel['store']['orders'][number];

/** A request that has succeeded, with its `Idempotency-Key`. */
export interface Kept {
  readonly key: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly text: string;
  readonly atMs: number;
}

const dayMs = 86_400_000;
/** Events are kept for 30 days: a history ends before. */
const longestMs = 25 * dayMs;
/** How long the service knows an `Idempotency-Key`. */
const keptMs = dayMs;

let people = 0;
const newEmail = (): string => `person-${(people += 1)}@families.example`;

/** Two shelters with animals, orders and applications, and what is around them, in memory and without any haste. */
export class ServiceModel extends ApplicationsModel {
  /** Those that were ever added, removed ones too. */
  readonly pets: ModelPet[] = [];
  readonly names = new Map<ModelPet, string>();
  readonly gone = new Set<ModelPet>();
  /** By the id of each; those of removed animals are gone with them. */
  readonly photos = new Map<number, ModelPet>();
  readonly paid = new Set<ModelOrder>();
  readonly categories = new Map<number, string>();
  readonly messages: string[] = [];
  readonly keys: { readonly id: number; readonly key: string; isRevoked: boolean }[] = [];
  /** The addresses of those who apply. Who was erased comes back with another one. */
  readonly emails = [newEmail(), newEmail(), newEmail()];
  readonly erased: string[] = [];
  /** The secrets of the applicants' links. */
  readonly tokens = new Map<ModelApplication, string>();
  /** Events that must be there, each as often: `order.placed 7`. */
  readonly told: string[] = [];
  isHillsideListed = true;
  private all: Kept[] = [];
  private passedMs = 0;
  private known = new Map<string, string>();

  get days(): number {
    return this.passedMs / dayMs;
  }

  /** As much of the time as the history may still last. */
  within = (ms: number): number => Math.min(ms, longestMs - this.passedMs);

  override advance(ms: number): void {
    super.advance(ms);
    this.passedMs += ms;
  }

  /** Notes the events of what has changed since the last call. */
  tellChanges(): void {
    for (const [id, pet] of this.photos) if (!this.store.pets.includes(pet)) this.photos.delete(id);
    const known = this.statuses();
    for (const [about, status] of known) {
      const before = this.known.get(about);
      if (before === status) continue;
      const [kind, id] = about.split(' ');
      const isNew = before === undefined;
      if (kind === 'pet') this.told.push(`pet.${isNew ? 'created' : 'status_changed'} ${id}`);
      else if (kind === 'order' && isNew)
        this.told.push(...(status === 'placed' ? [] : [`order.placed ${id}`]), `order.${status} ${id}`);
      else if (kind === 'application') this.told.push(`application.${status} ${id}`);
      else if (kind === 'category') this.told.push(`category.${isNew ? 'created' : 'updated'} ${id}`);
      else this.told.push(`${kind}.${status} ${id}`);
    }
    for (const about of this.known.keys()) if (!known.has(about)) this.told.push(about.replace(' ', '.deleted '));
    this.known = known;
  }

  /** Whether visitors find the animal. */
  isShown(pet: ModelPet): boolean {
    const isThere = this.store.pets.includes(pet) && !this.isHeld(pet) && !this.gone.has(pet);
    return isThere && (pet.owner !== HILLSIDE || this.isHillsideListed);
  }

  override mayPlace(pet: ModelPet): number | string {
    const may = super.mayPlace(pet);
    return may === 201 && this.gone.has(pet) ? 'pet_not_available' : may;
  }

  keep(request: Omit<Kept, 'atMs'>): void {
    this.all.push({ ...request, atMs: this.passedMs });
  }

  /** The requests whose key the service still knows. */
  get kept(): Kept[] {
    return this.all.filter(({ atMs }) => this.passedMs - atMs < keptMs);
  }

  erasePerson(index: number): void {
    const email = this.emails[index]!;
    this.erase(email);
    this.erased.push(email);
    this.emails[index] = newEmail();
    this.all = this.all.filter(({ body }) => !JSON.stringify(body).includes(email));
  }

  private statuses(): Map<string, string> {
    const { pets, orders } = this.store;
    return new Map([
      ...pets.map(({ id, status }) => [`pet ${id}`, status] as const),
      ...orders.map(({ id, status }) => [`order ${id}`, status] as const),
      ...this.applications.map(({ id, status }) => [`application ${id}`, status] as const),
      ...this.messages.map((id) => [`message ${id}`, 'delivered'] as const),
      ...[...this.categories].map(([id, name]) => [`category ${id}`, name] as const),
    ]);
  }
}
