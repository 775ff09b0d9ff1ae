import { useState } from 'preact/hooks';
import type { Message, Reservation } from '../../../../client/src/petstore.ts';
import { isFree } from '../../../../src/vocabulary/animals/money.ts';
import { type Action, type Query, useAction } from '../../data/calls.ts';
import { saveFile } from '../../data/save-file.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Form, TextArea } from '../../design/controls/field.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { parts, say, words } from '../../words.ts';
import { feeWords, paidWords } from '../animal/profile-facts.ts';
import { LinkPage, Loaded, Nothing, State } from './link-page.tsx';
import { useLink } from './use-link.ts';
import { momentOf, namesOf } from './words.tsx';

export const ReservationPage = () => (
  <LinkPage title={words().reserving.yourReservation} isApplication={false} none={<NoReservation />}>
    {(token) => <Own key={token} token={token} />}
  </LinkPage>
);

const NoReservation = () => <Nothing title={words().reserving.none}>{words().reserving.noneWhy}</Nothing>;

function Own({ token }: { readonly token: string }) {
  const own = useReservation(location.origin, token);
  return (
    <Loaded token={token} query={own.query} none={<NoReservation />}>
      {(reservation) => (
        <>
          <Held reservation={reservation} cancel={own.cancel} />
          <HowItGoes reservation={reservation} {...own} />
        </>
      )}
    </Loaded>
  );
}

function feeText(fee: NonNullable<Reservation['adoptionFee']>): string {
  const { reserving } = words();
  return isFree(fee) ? reserving.feeNone : say(reserving.feeIs, { fee: feeWords(fee) });
}

function Held({ reservation, cancel }: { readonly reservation: Reservation } & Pick<OwnReservation, 'cancel'>) {
  const { status, organization, visitAt, calendar, adoptionFee, paidAt } = reservation;
  const { paymentUrl } = organization ?? {};
  const [isAsking, ask] = useState(false);
  const { reserving } = words();
  const isOpen = status === 'placed' || status === 'approved';
  return (
    <State
      linked={reservation}
      visit={
        <>
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
          {isOpen && adoptionFee !== undefined && <p>{feeText(adoptionFee)}</p>}
          {paidAt !== undefined && <p>{paidWords(paidAt, organization)}</p>}
        </>
      }
      actions={
        <>
          {calendar !== undefined && (
            <Button
              kind="primary"
              icon="clock"
              onClick={() => saveFile(new Blob([calendar], { type: 'text/calendar' }), 'visit.ics')}
            >
              {reserving.addToCalendar}
            </Button>
          )}
          {status === 'approved' && paidAt === undefined && paymentUrl !== undefined && !isFree(adoptionFee) && (
            <LinkButton href={paymentUrl} isForeign kind={calendar === undefined ? 'primary' : 'secondary'}>
              {reserving.payFee}
            </LinkButton>
          )}
          {status === 'delivered' && organization?.donationUrl !== undefined && (
            <LinkButton href={organization.donationUrl} isForeign icon="heart">
              {parts(reserving.donateTo, { shelter: <bdi key="shelter">{organization.name}</bdi> })}
            </LinkButton>
          )}
          {isOpen && <Button onClick={() => ask(true)}>{reserving.cancelIt}</Button>}
        </>
      }
    >
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
    </State>
  );
}

type HowItGoesProps = { readonly reservation: Reservation } & Pick<OwnReservation, 'write' | 'endMails'>;

/** After an adoption: what the adopter tells the organization, and the end of its mails. */
function HowItGoes({ reservation, write, endMails }: HowItGoesProps) {
  const { status, organization, followUps } = reservation;
  const { reserving } = words();
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSent, setSent] = useState(false);
  const [wasAsked] = useState(followUps);
  if (status !== 'delivered' || organization === undefined) return null;
  const send = async () => {
    if ((await write.run(text)) === undefined) return;
    setText((now) => (now === text ? '' : now));
    setChecked(false);
    setSent(true);
  };
  return (
    <section class="reservation-whom" aria-labelledby="reservation-answer">
      <h2 id="reservation-answer">{parts(reserving.howIs, namesOf(reservation))}</h2>
      <Form
        onSubmit={() => {
          setChecked(true);
          if (text.trim() !== '') void send();
        }}
      >
        <TextArea
          label={say(reserving.writeTo, { organization: organization.name })}
          rows={6}
          maxLength={4_096}
          value={text}
          error={isChecked && text.trim() === '' ? reserving.writeSomething : undefined}
          hint={reserving.answerIsMailed}
          onValue={setText}
        />
        <ErrorNotice error={write.error} />
        {isSent && text === '' && <p role="status">{reserving.sent}</p>}
        <div class="row">
          <Button type="submit" kind="primary" busy={write.isBusy}>
            {reserving.send}
          </Button>
        </div>
      </Form>
      {wasAsked === true && (
        <>
          <ErrorNotice error={endMails.error} />
          {followUps === true ? (
            <div>
              <Button kind="quiet" busy={endMails.isBusy} onClick={() => void endMails.run()}>
                {reserving.endMails}
              </Button>
            </div>
          ) : (
            <p role="status">{reserving.mailsEnded}</p>
          )}
        </>
      )}
    </section>
  );
}

interface OwnReservation {
  readonly query: Query<Reservation>;
  readonly cancel: Action<[], void>;
  /** Writes to the organization. */
  readonly write: Action<[text: string], Message>;
  /** Ends the mails that ask how it goes. */
  readonly endMails: Action<[], void>;
}

/** The reservation behind a link, and what its visitor may do. */
function useReservation(origin: string, token: string): OwnReservation {
  const { own, query } = useLink(origin, token, ({ reservations }, options) => reservations.get(options));
  const { reservations } = own;
  const cancel = useAction(async () => query.set(await reservations.cancel()));
  const write = useAction((message: string) => reservations.write({ message }));
  const endMails = useAction(async () => query.set(await reservations.endFollowUps()));
  return { query, cancel, write, endMails };
}
