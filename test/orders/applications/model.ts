import { holdMs } from '../../support/adoption.ts';
import { StoreModel } from '../model.ts';

type Pet = StoreModel['pets'][number];
type Order = StoreModel['orders'][number];
export type ApplicationMove = 'review' | 'accept' | 'decline' | 'withdraw' | 'close';

/** The accounts of `StoreModel` besides the animals' organizations: another account that orders, and the visitors. */
export const STRANGER = 1;
const VISITORS = 2;
const MOST_OPEN = 5;

export interface ModelApplication {
  readonly id: number;
  readonly pet: Pet;
  readonly email: string;
  readonly atMs: number;
  status: string;
  order?: Order;
}

interface ModelMail {
  readonly kind: string;
  readonly email: string;
  /** Whether it must be sent: nothing can have replaced it before it was. */
  isSure: boolean;
  /** Whether it is still to say what it says. */
  readonly isTrue: () => boolean;
}

/** Applications as design 13 tells them, beside animals and orders, in memory. Operations say what the service must answer. */
export class ApplicationsModel {
  readonly store = new StoreModel();
  readonly applications: ModelApplication[] = [];
  /** Those to applicants who were not erased. */
  mails: ModelMail[] = [];
  private waitingMails: ModelMail[] = [];
  private readonly held = new Set<Pet>();
  private nowMs = 0;

  /** All mails that wait are sent. */
  mail(): void {
    this.waitingMails = [];
  }

  hold(pet: Pet, isHeld: boolean): void {
    if (isHeld) this.held.add(pet);
    else this.held.delete(pet);
  }

  isHeld(pet: Pet): boolean {
    return this.held.has(pet);
  }

  mayPlace(pet: Pet): number | string {
    const may = this.store.mayPlace(pet);
    return may === 201 && this.isHeld(pet) ? 'pet_not_available' : may;
  }

  mayApply(pet: Pet, email: string): number | string {
    const may = this.mayPlace(pet);
    if (may !== 201) return may;
    const open = this.applications.filter((one) => one.email === email && isWaiting(one));
    if (open.length >= MOST_OPEN) return 'too_many_open_applications';
    return open.some((one) => one.pet === pet) ? 'already_applied' : 201;
  }

  apply(pet: Pet, email: string, id: number): void {
    const isOfDay = (one: ModelApplication) => one.email === email && one.atMs > this.nowMs - holdMs / 2;
    const isTooMuch = this.applications.filter(isOfDay).length >= MOST_OPEN;
    const application = { id, pet, email, atMs: this.nowMs, status: 'submitted' };
    this.applications.push(application);
    if (!isTooMuch) this.tell('application.submitted', pet, email, () => isWaiting(application));
  }

  mayMove({ status, pet }: ModelApplication, name: ApplicationMove): number | string {
    if (!isWaiting({ status })) return 'application_closed';
    if (name === 'review' && status === 'in_review') return 'invalid_status_transition';
    return name === 'accept' && this.mayPlace(pet) !== 201 ? 'pet_not_available' : 200;
  }

  /** @param orderId of the order that an acceptance makes */
  move(application: ModelApplication, name: ApplicationMove, orderId?: number): void {
    this.change(() => {
      application.status = ENDS[name];
      if (orderId !== undefined) {
        this.store.place(VISITORS, application.pet, orderId);
        application.order = this.store.orders.at(-1)!;
        this.store.move(application.pet.owner, application.order, 'approve');
      }
    });
    const { email, pet, status, order } = application;
    if (name === 'decline' || name === 'close') this.tell(`application.${status}`, pet, email, () => true);
    if (order !== undefined) this.tell('order.approved', pet, email, () => order.status === 'approved');
  }

  moveOrder(order: Order, name: 'deliver' | 'cancel' | 'return'): number | string {
    return this.change(() => this.store.move(order.pet.owner, order, name));
  }

  /** Whoever waits for the animal is told that it is gone. */
  removePet(pet: Pet): number | string {
    const answer = this.store.deletePet(pet.owner, pet);
    if (answer === 204)
      for (const one of this.applications) if (one.pet === pet && isWaiting(one)) this.move(one, 'close');
    return answer;
  }

  erase(email: string): void {
    for (const one of this.applications) {
      if (one.email !== email) continue;
      if (isWaiting(one)) one.status = 'withdrawn';
      if (one.order !== undefined) this.store.move(one.pet.owner, one.order, 'cancel');
    }
    this.mails = this.mails.filter((mail) => mail.email !== email);
  }

  advance(ms: number): void {
    this.nowMs += ms;
    this.store.advance(ms);
  }

  /** @param _pet what it is about */
  protected tell(kind: string, _pet: Pet, email: string, isTrue: () => boolean): void {
    const mail = { kind, email, isSure: true, isTrue };
    this.mails.push(mail);
    this.waitingMails.push(mail);
  }

  /** A mail that waits while it becomes untrue may have been sent, or not. */
  private change<Result>(change: () => Result): Result {
    const result = change();
    this.noteUntrue();
    return result;
  }

  protected noteUntrue(): void {
    for (const mail of this.waitingMails) if (!mail.isTrue()) mail.isSure = false;
  }
}

const ENDS = {
  review: 'in_review',
  accept: 'accepted',
  decline: 'declined',
  withdraw: 'withdrawn',
  close: 'closed',
} as const;

const isWaiting = ({ status }: { readonly status: string }): boolean =>
  status === 'submitted' || status === 'in_review';
