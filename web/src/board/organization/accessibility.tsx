import './accessibility.css';
import { ASSESSED_ON } from '../../../../src/vocabulary/site.ts';
import { BackLink } from '../../design/layout/back-link.tsx';
import { parts, speaks, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { ContactLinks } from './contact-links.tsx';
import { nameOf } from './offerer.tsx';

/** What visitors can expect of the pages, and whom they tell of a barrier. */
export function Accessibility() {
  const only = useBoard().organizations.only.value;
  const { animal, first, statement } = words();
  const day = new Intl.DateTimeFormat(speaks().locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    Date.parse(ASSESSED_ON),
  );
  return (
    <div class="stack accessibility">
      <BackLink href="/">{animal.allAnimals}</BackLink>
      <h1>{first.accessibility}</h1>
      <p>{parts(statement.goal, nameOf(only))}</p>
      <h2>{statement.status}</h2>
      <p>
        {parts(statement.conforms, {
          day: (
            <time key="day" dateTime={ASSESSED_ON}>
              {day}
            </time>
          ),
        })}{' '}
        {/* The guides are in English: another document. */}
        <a href="/docs/accessibility" hreflang="en">
          {statement.report}
        </a>
      </p>
      <h2>{statement.limits}</h2>
      <ul>
        <li>{statement.ofPhotos}</li>
        <li>{statement.ofLanguages}</li>
        <li>{statement.ofSlideshow}</li>
      </ul>
      <h2>{statement.barrier}</h2>
      <p>{statement.barrierText}</p>
      {only === undefined ? (
        <p>
          <a href="/how-to-adopt#contact">{first.contact}</a>
        </p>
      ) : (
        <ContactLinks organization={only} />
      )}
    </div>
  );
}
