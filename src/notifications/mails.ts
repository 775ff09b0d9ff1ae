import { availableAt } from '../listing-sites/store.ts';
import type { Compose } from '../mail/delivery.ts';
import type { Letter, Part } from '../mail/letter.ts';
import { oneClickHeaders } from '../mail/one-click-end.ts';
import type { ThreadStore } from '../messages/threads/store.ts';
import type { ApplicationStore } from '../orders/applications/store.ts';
import type { FollowUpStore } from '../orders/follow-ups/store.ts';
import type { Order } from '../orders/schema.ts';
import type { OrderStore } from '../orders/store.ts';
import type { Organization } from '../organizations/schema.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { Now } from '../time/clock.ts';
import { isWaiting, MOST_COUNTED_APPLICATIONS } from '../vocabulary/application-lifecycle.ts';
import {
  LISTING_SITES,
  type ListingSiteName,
  WAITING_REASONS,
  type WaitingReason,
} from '../vocabulary/listing-sites.ts';
import type { NotificationKind } from '../vocabulary/notifications.ts';
import { type PlaceInTime, momentText } from '../vocabulary/text/moment.ts';
import { timestamp } from '../vocabulary/timestamp.ts';
import type { DigestStore } from './digest-store.ts';
import { digestParts } from './digest.ts';
import type { EndLinks } from './links.ts';
import { kindOf, type Notice, type NotificationStore, OWN_ADDRESS, type Recipient } from './store.ts';
import { digestKinds, type NotificationMail, toldAtOnce } from './telling.ts';

export interface NotificationMailParts {
  readonly notifications: NotificationStore;
  readonly digest: DigestStore;
  readonly followUps: Pick<FollowUpStore, 'of' | 'due'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly applications: Pick<ApplicationStore, 'find' | 'count'>;
  readonly threads: Pick<ThreadStore, 'find'>;
  readonly pets: Pick<PetStore, 'find'>;
  /** What is known of an account at a site that lists animals. */
  readonly listingSite: (organizationId: number, site: ListingSiteName) => Promise<StoredListingSite | undefined>;
  /** The animal's photo, where visitors see it. */
  readonly pictureOf: (petId: number) => Promise<Part[]>;
  readonly organizations: Pick<OrganizationStore, 'find'>;
  readonly links: EndLinks;
  /** The origin of the site. */
  readonly origin: string;
  readonly read: Parameters<typeof toldAtOnce>[1];
  readonly now: Now;
}

interface StoredListingSite {
  readonly waiting_reason: string | null;
  readonly waiting_animals: number | null;
  readonly waiting_available: number | null;
  readonly taken_available: number | null;
  readonly in_doubt: number | null;
  readonly paused_at: number | null;
  readonly failing_since: number | null;
  readonly error: string | null;
}

/** Something that is told, as it is when the mail is written. */
interface News {
  readonly title: string;
  /** Where to act. */
  readonly url: string;
  readonly button: string;
  readonly parts: readonly Part[];
}

/** Things that a mail shows whole; it only names the others, so that it stays readable. */
const mostWhole = 5;
const longestQuote = 2_000;
const mostNumbers = 20;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * The mails to members. What they say, and whether the reader may still have it, is read when they are sent: nobody who has left or is
 * suspended gets one, and what a colleague has done meanwhile is not told.
 */
export function notificationMails(parts: NotificationMailParts): Readonly<Record<NotificationMail, Compose>> {
  const {
    notifications,
    orders,
    applications,
    threads,
    pets,
    listingSite,
    pictureOf,
    organizations,
    links,
    origin,
    read,
    now,
  } = parts;
  const { host } = new URL(origin);

  const organizationOf = async (id: number): Promise<Organization | undefined> =>
    (await organizations.find({ isOperator: true, organizationId: undefined }, id))?.organization;

  async function animalOf(petId: number | undefined): Promise<{ name: string; picture: Part[] }> {
    const found = petId === undefined ? undefined : await pets.find(petId);
    if (found === undefined) return { name: 'an animal', picture: [] };
    return { name: found.pet.name, picture: await pictureOf(found.pet.id) };
  }

  async function ofOrder({ kind, subject }: Notice, place: PlaceInTime): Promise<News | undefined> {
    const found = await orders.find(Number(subject));
    if (found === undefined) return undefined;
    const { order, isWithheld } = found;
    const { name, picture } = await animalOf(order.petId);
    const who = isWithheld ? undefined : order.adopter;
    const adopter = who?.name ?? 'Somebody';
    const left = `It is held until ${momentText(order.expiresAt, place)}: ${durationText(Date.parse(order.expiresAt) - now())} are left. Then ${name} is free again.`;
    const written = isWithheld ? [] : writtenBy(order);
    const news = (title: string, says: readonly Part[]): News => ({
      title,
      url: `${origin}/console/orders/${order.id}`,
      button: 'See the order',
      parts: [...picture, ...says, ...contactOf(who), ...written],
    });
    if (kind === 'cancelled')
      return order.status === 'cancelled'
        ? news(`${adopter} has cancelled the reservation of ${name}`, [`${name} is free again.`])
        : undefined;
    if (kind === 'visit_passed') {
      const { visitAt } = order;
      if (order.status !== 'approved' || visitAt === undefined) return undefined;
      return news(`Did ${adopter} take ${name} home?`, [
        `The visit was on ${momentText(visitAt, place)}. Note in the order what came of it.`,
      ]);
    }
    if (order.status !== 'placed') return undefined;
    if (kind === 'order') return news(`${adopter} has reserved ${name}`, [left]);
    if (kind === 'hold_half') return news(`${adopter} still waits for an answer about ${name}`, [left]);
    return news(`The reservation of ${name} ends soon`, [left]);
  }

  /**
   * Whose application it is, for which animal, and how many wait for it.
   *
   * @param counted what this mail has counted already; undefined if it only names the application
   */
  async function ofApplication(
    { kind, subject }: Notice,
    { accountId }: Recipient,
    counted: Map<number, number> | undefined,
  ): Promise<News | undefined> {
    const found = await applications.find(Number(subject));
    if (found === undefined) return undefined;
    const { application, isWithheld } = found;
    const { petId, status, assigneeId } = application;
    const isAsked = kind === 'application_assigned';
    if (isAsked && (assigneeId !== accountId || !isWaiting(status))) return undefined;
    if (!isAsked && status !== (kind === 'application' ? 'submitted' : 'withdrawn')) return undefined;
    const { name, picture } = await animalOf(petId);
    const who = isWithheld ? undefined : application.adopter;
    const adopter = who?.name ?? 'Somebody';
    const waiting = counted === undefined ? 0 : await waitingFor(petId, counted);
    const isGone = kind === 'application_withdrawn';
    return {
      title: isAsked
        ? `You take care of the application of ${adopter} for ${name}`
        : `${adopter} has ${isGone ? 'withdrawn the application' : 'applied'} for ${name}`,
      url: `${origin}/console/applications/${application.id}`,
      button: 'See the application',
      parts: [
        ...picture,
        waiting === 1 ? `One application waits for ${name}.` : `${waiting || 'No'} applications wait for ${name}.`,
        ...(isGone ? [] : [...contactOf(who), ...(isWithheld ? [] : writtenBy(application))]),
      ],
    };
  }

  /** @param counted what this mail has counted already */
  async function waitingFor(petId: number, counted: Map<number, number>): Promise<number> {
    const known = counted.get(petId);
    if (known !== undefined) return known;
    const counts = await applications.count(undefined, { petId }, MOST_COUNTED_APPLICATIONS);
    const waiting = counts.submitted + counts.in_review;
    counted.set(petId, waiting);
    return waiting;
  }

  async function ofMessage({ kind, subject }: Notice, { accountId }: Recipient): Promise<News | undefined> {
    const thread = await threads.find(subject);
    if (thread?.state !== 'open') return undefined;
    if (kind === 'assigned' && thread.assigneeId !== accountId) return undefined;
    const from = thread.from?.name ?? (thread.sentBy === 'visitor' ? 'A visitor' : 'An account');
    const { name, picture } = await animalOf(thread.petId);
    const verb = thread.orderId === undefined ? 'has a question' : 'has written';
    const about = thread.petId === undefined ? '' : ` about ${name}`;
    return {
      title: kind === 'assigned' ? `You take care of a message of ${from}${about}` : `${from} ${verb}${about}`,
      url: `${origin}/console/inbox/${thread.id}`,
      button: 'Answer',
      parts: [...picture, { quote: shortened(thread.message) }],
    };
  }

  async function ofListing({ kind, organizationId, subject }: Notice, place: PlaceInTime): Promise<News | undefined> {
    const site = subject as ListingSiteName;
    const found = await listingSite(organizationId, site);
    if (found === undefined) return undefined;
    const { name } = LISTING_SITES[site];
    const news = (title: string, button: string, says: readonly Part[]): News => ({
      title,
      url: `${origin}/console/listing-sites/${site}`,
      button,
      parts: says,
    });
    if (kind === 'listing_waiting') {
      const reason = found.waiting_reason as WaitingReason | null;
      if (reason === null || found.paused_at !== null) return undefined;
      const { waiting_animals: animals, waiting_available: available } = found;
      const before = availableAt(found);
      const size = `It has ${animals} ${animals === 1 ? 'animal' : 'animals'}, ${available} available`;
      return news(`The list for ${name} waits for your consent`, 'See the list', [
        `It is sent only after a manager has agreed to exactly this list: ${WAITING_REASONS[reason]}.`,
        before === null ? `${size}.` : `${size}; the last list that ${name} took had ${before} available.`,
        `Until then ${name} keeps what it has, animals that were adopted among them.`,
      ]);
    }
    if (found.error === null || found.failing_since === null) return undefined;
    const since = momentText(timestamp(found.failing_since), place);
    if (kind === 'listing_paused')
      return found.paused_at === null
        ? undefined
        : news(`${name} refuses the username or the password`, 'Correct it', [
            `Nothing is sent to ${name} until a manager enters the password anew. It has failed since ${since}:`,
            { quote: found.error },
          ]);
    return news(`${name} has not taken a list since ${since}`, 'See what failed', [
      `The service goes on trying. Until it succeeds, ${name} keeps what it has, animals that were adopted among them.`,
      { quote: found.error },
    ]);
  }

  /** The mails that were given up, by their kinds. Addresses stand in no notice. */
  function ofFailedMails(failed: readonly Notice[]): News {
    const byKind = Map.groupBy(failed, ({ subject }) => subject.split(' ')[0] ?? '');
    const lines = Array.from(byKind, ([kind, all]) => {
      const numbers = all.slice(0, mostNumbers).map(({ subject }) => subject.slice(kind.length + 1));
      return `${kind}: ${numbers.join(', ')}${all.length > mostNumbers ? `, and ${all.length - mostNumbers} more` : ''}`;
    });
    return {
      title: failed.length === 1 ? 'A mail could not be sent' : `${failed.length} mails could not be sent`,
      url: `${origin}/console/health`,
      button: 'See the health of the service',
      parts: [
        'The mail server refused them, or did not take them for twelve hours. Nobody tries again. They were about:',
        { quote: lines.join('\n') },
        'The log of the service says why. On its machine, `petstore doctor` tries the mail server.',
      ],
    };
  }

  /** A mail that the reader ends with one click. */
  function mailTo(
    reader: Recipient,
    kinds: readonly NotificationKind[],
    organization: Organization | undefined,
    letter: Pick<Letter, 'title' | 'parts'>,
  ) {
    const { accountId, organizationId, email } = reader;
    const isSeen = organization?.listed === true && organization.logo !== undefined;
    return {
      to: email,
      about: accountId === OWN_ADDRESS ? { organizationId } : { accountId },
      letter: {
        ...letter,
        logo: isSeen ? `${origin}${organization.logo}` : undefined,
        signature: [organization?.name ?? host],
        footnote: `You receive this mail because you take care of animals on ${host}.`,
        footLink: { label: 'Choose what you are told of', url: `${origin}/console/notifications` },
      },
      headers: oneClickHeaders(links.of({ accountId, organizationId, kinds })),
    };
  }

  return {
    async 'notifications.now'(subject) {
      const [batch = 0, accountId = 0] = subject.split('.').map(Number);
      const notices = await notifications.batch(batch);
      const organizationId = notices[0]?.organizationId;
      if (organizationId === undefined) return undefined;
      const told = await toldAtOnce(notifications, read, organizationId, notices);
      const reader = [...told.keys()].find((one) => one.accountId === accountId);
      if (reader === undefined) return undefined;
      const organization = await organizationOf(organizationId);
      const news: News[] = [];
      const kinds = new Set<NotificationKind>();
      const own = told.get(reader) ?? [];
      const failed = own.filter(({ kind }) => kind === 'mail_failed');
      const others = own.filter(({ kind }) => kind !== 'mail_failed');
      if (failed.length > 0) {
        news.push(ofFailedMails(failed));
        kinds.add('mail_failed');
      }
      const counted = new Map<number, number>();
      // What was assigned to the reader twice is told once.
      for (const notice of new Map(others.map((one) => [`${one.kind} ${one.subject}`, one])).values()) {
        const isMessage = notice.kind === 'message' || notice.kind === 'assigned';
        const one = isMessage
          ? await ofMessage(notice, reader)
          : notice.kind.startsWith('application')
            ? await ofApplication(notice, reader, news.length < mostWhole ? counted : undefined)
            : notice.kind.startsWith('listing')
              ? await ofListing(notice, organization ?? {})
              : await ofOrder(notice, organization ?? {});
        if (one === undefined) continue;
        news.push(one);
        kinds.add(kindOf(notice));
      }
      const [first] = news;
      if (first === undefined) return undefined;
      const rest = news.slice(mostWhole);
      const isOne = news.length === 1;
      const pictures = new Set<string>();
      return mailTo(reader, [...kinds], organization, {
        title: isOne ? first.title : `${first.title}, and ${news.length - 1} more`,
        parts: [
          ...news
            .slice(0, mostWhole)
            .flatMap(({ title, parts: says, button, url }): Part[] => [
              ...(isOne ? [] : [{ heading: title }]),
              ...says.filter(isNewIn(pictures)),
              { label: button, url },
            ]),
          ...(rest.length === 0 ? [] : [{ heading: 'More' }]),
          ...(rest.length === 0 ? [] : [{ links: rest.map(({ title, url }) => ({ label: title, url })) }]),
        ],
      });
    },

    async 'notifications.digest'(subject) {
      const [organizationId = 0, accountId] = subject.split('.').map(Number);
      const members = await notifications.members(read, organizationId);
      const reader = members.find((one) => one.accountId === accountId);
      const organization = await organizationOf(organizationId);
      if (reader === undefined || organization === undefined) return undefined;
      const kinds = digestKinds(reader);
      const says = await digestParts({ ...parts, nowMs: now() }, organization, reader.accountId, kinds);
      if (says.length === 0) return undefined;
      const ended = kinds.filter((kind) => reader.choices[kind] === 'digest');
      return mailTo(reader, ended, organization, {
        title: `Today at ${organization.name}`,
        parts: [...says, { label: 'Open the console', url: `${origin}/console` }],
      });
    },
  };
}

/** Whether a part is not a picture that the mail has already: several things may be about one animal. */
const isNewIn =
  (pictures: Set<string>) =>
  (part: Part): boolean => {
    if (typeof part === 'string' || !('picture' in part)) return true;
    const isNew = !pictures.has(part.picture);
    pictures.add(part.picture);
    return isNew;
  };

/** How to reach the adopter. */
function contactOf(adopter: Order['adopter']): string[] {
  if (adopter === undefined) return [];
  return [[adopter.name, adopter.email, adopter.phone].filter((line) => line !== undefined).join('\n')];
}

/** What the adopter wrote and answered. */
const writtenBy = ({ note, answers = [] }: Pick<Order, 'note' | 'answers'>): Part[] => [
  ...(note === undefined ? [] : [{ quote: shortened(note) }]),
  ...answers.flatMap(({ question, answer }): Part[] => [question, { quote: shortened(answer) }]),
];

const shortened = (text: string): string => (text.length > longestQuote ? `${text.slice(0, longestQuote)} …` : text);

/** Rounded down, such as `2 days` or `3 hours`. */
function durationText(ms: number): string {
  const [amount, unit] =
    ms >= 2 * dayMs ? [ms / dayMs, 'days'] : ms >= 2 * hourMs ? [ms / hourMs, 'hours'] : [ms / minuteMs, 'minutes'];
  return `${Math.max(0, Math.floor(amount))} ${unit}`;
}
