import './contact-links.css';
import type { ComponentChildren } from 'preact';
import type { PublicOrganization } from '../../../../src/vocabulary/organizations.ts';
import { Icon, type IconName } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, say, speaks, words } from '../../words.ts';
import { addressLines, directionsUrl, mailUrl, phoneUrl } from './addresses.ts';
import { today } from './hours.ts';

interface ContactLinksProps {
  readonly organization: Partial<PublicOrganization>;
  /** Whether today's hours are among them. */
  readonly hasToday?: boolean;
}

/** How to reach an organization, as far as it says so. */
export function ContactLinks({ organization, hasToday = false }: ContactLinksProps) {
  const { phone, email, hours, timeZone } = organization;
  const address = addressLines(organization, speaks().locale).join(', ');
  const directions = directionsUrl(organization);
  const { reserving } = words();
  const open = hasToday ? hours?.[today(timeZone)] : undefined;
  return (
    <ul class="contact-links small">
      {phone !== undefined && (
        <Line icon="phone" url={phoneUrl(phone)}>
          <LeftToRight>{phone}</LeftToRight>
        </Line>
      )}
      {email !== undefined && (
        <Line icon="mail" url={mailUrl(email)}>
          <LeftToRight>{email}</LeftToRight>
        </Line>
      )}
      {(address !== '' || directions !== undefined) && (
        <Line icon="pin" url={directions} label={address === '' ? undefined : say(reserving.directionsTo, { address })}>
          {address === '' ? reserving.directions : <UserText>{address}</UserText>}
        </Line>
      )}
      {open !== undefined && (
        <Line icon="clock">{parts(reserving.today, { hours: <UserText key="hours">{open}</UserText> })}</Line>
      )}
    </ul>
  );
}

/** What has the same direction in all languages. */
const LeftToRight = ({ children }: { readonly children: string }) => (
  <bdi class="user-text" dir="ltr">
    {children}
  </bdi>
);

interface LineProps {
  readonly icon: IconName;
  readonly url?: string | undefined;
  /** The accessible name of the link, by default its text. */
  readonly label?: string | undefined;
  readonly children: ComponentChildren;
}

const Line = ({ icon, url, label, children }: LineProps) => (
  <li>
    <Icon name={icon} size={18} />
    {url === undefined ? (
      <span>{children}</span>
    ) : (
      <a href={url} aria-label={label}>
        {children}
      </a>
    )}
  </li>
);
