import type { Part } from '../mail/letter.ts';
import type { FollowUpStore } from '../orders/follow-ups/store.ts';
import type { Organization } from '../organizations/schema.ts';
import { dueVaccinations } from '../vocabulary/animals/vaccinations.ts';
import { FOLLOW_UPS } from '../vocabulary/follow-ups.ts';
import type { NotificationKind } from '../vocabulary/notifications.ts';
import { clockAt, dayText, momentText, startOfDay, timeText } from '../vocabulary/text/moment.ts';
import type { DigestStore } from './digest-store.ts';

const dayMs = 24 * 3_600_000;
/** A vaccination is told this long before it is due. */
const aheadMs = 7 * dayMs;
const longestLine = 100;
/** Animals without a photo or a story change from day to day less than what else a digest lists. */
const mostBare = 10;

interface Line {
  readonly label: string;
  readonly url: string;
}

interface DigestSources {
  readonly digest: DigestStore;
  readonly followUps: Pick<FollowUpStore, 'of' | 'due'>;
  readonly origin: string;
  readonly nowMs: number;
}

/** What waits in the organization now, as far as the reader wants to know it. Empty if nothing does. */
export async function digestParts(
  { digest, followUps, origin, nowMs }: DigestSources,
  organization: Organization,
  accountId: number,
  kinds: readonly NotificationKind[],
): Promise<Part[]> {
  const { id, timeZone } = organization;
  const clock = clockAt(nowMs, timeZone);
  const dayEndMs = nowMs + (startOfDay(clock) + dayMs - clock);
  const isWanted = (...some: NotificationKind[]): boolean => some.some((kind) => kinds.includes(kind));
  const parts: Part[] = [];
  const add = (heading: string, links: readonly Line[], most = Infinity) => {
    if (links.length > 0) parts.push({ heading: `${heading} (${links.length})` }, { links: links.slice(0, most) });
  };
  const time = (ms: number | null): string => timeText(ms ?? 0, organization);
  const since = (ms: number): string => dayText(ms, organization);
  type Order = Awaited<ReturnType<DigestStore['placed']>>[number];
  const lineOf = (
    order: Pick<Order, 'id' | 'adopter_name' | 'is_withheld'> & { readonly name: string | null },
    says: string,
    folder = 'orders',
  ): Line => {
    const who = order.is_withheld === null && order.adopter_name !== null ? ` for ${order.adopter_name}` : '';
    return { label: `${order.name ?? 'An animal'}${who}, ${says}`, url: `${origin}/console/${folder}/${order.id}` };
  };
  const ofAnimals = (animals: readonly { readonly id: number; readonly name: string }[], says = ''): Line[] =>
    animals.map(({ id: petId, name }) => ({ label: name + says, url: `${origin}/console/animals/${petId}` }));

  if (isWanted('order', 'hold_half', 'hold_ending')) {
    const placed = await digest.placed(id, nowMs);
    add(
      'Reservations that end today',
      placed
        .filter((order) => order.expires_at < dayEndMs)
        .map((order) => lineOf(order, `until ${time(order.expires_at)}`)),
    );
    add(
      'Reservations that wait for a decision',
      placed
        .filter((order) => order.expires_at >= dayEndMs)
        .map((order) => lineOf(order, `since ${since(order.created_at)}`)),
    );
  }
  const ofApplications = (some: Awaited<ReturnType<DigestStore['submitted']>>): Line[] =>
    some.map((one) => lineOf(one, `since ${since(one.created_at)}`, 'applications'));
  if (isWanted('assigned'))
    add('Applications that you take care of', ofApplications(await digest.assigned(id, accountId)));
  if (isWanted('application')) add('Applications without an answer', ofApplications(await digest.submitted(id)));
  if (isWanted('message', 'assigned'))
    add(
      'Messages without an answer',
      (await digest.messages(id)).map((message) => ({
        label: `${message.from_name ?? 'A visitor'}, since ${since(message.created_at)}: ${message.message.replaceAll(/\s+/g, ' ').slice(0, longestLine)}`,
        url: `${origin}/console/inbox/${message.id}`,
      })),
    );
  if (isWanted('visit_passed', 'day')) {
    const visits = await digest.visits(id, dayEndMs);
    const isToday = ({ visit_at: atMs }: Order): boolean => (atMs ?? 0) >= nowMs;
    if (isWanted('day'))
      add(
        'Visits today',
        visits.filter(isToday).map((order) => lineOf(order, `at ${time(order.visit_at)}`)),
      );
    if (isWanted('visit_passed'))
      add(
        'Visits that have passed',
        visits
          .filter((order) => !isToday(order))
          .map((order) => lineOf(order, momentText(order.visit_at ?? 0, organization))),
      );
  }
  if (isWanted('day')) {
    add('Animals without a photo or a story', ofAnimals(await digest.bare(id, nowMs)), mostBare);
    const last = new Date(clock + aheadMs).toISOString().slice(0, 10);
    const due = (await digest.vaccinated(id, nowMs)).flatMap((animal) => {
      const { vaccinations = [] } = JSON.parse(animal.staff ?? '{}') as Vaccinated;
      return dueVaccinations(vaccinations, last).flatMap(({ name, nextDate }) =>
        ofAnimals([animal], `: ${name}, ${nextDate}`),
      );
    });
    add('Vaccinations that are due', due);
    if ((await followUps.of(id)).active)
      add(
        'Adopters whom a mail asks today how it goes',
        (await followUps.due(id, nowMs, dayEndMs)).map((order) =>
          lineOf(order, `after ${FOLLOW_UPS[order.followUp].days} days`),
        ),
      );
  }
  return parts;
}

interface Vaccinated {
  readonly vaccinations?: Parameters<typeof dueVaccinations>[0];
}
