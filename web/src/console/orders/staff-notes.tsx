import { useEffect, useMemo } from 'preact/hooks';
import type { PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form, TextArea } from '../../design/controls/field.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { needPeople } from '../audit/people.ts';
import { useDraft } from '../drafts.ts';
import type { Colleagues } from '../inbox/colleagues.ts';

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
