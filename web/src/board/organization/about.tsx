import './about.css';
import type { JSX } from 'preact';
import {
  type PublicOrganization,
  SOCIAL_NETWORK_NAMES,
  SOCIAL_NETWORKS,
  WEEKDAYS,
} from '../../../../src/vocabulary/organizations.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { shortUrl } from './addresses.ts';
import { today } from './hours.ts';

interface AboutProps {
  readonly organization: Partial<PublicOrganization>;
  readonly hasPolicy?: boolean;
}

/** What an organization says about itself: its mission, its hours, its profiles and how it gives animals away. */
export function About({ organization, hasPolicy = false }: AboutProps): JSX.Element {
  const { hours, timeZone, mission, adoptionPolicy, website, social } = organization;
  return (
    <div class="about-organization small">
      {hours !== undefined && <Week hours={hours} timeZone={timeZone} />}
      {mission !== undefined && <Paragraph title="Mission" text={mission} />}
      {hasPolicy && adoptionPolicy !== undefined && <Paragraph title="Adoption" text={adoptionPolicy} />}
      {(website !== undefined || social !== undefined) && (
        <div>
          <h3>Online</h3>
          <ul class="about-organization-links">
            {website !== undefined && (
              <li>
                <a href={website}>
                  <UserText>{shortUrl(website)}</UserText>
                </a>
              </li>
            )}
            {SOCIAL_NETWORK_NAMES.map(
              (network) =>
                social?.[network] !== undefined && (
                  <li key={network}>
                    <a href={social[network]}>{SOCIAL_NETWORKS[network]}</a>
                  </li>
                ),
            )}
          </ul>
        </div>
      )}
    </div>
  );
}

const Paragraph = ({ title, text }: { readonly title: string; readonly text: string }): JSX.Element => (
  <div class="about-organization-words">
    <h3>{title}</h3>
    <p class="user-text" dir="auto">
      {text}
    </p>
  </div>
);

interface WeekProps {
  readonly hours: NonNullable<PublicOrganization['hours']>;
  readonly timeZone: string | undefined;
}

const Week = ({ hours, timeZone }: WeekProps): JSX.Element => (
  <div>
    <h3>Hours</h3>
    <dl class="week">
      {WEEKDAYS.map((day) => {
        const text = hours[day];
        return (
          text !== undefined && (
            <div key={day} aria-current={day === today(timeZone) ? 'date' : undefined}>
              <dt>{day}</dt>
              <dd>
                <UserText>{text}</UserText>
              </dd>
            </div>
          )
        );
      })}
    </dl>
  </div>
);
