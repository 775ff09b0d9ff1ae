import type { Compose } from '../mail/delivery.ts';
import type { Letter } from '../mail/letter.ts';
import { oneClickHeaders } from '../mail/one-click-end.ts';
import { readerOf } from '../mail/reader.ts';
import type { OrganizationStore } from '../organizations/store.ts';
import type { PetStore } from '../pets/store.ts';
import type { AlertLinks } from './links.ts';
import type { AlertMail, AlertStore, StoredAlert } from './store.ts';

interface AlertMailParts {
  readonly alerts: Pick<AlertStore, 'findById'>;
  readonly pets: Pick<PetStore, 'find' | 'profiles'>;
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

  /** Who writes, which is the site or else the only organization that visitors see, and who reads. */
  async function sidesOf({ alert }: StoredAlert) {
    const only = await organizations.onlyPublic();
    return { writer: siteName || (only?.name ?? host), reader: await readerOf(alert.locale, only) };
  }

  const mail = (stored: StoredAlert, letter: Letter) => ({
    to: stored.email,
    letter,
    headers: oneClickHeaders(links.unsubscribe(stored)),
  });

  return {
    async 'alert.confirmation'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined || stored.alert.confirmed) return undefined;
      const { writer, reader } = await sidesOf(stored);
      const words = reader.words.mails.alerts;
      return mail(stored, {
        reader,
        title: words.confirmSubject,
        parts: [reader.say(words.confirmText, { writer }), reader.linkTo(links.page(stored), words.confirm)],
        signature: [writer],
        footnote: words.confirmFootnote,
      });
    },

    async 'alert.found'(id) {
      const stored = await alerts.findById(Number(id));
      if (stored === undefined) return undefined;
      const found = await Promise.all(stored.found.map((petId) => pets.find(petId, { publicOnly: true })));
      const stillAvailable = found.flatMap((one) => (one?.pet.status === 'available' ? [one.pet] : []));
      const available = stillAvailable.slice(0, mostNamed);
      if (available.length === 0) return undefined;
      const { writer, reader } = await sidesOf(stored);
      const { say, linkTo } = reader;
      const words = reader.words.mails.alerts;
      const profiles = await pets.profiles.of(
        available.map(({ id: petId }) => petId),
        { publicOnly: true },
      );
      const meet = available.map((pet) =>
        linkTo(profiles.get(pet.id)?.origin?.url ?? `${origin}/pets/${pet.id}`, say(words.meet, { animal: pet.name })),
      );
      const [first] = meet;
      const count = available.length;
      return mail(stored, {
        reader,
        title: count === 1 ? say(words.foundOne, { animal: available[0]?.name }) : say(words.found, { count }),
        parts: [
          ...(meet.length === 1 && first !== undefined ? [first] : [{ links: meet }]),
          ...(stillAvailable.length > mostNamed ? [linkTo(`${origin}/`, words.more)] : []),
        ],
        signature: [writer],
        footnote: words.foundFootnote,
        footLink: linkTo(links.page(stored), words.renewOrEnd),
      });
    },
  };
}
