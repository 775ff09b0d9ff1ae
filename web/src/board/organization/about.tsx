import './about.css';
import {
  type PublicOrganization,
  SOCIAL_NETWORK_NAMES,
  SOCIAL_NETWORKS,
  type Weekday,
  WEEKDAYS,
} from '../../../../src/vocabulary/organizations.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { speaks, words } from '../../words.ts';
import { homeOf } from '../home.ts';
import { type ShownTexts, useVersion } from '../versions.tsx';
import { shortUrl } from './addresses.ts';
import { today } from './hours.ts';

interface AboutProps {
  readonly organization: Partial<PublicOrganization>;
  readonly hasPolicy?: boolean;
}

/** What an organization says about itself: its mission, its hours, its profiles and how it gives animals away. */
export function About({ organization, hasPolicy = false }: AboutProps) {
  const { reserving } = words();
  const { hours, timeZone, locale, translations, website, social, origin } = organization;
  const version = useVersion(organization, translations, locale);
  return (
    <div class="about-organization small">
      {hours !== undefined && <Week hours={hours} timeZone={timeZone} />}
      <Paragraph title={reserving.mission} name="mission" {...version} />
      {hasPolicy && <Paragraph title={reserving.policy} name="adoptionPolicy" {...version} />}
      {(website !== undefined || social !== undefined || origin !== undefined) && (
        <div>
          <h3>{reserving.online}</h3>
          <ul class="about-organization-links">
            {origin !== undefined && (
              <li>
                <a href={homeOf(origin)}>
                  <UserText>{shortUrl(origin.url)}</UserText>
                </a>
              </li>
            )}
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

interface ParagraphProps extends ShownTexts<Partial<PublicOrganization>> {
  readonly title: string;
  readonly name: 'mission' | 'adoptionPolicy';
}

const Paragraph = ({ title, name, texts, langOf, noteOf }: ParagraphProps) =>
  texts[name] === undefined ? null : (
    <div class="about-organization-words">
      <h3>{title}</h3>
      <p class="user-text" lang={langOf(name)} dir="auto">
        {texts[name]}
      </p>
      {noteOf(name)}
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

const Week = ({ hours, timeZone }: WeekProps) => (
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
