import './contact-links.css';
import type { ComponentChildren, JSX } from 'preact';
import type { PublicOrganization } from '../../../../src/vocabulary/organizations.ts';
import { Icon, type IconName } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { addressLines, directionsUrl, mailUrl, phoneUrl } from './addresses.ts';
import { today } from './hours.ts';

interface ContactLinksProps {
  readonly organization: Partial<PublicOrganization>;
  /** Whether today's hours are among them. */
  readonly hasToday?: boolean;
}

/** How to reach an organization, as far as it says so. */
export function ContactLinks({ organization, hasToday = false }: ContactLinksProps): JSX.Element {
  const { phone, email, hours, timeZone } = organization;
  const address = addressLines(organization).join(', ');
  const directions = directionsUrl(organization);
  const open = hasToday ? hours?.[today(timeZone)] : undefined;
  return (
    <ul class="contact-links small">
      {phone !== undefined && (
        <Line icon="phone" url={phoneUrl(phone)}>
          <UserText>{phone}</UserText>
        </Line>
      )}
      {email !== undefined && (
        <Line icon="mail" url={mailUrl(email)}>
          <UserText>{email}</UserText>
        </Line>
      )}
      {(address !== '' || directions !== undefined) && (
        <Line icon="pin" url={directions}>
          {directions !== undefined && <span class={address === '' ? '' : 'visually-hidden'}>Directions </span>}
          {address !== '' && <UserText>{address}</UserText>}
        </Line>
      )}
      {open !== undefined && (
        <Line icon="clock">
          Today: <UserText>{open}</UserText>
        </Line>
      )}
    </ul>
  );
}

interface LineProps {
  readonly icon: IconName;
  readonly url?: string | undefined;
  readonly children: ComponentChildren;
}

const Line = ({ icon, url, children }: LineProps): JSX.Element => (
  <li>
    <Icon name={icon} size={18} />
    {url === undefined ? <span>{children}</span> : <a href={url}>{children}</a>}
  </li>
);
