import type { Compose } from '../mail/delivery.ts';
import type { Letter } from '../mail/letter.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { AlertLinks } from './links.ts';
import type { AlertMail, AlertStore, StoredAlert } from './store.ts';

interface AlertMailParts {
  readonly alerts: Pick<AlertStore, 'findById'>;
  readonly pets: Pick<PetStore, 'find'>;
  readonly links: AlertLinks;
  /** The origin of the site. */
  readonly origin: string;
  readonly organizations: Pick<OrganizationStore, 'onlyPublic'>;
  /** As the operator says, or empty. */
  readonly siteName: string;
}

/** The most animals that a mail names. */
const mostNamed = 20;

/** The mails of alerts. Each can be ended with one click, RFC 8058. */
export function alertMails({
  alerts,
  pets,
  links,
  origin,
  organizations,
  siteName,
}: AlertMailParts): Readonly<Record<AlertMail, Compose>> {
  const { host } = new URL(origin);

  /** Who writes: the site, or else the only organization that visitors see. */
  const signature = async (): Promise<string[]> => [siteName || ((await organizations.onlyPublic())?.name ?? host)];

  const mail = (stored: StoredAlert, letter: Letter) => ({
    to: stored.email,
    subject: letter.title,
    letter,
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe(stored)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });

  return {
    async 'alert.confirmation'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined || stored.alert.confirmed) return undefined;
      const writers = await signature();
      return mail(stored, {
        title: 'Do you want mails about new animals?',
        parts: [
          `Somebody, most likely you, asked ${writers[0]} to tell this address when certain animals are looking for a home. Confirm that within seven days:`,
          { label: 'Look at it and confirm', url: links.page(stored) },
        ],
        signature: writers,
        footnote: 'If it was not you, do nothing: nothing else is sent. On the same page you can refuse such mails.',
      });
    },

    async 'alert.found'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined) return undefined;
      const found = await Promise.all(
        stored.found.slice(0, mostNamed).map((petId) => pets.find(petId, { publicOnly: true })),
      );
      const available = found.flatMap((one) => (one?.pet.status === 'available' ? [one.pet] : []));
      if (available.length === 0) return undefined;
      const meet = available.map((pet) => ({ label: `Meet ${pet.name}`, url: `${origin}/pets/${pet.id}` }));
      const [first] = meet;
      return mail(stored, {
        title:
          available.length === 1
            ? `${available[0]?.name} is looking for a home`
            : `${available.length} animals are looking for a home`,
        parts: [
          ...(meet.length === 1 && first !== undefined ? [first] : [{ links: meet }]),
          ...(stored.found.length > mostNamed ? [{ label: 'There are more: see them all', url: `${origin}/` }] : []),
        ],
        signature: await signature(),
        footnote: 'You asked for this mail.',
        footLink: { label: 'Renew or end these mails', url: links.page(stored) },
      });
    },
  };
}
