import '../pet-page.css';
import './reservation-page.css';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Reservation } from '../../../../client/src/petstore.ts';
import { saveFile } from '../../data/save-file.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { ANIMAL_LINES } from '../../design/data/animal-icons.ts';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { addIcons, Icon } from '../../design/data/icons.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { usePageTitle } from '../../design/layout/page-header.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, words } from '../../words.ts';
import { About } from '../organization/about.tsx';
import { ContactLinks } from '../organization/contact-links.tsx';
import { HowItGoes } from './how-it-goes.tsx';
import { keptReservations, tokenIn } from './kept-reservations.ts';
import { type OwnReservation, useReservation } from './use-reservation.ts';
import { isAlive, momentOf, namesOf, wordsOf } from './words.tsx';

addIcons(ANIMAL_LINES);

/** The page behind the secret link of a visitor. The token is in the fragment of its address. */
export function ReservationPage() {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    // A link to a part of this page has another fragment.
    const follow = () => setToken((before) => tokenIn(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  usePageTitle(words().reserving.yourReservation);
  return token === undefined ? <NoReservation /> : <Linked key={token} token={token} />;
}

const Frame = (props: { readonly reservation?: Reservation; readonly children: JSX.Element | JSX.Element[] }) => (
  <>
    <TopBar organization={props.reservation?.organization} />
    <main id="main" class="reservation stack" tabIndex={-1}>
      {props.children}
    </main>
  </>
);

function Linked({ token }: { readonly token: string }) {
  const own = useReservation(location.origin, token);
  const { data, error, reload } = own.query;
  const hasEnded = error?.code === 'reservation_not_found';
  const petId = data?.pet?.id;
  const isKept = data !== undefined && isAlive(data);
  useEffect(() => {
    if (petId !== undefined && isKept) keptReservations(location.origin).keep(petId, token);
  }, [petId, isKept]);
  if (hasEnded) return <NoReservation />;
  if (data === undefined)
    return (
      <Frame>
        {error === undefined ? <Skeleton height="24rem" /> : <ErrorNotice error={error} onRetry={reload} />}
      </Frame>
    );
  return (
    <Frame reservation={data}>
      <State reservation={data} cancel={own.cancel} />
      <HowItGoes reservation={data} {...own} />
      <Whom reservation={data} />
    </Frame>
  );
}

function NoReservation() {
  const { animal, reserving } = words();
  return (
    <Frame>
      <EmptyState icon="search" title={reserving.none} action={<LinkButton href="/">{animal.seeAll}</LinkButton>}>
        {reserving.noneWhy}
      </EmptyState>
    </Frame>
  );
}

function State({ reservation, cancel }: { readonly reservation: Reservation } & Pick<OwnReservation, 'cancel'>) {
  const { status, pet, organization, visitAt, messageToAdopter, calendar } = reservation;
  const [isAsking, ask] = useState(false);
  const { reserving } = words();
  const { title, text } = wordsOf(reservation);
  const isOpen = status === 'placed' || status === 'approved';
  return (
    <section class="reservation-state stack" aria-labelledby="reservation-title">
      {pet !== undefined && (
        <p class="quiet">
          <Link href={`/pets/${pet.id}`}>
            <UserText>{pet.name}</UserText>
          </Link>
        </p>
      )}
      <h1 id="reservation-title">{title}</h1>
      <p class="reservation-text" role="status">
        {text}
      </p>
      {visitAt !== undefined && status === 'approved' && (
        <p class="reservation-visit tone-positive">
          <Icon name="clock" />
          <span>
            {parts(reserving.expected, {
              time: (
                <time key="time" dateTime={visitAt}>
                  {momentOf(visitAt, organization)}
                </time>
              ),
            })}
          </span>
        </p>
      )}
      {messageToAdopter !== undefined && (
        <blockquote class="reservation-word">
          <UserText>{messageToAdopter}</UserText>
        </blockquote>
      )}
      <div class="row">
        {calendar !== undefined && (
          <Button
            kind="primary"
            icon="clock"
            onClick={() => saveFile(new Blob([calendar], { type: 'text/calendar' }), 'visit.ics')}
          >
            {reserving.addToCalendar}
          </Button>
        )}
        {isOpen && <Button onClick={() => ask(true)}>{reserving.cancelIt}</Button>}
        {!isAlive(reservation) && <LinkButton href="/">{words().animal.seeAll}</LinkButton>}
      </div>
      {isAsking && isOpen && (
        <Confirm
          title={reserving.cancelQuestion}
          verb={reserving.cancelIt}
          otherwise={reserving.keepIt}
          isDangerous
          action={cancel}
          onClose={() => ask(false)}
        >
          <p>{parts(reserving.cancelled, namesOf(reservation))}</p>
        </Confirm>
      )}
    </section>
  );
}

/** Whom to call, and when to come. */
function Whom({ reservation: { organization } }: { readonly reservation: Reservation }) {
  if (organization === undefined) return <></>;
  const { hours, timeZone } = organization;
  return (
    <section class="reservation-whom stack" aria-labelledby="reservation-whom">
      <h2 id="reservation-whom">
        <UserText>{organization.name}</UserText>
      </h2>
      <ContactLinks organization={organization} hasToday />
      {hours !== undefined && <About organization={{ hours, ...(timeZone !== undefined && { timeZone }) }} />}
    </section>
  );
}
