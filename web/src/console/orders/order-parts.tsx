import { useEffect, useMemo } from 'preact/hooks';
import type { Order, PageQuery, PetProfile } from '../../../../client/src/petstore.ts';
import { isFree } from '../../../../src/vocabulary/animals/money.ts';
import { isPayable } from '../../../../src/vocabulary/order-lifecycle.ts';
import { petstore } from '../../api.ts';
import { feeWords } from '../../board/animal/profile-facts.ts';
import { useAction, useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form, TextArea } from '../../design/controls/field.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { needPeople } from '../audit/people.ts';
import { useDraft } from '../drafts.ts';
import type { Colleagues } from '../inbox/colleagues.ts';

interface PaymentProps {
  readonly order: Order;
  readonly onChanged: (order: Order) => void;
}

/** The button that marks and the one that takes back are in the same place: it is busy until a second click is no longer for the first. */
const restMs = 1_000;

/** The fee of an order, and whether it is paid. */
export function Payment(props: PaymentProps) {
  const { petId } = props.order;
  const query = useQuery(() => profileOf(petId), [petId]);
  return (
    <Loaded query={query} height="4.25rem">
      {({ adoptionFee }) => <Fee {...props} fee={adoptionFee} />}
    </Loaded>
  );
}

/** An animal that was deleted has no fee any more. */
async function profileOf(petId: Order['petId']): Promise<PetProfile> {
  try {
    return await petstore.pets.profile(petId);
  } catch (failure) {
    if (failureOf(failure).status === 404) return {};
    throw failure;
  }
}

interface FeeProps extends PaymentProps {
  readonly fee: PetProfile['adoptionFee'];
}

function Fee({ order, onChanged, fee }: FeeProps) {
  const { id, paidAt } = order;
  const amount = feeWords(fee && { ...fee, display: true });
  const change = useAction(async () => {
    if (paidAt !== undefined) await petstore.orders.markUnpaid(id);
    onChanged(paidAt === undefined ? await petstore.orders.markPaid(id) : await petstore.orders.get(id));
    await new Promise((resolve) => setTimeout(resolve, restMs));
  });
  const isAsked = paidAt === undefined && isPayable(order) && !isFree(fee);
  if (paidAt === undefined && !isAsked && amount === undefined) return null;
  return (
    <section class="stack tight order-part" aria-labelledby="order-fee">
      <h3 id="order-fee">Adoption fee</h3>
      <div class="row spread">
        <p>
          {amount}
          {amount !== undefined && paidAt !== undefined && ' · '}
          {paidAt !== undefined && (
            <>
              Paid <Time at={paidAt} hasClock />
            </>
          )}
          {amount === undefined && paidAt === undefined && 'Not known'}
        </p>
        {(isAsked || paidAt !== undefined) && (
          <Button
            size="s"
            kind={isAsked ? 'secondary' : 'quiet'}
            busy={change.isBusy}
            onClick={() => void change.run()}
          >
            {isAsked ? (
              `Mark ${amount ?? 'it'} as paid`
            ) : (
              <>
                Take back<span class="visually-hidden"> (paid)</span>
              </>
            )}
          </Button>
        )}
      </div>
      <ErrorNotice error={change.error} />
    </section>
  );
}

interface StaffNotesProps {
  readonly orderId: number;
  readonly colleagues: Colleagues;
}

/** What the people of the animal note about an order. */
export function StaffNotes({ orderId, colleagues }: StaffNotesProps) {
  const list = useMemo(
    () => openList((query: PageQuery) => petstore.orders.notes(orderId, query), { limit: 20 }),
    [orderId],
  );
  useEffect(() => void list.more(), [list]);
  const notes = list.items.value;
  useEffect(() => void needPeople(notes.map(({ accountId }) => accountId)), [notes]);
  const { text, write, forget } = useDraft(`note ${orderId}`);
  const keyed = useIdempotencyKey();
  const add = useAction(async () => {
    const note = text.trim();
    const added = await keyed(note, (options) => petstore.orders.addNote(orderId, { note }, options));
    list.change((items) => [added, ...items.filter(({ id }) => id !== added.id)]);
    forget(text);
  });
  return (
    <section class="stack order-part" aria-labelledby="order-notes">
      <h3 id="order-notes">Staff notes</h3>
      <p class="quiet small">For your colleagues only. The adopter never sees them.</p>
      <Form
        onSubmit={() => {
          if (text.trim() !== '') void add.run();
        }}
      >
        <TextArea
          label="New note"
          isLabelHidden
          placeholder="New note"
          rows={2}
          maxLength={4_096}
          value={text}
          onValue={write}
        />
        <ErrorNotice error={add.error} />
        <div>
          <Button type="submit" size="s" busy={add.isBusy} disabled={text.trim() === ''}>
            Add note
          </Button>
        </div>
      </Form>
      <ul class="stack tight order-notes" aria-label="Staff notes">
        {notes.map(({ id, note, accountId, createdAt }) => (
          <li key={id}>
            <p>
              <UserText>{note}</UserText>
            </p>
            <p class="quiet small">
              <UserText>{colleagues.nameOf(accountId)}</UserText> · <Time at={createdAt} hasClock />
            </p>
          </li>
        ))}
      </ul>
      <ListEnd list={list} />
    </section>
  );
}
