import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Reservation } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextArea } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import type { OwnReservation } from './use-reservation.ts';

type HowItGoesProps = { readonly reservation: Reservation } & Pick<OwnReservation, 'write' | 'endMails'>;

/** After an adoption: what the adopter tells the organization, and the end of its mails. */
export function HowItGoes({ reservation, write, endMails }: HowItGoesProps): JSX.Element | null {
  const { status, organization, pet, followUps } = reservation;
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isSent, setSent] = useState(false);
  const [wasAsked] = useState(followUps);
  if (status !== 'delivered' || organization === undefined) return null;
  const send = async () => {
    if ((await write.run(text)) === undefined) return;
    setText('');
    setChecked(false);
    setSent(true);
  };
  return (
    <section class="reservation-whom" aria-labelledby="reservation-answer">
      <h2 id="reservation-answer">
        How is <UserText>{pet?.name ?? 'the animal'}</UserText>?
      </h2>
      <Form
        onSubmit={() => {
          setChecked(true);
          if (text.trim() !== '') void send();
        }}
      >
        <TextArea
          label={`Write to ${organization.name}`}
          rows={6}
          maxLength={4_096}
          value={text}
          error={isChecked && text.trim() === '' ? 'Write a few words.' : undefined}
          hint="The answer is mailed to you."
          onValue={setText}
        />
        <ErrorNotice error={write.error} />
        {isSent && text === '' && <p role="status">Sent. Thank you!</p>}
        <div class="row">
          <Button type="submit" kind="primary" busy={write.isBusy}>
            Send
          </Button>
        </div>
      </Form>
      {wasAsked === true && (
        <>
          <ErrorNotice error={endMails.error} />
          {followUps === true ? (
            <div>
              <Button kind="quiet" busy={endMails.isBusy} onClick={() => void endMails.run()}>
                Get no more mails that ask this
              </Button>
            </div>
          ) : (
            <p role="status">You get no more of these mails.</p>
          )}
        </>
      )}
    </section>
  );
}
