import type { Compose } from '../mail/delivery.ts';
import { bodiesOf, type Part } from '../mail/letter.ts';
import type { PetStore } from '../pets/store.ts';
import type { AlertLinks } from './links.ts';
import type { AlertMail, AlertStore, StoredAlert } from './store.ts';

interface AlertMailParts {
  readonly alerts: Pick<AlertStore, 'findById'>;
  readonly pets: Pick<PetStore, 'find'>;
  readonly links: AlertLinks;
  /** The origin of the site. */
  readonly origin: string;
}

/** The most animals that a mail names. */
const mostNamed = 20;

/** The mails of alerts. Each can be ended with one click, RFC 8058. */
export function alertMails({ alerts, pets, links, origin }: AlertMailParts): Readonly<Record<AlertMail, Compose>> {
  const { host } = new URL(origin);

  const letter = (stored: StoredAlert, title: string, parts: readonly Part[], footnote: string) => ({
    to: stored.email,
    subject: title,
    ...bodiesOf({ title, parts, signature: [host], footnote }),
    headers: {
      'List-Unsubscribe': `<${links.unsubscribe(stored)}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });

  return {
    async 'alert.confirmation'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined || stored.alert.confirmed) return undefined;
      return letter(
        stored,
        'Do you want mails about new animals?',
        [
          `Somebody, most likely you, asked ${host} to tell this address when certain animals are looking for a home. Confirm that within seven days:`,
          { label: 'Confirm', url: links.page(stored) },
        ],
        'If it was not you, do nothing: nothing else is sent.',
      );
    },

    async 'alert.found'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined) return undefined;
      const found = await Promise.all(
        stored.found.slice(0, mostNamed).map((petId) => pets.find(petId, undefined, true)),
      );
      const available = found.flatMap((one) => (one?.pet.status === 'available' ? [one.pet] : []));
      if (available.length === 0) return undefined;
      const [first] = available;
      const title =
        available.length === 1 && first !== undefined
          ? `${first.name} is looking for a home`
          : `${available.length} animals are looking for a home`;
      return letter(
        stored,
        title,
        [
          ...available.map(({ id: petId, name }) => ({ label: `Meet ${name}`, url: `${origin}/pets/${petId}` })),
          ...(stored.found.length > mostNamed ? [{ label: 'There are more: see them all', url: `${origin}/` }] : []),
        ],
        `You asked for this mail. Renew or end it here: ${links.page(stored)}`,
      );
    },
  };
}
