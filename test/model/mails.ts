import { ApplicationsModel, type ModelApplication } from '../orders/applications/model.ts';
import { holdMs } from '../support/adoption.ts';
import type { ReceivedMail } from '../support/mail.ts';

type Pet = ApplicationsModel['store']['pets'][number];
type Order = ApplicationsModel['store']['orders'][number];

/** The default of `VISITOR_OPEN_ORDERS`. */
export const MOST_RESERVED = 3;
/** The steps of an order that need nobody of the organization: of more of them a day, one address is not mailed. */
const UNSEEN: ReadonlySet<string> = new Set(['placed', 'cancelled', 'expired']);

/** What a visitor has asked about an animal. */
interface ModelQuestion {
  readonly id: string;
  readonly pet: Pet;
  isOpen: boolean;
  isAssigned: boolean;
}

/** Who must be told of orders, applications and questions by mail: adopters, and the managers of the animals' organizations. */
export abstract class MailsModel extends ApplicationsModel {
  /** The addresses of those who have reserved. */
  readonly adopters = new Map<Order, string>();
  /** Those of erased people, and how many mails had arrived before. */
  readonly erased = new Map<string, number>();

  readonly questions: ModelQuestion[] = [];

  /** By the account that owns an animal. */
  abstract managerOf(owner: number): string;
  /** Whether visitors see the organization. */
  abstract isPublic(owner: number): boolean;

  protected override tell(kind: string, pet: Pet, email: string, isTrue: () => boolean): void {
    if (!this.erased.has(email)) super.tell(kind, pet, email, () => isTrue() && this.isPublic(pet.owner));
  }

  /** A manager is told of it where the console shows it, whatever visitors see. */
  private notify(pet: Pet, path: string, isTrue: () => boolean): void {
    super.tell(path, pet, this.managerOf(pet.owner), isTrue);
  }

  protected tellOrder(order: Order): void {
    const { id, pet, placer, status } = order;
    const application = this.applications.find((one) => one.order === order);
    const email = this.adopters.get(order) ?? application?.email;
    const isAcceptance = application !== undefined && status === 'approved';
    if (email !== undefined && !isAcceptance && !this.isTooMuch(order, email))
      this.tell(`order.${status}`, pet, email, () => order.status === status);
    if (status === 'placed' && placer !== pet.owner)
      this.notify(pet, `/console/orders/${id}`, () => order.status === status);
  }

  protected tellApplication(application: ModelApplication): void {
    const { id, pet, status } = application;
    if (status === 'submitted') this.notify(pet, `/console/applications/${id}`, () => application.status === status);
  }

  ask(id: string, pet: Pet): void {
    const question = { id, pet, isOpen: true, isAssigned: false };
    this.questions.push(question);
    this.notify(pet, `/console/inbox/${id}`, () => question.isOpen);
  }

  assign(question: ModelQuestion): void {
    question.isAssigned = true;
    this.notify(question.pet, `assigned/console/inbox/${question.id}`, () => question.isOpen);
  }

  private isTooMuch({ id, status, endsMs }: Order, email: string): boolean {
    const linked = new Map([
      ...this.adopters,
      ...this.applications.flatMap(({ order, email: of }) => (order === undefined ? [] : [[order, of] as const])),
    ]);
    const earlier = [...linked].filter(([one, of]) => of === email && one.id < id && one.endsMs > endsMs - holdMs / 2);
    return UNSEEN.has(status) && earlier.length >= MOST_RESERVED;
  }
}

/** A mail that has arrived: what it is, for whom, and what of the console it links to. */
export interface ArrivedMail {
  readonly id: string;
  readonly kind: string;
  to: string;
  readonly text: string;
}

/** A mail that is sent twice has the same id, such as `order.approved.7.1795000000000`. */
export function arrivedOf({ to: [to = ''], text }: ReceivedMail): ArrivedMail {
  const [, id = ''] = /^Message-ID: <(.*)@/im.exec(text) ?? [];
  return { id, kind: id.split('.').slice(0, -2).join('.'), to, text };
}

export const onceEach = (mails: readonly ArrivedMail[]): ArrivedMail[] => [
  ...new Map(mails.map((mail) => [mail.id, mail])).values(),
];

/** What the mails tell: `order.approved ann@example.org`, `/console/orders/7 manager@example.org`, or `assigned/console/inbox/msg_…`. */
export const factsOf = (mails: readonly ArrivedMail[]): string[] =>
  onceEach(mails).flatMap(({ kind, to, text }) => {
    if (!kind.startsWith('notifications.')) return [`${kind} ${to}`];
    const links = [...text.matchAll(/\/console\/(?:orders|applications)\/\d+/g)].map(([link]) => link);
    const asked = [...text.matchAll(/has a question[^]*?(\/console\/inbox\/\w+)/g)].map(([, link]) => link);
    const assigned = [...text.matchAll(/You take care of a message[^]*?(\/console\/inbox\/\w+)/g)];
    const facts = new Set([...links, ...asked, ...assigned.map(([, link]) => `assigned${link}`)]);
    return [...facts].map((fact) => `${fact} ${to}`);
  });

/** What they tell adopters of each order and application, which the token of its link stands for: `order.approved prs_…`. */
export const stepsOf = (mails: readonly ArrivedMail[]): string[] =>
  onceEach(mails).flatMap(({ kind, text }) => {
    const [, token] = /\/(?:reservation|application)#(\w+[\w-]+)/.exec(text) ?? [];
    return token === undefined ? [] : [`${kind} ${token}`];
  });
