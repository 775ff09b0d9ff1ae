import './about.css';
import type { JSX } from 'preact';
import {
  type PublicOrganization,
  SOCIAL_NETWORK_NAMES,
  SOCIAL_NETWORKS,
  type Weekday,
  WEEKDAYS,
} from '../../../../src/vocabulary/organizations.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { speaks, words } from '../../words.ts';
import { shortUrl } from './addresses.ts';
import { today } from './hours.ts';

interface AboutProps {
  readonly organization: Partial<PublicOrganization>;
  readonly hasPolicy?: boolean;
}

/** What an organization says about itself: its mission, its hours, its profiles and how it gives animals away. */
export function About({ organization, hasPolicy = false }: AboutProps): JSX.Element {
  const { reserving } = words();
  const { hours, timeZone, locale, mission, adoptionPolicy, website, social } = organization;
  return (
    <div class="about-organization small">
      {hours !== undefined && <Week hours={hours} timeZone={timeZone} />}
      {mission !== undefined && <Paragraph title={reserving.mission} text={mission} lang={locale} />}
      {hasPolicy && adoptionPolicy !== undefined && (
        <Paragraph title={reserving.policy} text={adoptionPolicy} lang={locale} />
      )}
      {(website !== undefined || social !== undefined) && (
        <div>
          <h3>{reserving.online}</h3>
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

interface ParagraphProps {
  readonly title: string;
  readonly text: string;
  /** BCP 47, if it is known. */
  readonly lang: string | undefined;
}

const Paragraph = ({ title, text, lang }: ParagraphProps): JSX.Element => (
  <div class="about-organization-words">
    <h3>{title}</h3>
    <p class="user-text" lang={lang} dir="auto">
      {text}
    </p>
  </div>
);

/** 1 January 2024 was a Monday, the first of `WEEKDAYS`. */
const dayName = (day: Weekday): string =>
  new Intl.DateTimeFormat(speaks().locale, { weekday: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(day)),
  );

interface WeekProps {
  readonly hours: NonNullable<PublicOrganization['hours']>;
  readonly timeZone: string | undefined;
}

const Week = ({ hours, timeZone }: WeekProps): JSX.Element => (
  <div>
    <h3>{words().reserving.hours}</h3>
    <dl class="week">
      {WEEKDAYS.map((day) => {
        const text = hours[day];
        return (
          text !== undefined && (
            <div key={day} aria-current={day === today(timeZone) ? 'date' : undefined}>
              <dt>{dayName(day)}</dt>
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
