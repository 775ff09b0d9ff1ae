import type { Compose } from '../../mail/delivery.ts';
import type { Part } from '../../mail/letter.ts';
import { readerOf } from '../../mail/reader.ts';
import type { OrganizationStore } from '../../organizations/store.ts';
import type { PetStore } from '../../pets/store.ts';
import { isWaiting } from '../../vocabulary/application-lifecycle.ts';
import { ifOf } from '../../vocabulary/owner.ts';
import { mailOfShelter } from '../mail-of-shelter.ts';
import type { ApplicationLinks } from './links.ts';
import { type ApplicationMail, type ApplicationStore, MAILED_STATUSES } from './store.ts';

interface ApplicationMailParts {
  readonly applications: Pick<ApplicationStore, 'find' | 'countLinkedBefore'>;
  /** Maximum new applications per day for which one address is mailed: a visitor can type anybody's, and withdraw and apply again. */
  readonly mostUnseen: number;
  readonly pets: Pick<PetStore, 'find'>;
  readonly organizations: Pick<OrganizationStore, 'publicOne'>;
  /** The animal's photo, where visitors see it. */
  readonly pictureOf: (petId: number) => Promise<Part[]>;
  readonly link: Pick<ApplicationLinks, 'pathOf'>;
  /** The origin of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
}

const dayMs = 24 * 3_600_000;
/** The same for what staff enter: each applicant has given them the address. */
const mostEntered = 20;

/** The mails to applicants, by their kind. An acceptance is told by the mail of the order. */
export function applicationMails(parts: ApplicationMailParts): Readonly<Record<ApplicationMail, Compose>> {
  const { applications, pets, organizations, pictureOf, link, origin, mostUnseen } = parts;

  const compose =
    (status: (typeof MAILED_STATUSES)[number]): Compose =>
    async (applicationId) => {
      const found = await applications.find(Number(applicationId));
      const { adopter } = found?.application ?? {};
      const { organizationId } = found?.petOwner ?? {};
      // A later step has a mail of its own. Without an adopter, the person was erased.
      if (found?.application.adopterHasLink !== true || adopter === undefined) return undefined;
      const { application, placerId } = found;
      const isNew = status === 'submitted';
      // A review, which may begin before this is sent, has no mail.
      const isTrue = isNew ? isWaiting(application.status) : application.status === status;
      if (!isTrue || organizationId === undefined) return undefined;
      const most = found.byVisitor ? mostUnseen : mostEntered;
      const isTooMuch = async () =>
        (await applications.countLinkedBefore({ ...application, adopter }, found.byVisitor, dayMs, most)) >= most;
      if (isNew && (await isTooMuch())) return undefined;
      const organization = await organizations.publicOne(organizationId);
      if (organization === undefined) return undefined;
      const pet = ifOf(found.petOwner, await pets.find(application.petId));
      const reader = await readerOf(application.locale, organization);
      const { say } = reader;
      const words = reader.words.mails.application;
      const named = { animal: pet?.pet.name, shelter: organization.name };
      // Staff may close one for an animal that still looks for a home.
      const isLooking = pet?.pet.status === 'available' && pet.hiddenBecause === undefined;
      const said = status === 'closed' && isLooking ? 'declined' : status;
      const mail = mailOfShelter(organization, origin, adopter, {
        reader,
        title: say((pet === undefined ? words.withoutAnimal : words.subjects)[said], named),
        parts: [
          ...(pet === undefined ? [] : await pictureOf(application.petId)),
          // Nothing that the visitor wrote: the address may be somebody else's.
          ...(application.messageToAdopter === undefined
            ? [say((pet === undefined ? words.textsWithoutAnimal : words.texts)[said], named)]
            : [{ quote: application.messageToAdopter }]),
          reader.linkTo(origin + link.pathOf(application), words.see),
          ...(application.status === 'submitted' ? [words.changeThere] : []),
        ],
        footnote: say(words.footnote, { site: origin }),
      });
      return { ...mail, about: { accountId: placerId, organizationId } };
    };
  return Object.fromEntries(
    MAILED_STATUSES.map((status) => [`application.${status}`, compose(status)] as const),
  ) as Record<ApplicationMail, Compose>;
}
