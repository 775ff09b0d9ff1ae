import { type ApplicationsModel, type ModelApplication, STRANGER } from '../orders/applications/model.ts';
import { AlertsModel } from './alerts.ts';
import { MailsModel, MOST_RESERVED } from './mails.ts';

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

/** Where organizations may be: near the one, they are far from the other. */
export const PLACES = [
  { latitude: 39.8, longitude: -89.65 },
  { latitude: 51.77, longitude: 19.46 },
] as const;
export type Adoption = 'reserve' | 'apply';

/** What staff decide for all animals of their organization. */
interface ModelOrganization {
  readonly id: number;
  readonly manager: string;
  readonly managerId: number;
  name: string;
  adoption: Adoption;
  place?: (typeof PLACES)[number];
}

let people = 0;
const newEmail = (): string => `person-${(people += 1)}@families.example`;

/** Two shelters with animals, orders and applications, and what is around them, in memory and without any haste. */
export class ServiceModel extends MailsModel {
  /** By the account that stands for its members. */
  readonly organizations: Readonly<Record<number, ModelOrganization>>;
  /** Of animals that are adopted otherwise than all of their organization. */
  readonly adoptions = new Map<ModelPet, Adoption>();
  /** Those that were ever added, removed ones too. */
  readonly pets: ModelPet[] = [];
  readonly names = new Map<ModelPet, string>();
  readonly gone = new Set<ModelPet>();
  /** By the id of each; those of removed animals are gone with them. */
  readonly photos = new Map<number, ModelPet>();
  readonly paid = new Set<ModelOrder>();
  readonly categories = new Map<number, string>();
  readonly messages: string[] = [];
  readonly waiting = new AlertsModel<ModelPet>();
  readonly keys: { readonly id: number; readonly key: string; isRevoked: boolean }[] = [];
  /** The addresses of those who apply. Who was erased comes back with another one. */
  readonly emails = [newEmail(), newEmail(), newEmail()];
  /** The secrets of the adopters' links. */
  readonly tokens = new Map<ModelApplication | ModelOrder, string>();
  /** Events that must be there, each as often: `order.placed 7`. */
  readonly told: string[] = [];
  isHillsideListed = true;
  private all: Kept[] = [];
  private passedMs = 0;
  private known = new Map<string, string>();
  /** Until when staff hold animals back. */
  private readonly heldUntil = new Map<ModelPet, number>();
  private readonly startMs: number;

  constructor(startMs: number, organizations: ServiceModel['organizations']) {
    super();
    this.startMs = startMs;
    this.organizations = organizations;
    this.known = this.statuses();
  }

  override managerOf = (owner: number): string => this.organizations[owner]!.manager;
  override isPublic = (owner: number): boolean => owner !== HILLSIDE || this.isHillsideListed;
  get timeMs(): number {
    return this.startMs + this.passedMs;
  }

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
    for (const [pet, untilMs] of this.heldUntil) {
      if (untilMs > this.timeMs) continue;
      this.heldUntil.delete(pet);
      if (this.store.pets.includes(pet) && !this.gone.has(pet)) this.told.push(`pet.updated ${pet.id}`);
    }
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
      else if (kind === 'organization') this.told.push(`organization.updated ${id}`);
      else if (kind === 'category') this.told.push(`category.${isNew ? 'created' : 'updated'} ${id}`);
      else this.told.push(`${kind}.${status} ${id}`);
      if (kind === 'order') this.tellOrder(this.store.orders.find((order) => order.id === Number(id))!);
      if (kind === 'application') this.tellApplication(this.applications.find((one) => one.id === Number(id))!);
    }
    for (const about of this.known.keys()) if (!known.has(about)) this.told.push(about.replace(' ', '.deleted '));
    this.known = known;
    this.noteUntrue();
    const isAvailable = (pet: ModelPet) => pet.status === 'available' && !this.isHeld(pet) && !this.gone.has(pet);
    this.waiting.note(this.store.pets.filter(isAvailable), (pet) => this.isPublic(pet.owner), this.timeMs);
  }

  override mail(): void {
    super.mail();
    this.waiting.told(this.timeMs);
  }

  /** Whether visitors find the animal. */
  isShown(pet: ModelPet): boolean {
    const isThere = this.store.pets.includes(pet) && !this.isHeld(pet) && !this.gone.has(pet);
    return isThere && this.isPublic(pet.owner);
  }

  override hold(pet: ModelPet, isHeld: boolean, untilMs = Infinity): void {
    if (isHeld) this.heldUntil.set(pet, untilMs);
    else this.heldUntil.delete(pet);
  }

  override isHeld(pet: ModelPet): boolean {
    return (this.heldUntil.get(pet) ?? 0) > this.timeMs;
  }

  override mayPlace(pet: ModelPet): number | string {
    const may = super.mayPlace(pet);
    return may === 201 && this.gone.has(pet) ? 'pet_not_available' : may;
  }

  /** How visitors adopt the animal. */
  adoptionOf = (pet: ModelPet): Adoption => this.adoptions.get(pet) ?? this.organizations[pet.owner]!.adoption;

  /** What visitors are told who reserve it, or apply for it, though it is adopted otherwise. */
  private otherwise(pet: ModelPet, wanted: Adoption): string | undefined {
    if (!this.store.pets.includes(pet) || this.isHeld(pet) || this.gone.has(pet)) return undefined;
    if (this.adoptionOf(pet) === wanted) return undefined;
    return wanted === 'reserve' ? 'application_required' : 'order_required';
  }

  override mayApply(pet: ModelPet, email: string): number | string {
    return this.otherwise(pet, 'apply') ?? super.mayApply(pet, email);
  }

  mayReserve(pet: ModelPet, email: string): number | string {
    const may = this.otherwise(pet, 'reserve') ?? this.mayPlace(pet);
    const isOpen = ([{ status }, of]: [ModelOrder, string]) => of === email && ['placed', 'approved'].includes(status);
    return may === 201 && [...this.adopters].filter(isOpen).length >= MOST_RESERVED ? 'too_many_open_orders' : may;
  }

  reserve(pet: ModelPet, email: string, id: number): void {
    this.store.place(VISITORS, pet, id);
    this.adopters.set(this.store.orders.at(-1)!, email);
  }

  keep(request: Omit<Kept, 'atMs'>): void {
    this.all.push({ ...request, atMs: this.passedMs });
  }

  /** The requests whose key the service still knows. */
  get kept(): Kept[] {
    return this.all.filter(({ atMs }) => this.passedMs - atMs < keptMs);
  }

  /** @param arrived how many mails have arrived before */
  erasePerson(index: number, arrived: number): void {
    const email = this.emails[index]!;
    this.erase(email);
    for (const [order, of] of this.adopters) if (of === email) this.store.move(order.pet.owner, order, 'cancel');
    this.waiting.end(email);
    this.erased.set(email, arrived);
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
      ...Object.values(this.organizations).map(
        ({ id, name, adoption, place }) => [`organization ${id}`, `${name} ${adoption} ${place?.latitude}`] as const,
      ),
      ...[...this.categories].map(([id, name]) => [`category ${id}`, name] as const),
    ]);
  }
}
