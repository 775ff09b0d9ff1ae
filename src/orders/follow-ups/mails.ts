import type { Compose } from '../../mail/delivery.ts';
import type { Part } from '../../mail/letter.ts';
import { oneClickHeaders } from '../../mail/one-click-end.ts';
import { readerOf } from '../../mail/reader.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PetStore } from '../../pets/store.ts';
import { OTHER_OUTCOMES } from '../../vocabulary/animals/statistics.ts';
import { FOLLOW_UP_NAMES, type FollowUpName } from '../../vocabulary/follow-ups.ts';
import { ifOf } from '../../vocabulary/owner.ts';
import { filledIn } from '../../vocabulary/text/placeholders.ts';
import { mailOfShelter } from '../mail-of-shelter.ts';
import type { StoredOrder } from '../order-row.ts';
import type { ReservationLinks } from '../reservations/links.ts';
import type { OrderStore } from '../store.ts';
import type { FollowUpStore } from './store.ts';

interface FollowUpMailParts {
  readonly followUps: FollowUpStore;
  readonly orders: Pick<OrderStore, 'find' | 'isLatest'>;
  readonly pets: Pick<PetStore, 'find' | 'profiles'>;
  readonly organizations: Pick<OrganizationStore, 'publicOne'>;
  /** The animal's photo, where visitors see it. */
  readonly pictureOf: (petId: number) => Promise<Part[]>;
  readonly link: ReservationLinks;
  /** The origin of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
  readonly read: Parameters<OrderStore['isLatest']>[0];
}

/** The kind of a mail. Its subject is the id of the order. */
export const kindOf = <Name extends FollowUpName>(name: Name) => `follow_up.${name}` as const;

const SAD: ReadonlySet<string> = new Set(OTHER_OUTCOMES);

/** The mails to adopters after an adoption. Who may get one, and what became of the animal, is read when it is sent. */
export function followUpMails(parts: FollowUpMailParts): Readonly<Record<string, Compose>> {
  const { followUps, orders, pets, organizations, pictureOf, link, origin, read } = parts;

  /** The animal, while it lives with the adopter as far as anybody knows. */
  async function animalOf({ order: { petId }, petOwner }: StoredOrder) {
    const found = ifOf(petOwner, await pets.find(petId));
    const outcome = (await pets.profiles.of([petId])).get(petId)?.profile.staff?.outcome?.type;
    return found?.pet.status === 'sold' && !SAD.has(outcome ?? '') ? found.pet : undefined;
  }

  const compose =
    (name: FollowUpName): Compose =>
    async (orderId) => {
      const found = await orders.find(Number(orderId));
      if (found === undefined || !(await followUps.isWanted(found))) return undefined;
      const { order, petOwner } = found;
      const { organizationId = 0 } = petOwner;
      const organization = await organizations.publicOne(organizationId);
      const animal = await animalOf(found);
      const { adopter } = order;
      if (organization === undefined || animal === undefined || adopter === undefined) return undefined;
      if (!(await orders.isLatest(read, order))) return undefined;
      const reader = await readerOf(order.locale, organization);
      const words = reader.words.mails.followUps;
      const named = { animal: animal.name, shelter: organization.name, day: reader.day(order.updatedAt) };
      const values = { ...named, name: adopter.name, organization: organization.name };
      const own = (await followUps.ownTexts(organizationId))[name];
      const paragraphs = (text: string): string[] => text.split(/\n{2,}/);
      const url = origin + link.pathOf(order);
      const mail = mailOfShelter(organization, origin, adopter, {
        reader,
        title: reader.say(words[name].subject, values),
        parts: [
          ...(await pictureOf(order.petId)),
          ...(own === undefined
            ? paragraphs(reader.say(words[name].text, values))
            : paragraphs(filledIn(own, values)).map((written) => ({ written }))),
          reader.linkTo(url, reader.say(words.write, named)),
        ],
        footnote: reader.say(words.footnote, named),
        footLink: reader.linkTo(url, words.end),
      });
      return { ...mail, about: { organizationId }, headers: oneClickHeaders(origin + link.endPathOf(order)) };
    };
  return Object.fromEntries(FOLLOW_UP_NAMES.map((name) => [kindOf(name), compose(name)]));
}
