import { useState } from 'preact/hooks';
import type { Reservation } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { parts, say, words } from '../../words.ts';
import type { OwnReservation } from './use-reservation.ts';
import { namesOf } from './words.tsx';

type HowItGoesProps = { readonly reservation: Reservation } & Pick<OwnReservation, 'write' | 'endMails'>;

/** After an adoption: what the adopter tells the organization, and the end of its mails. */
export function HowItGoes({ reservation, write, endMails }: HowItGoesProps) {
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
