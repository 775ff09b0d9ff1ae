import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { useQuery } from '../../data/use-query.ts';
import { TextArea, TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { AnimalLine } from '../animals/animal-line.tsx';
import { adoptionOf, filled } from '../words.ts';

const shownAnimals = 6;

export interface PlaceOrderProps {
  /** Offers the animals of this organization only. */
  readonly organizationId: number | undefined;
  readonly onPlaced: (order: Order) => void;
  readonly onClose: () => void;
}

/** Reserves an animal for somebody at the desk. */
export function PlaceOrder({ organizationId, onPlaced, onClose }: PlaceOrderProps): JSX.Element {
  const [q, search] = useState('');
  const [petId, choose] = useState<number>();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [note, setNote] = useState('');
  const [isChecked, setChecked] = useState(false);
  const found = useQuery(async () => {
    const query = {
      status: 'available' as const,
      limit: shownAnimals,
      expand: ['profile' as const, 'photos' as const],
      ...(q.trim() !== '' && { q: q.trim() }),
      ...(organizationId !== undefined && { organizationId }),
    };
    const { items } = await petstore.pets.list(query).page();
    return items.filter(({ profile }) => profile?.staff?.hiddenBecause === undefined);
  }, [q, organizationId]);
  const isNamed = name.trim() !== '' || email.trim() !== '' || phone.trim() !== '';
  const mistakes = {
    ...(petId === undefined && { pet: 'Choose an animal.' }),
    ...(isNamed && name.trim() === '' && { name: 'Enter the name too.' }),
    ...(isNamed &&
      !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) && {
        email: 'Enter an email address, such as ann@example.org.',
      }),
  };
  const keyFor = useIdempotencyKey();
  const place = useAction(async (id: number) => {
    const body = {
      petId: id,
      ...(isNamed && {
        adopter: { name: name.trim(), email: email.trim(), ...(phone.trim() !== '' && { phone: phone.trim() }) },
      }),
      ...(note.trim() !== '' && { note: note.trim() }),
    };
    const order = await petstore.orders.place(body, { idempotencyKey: keyFor(JSON.stringify(body)) });
    tell(filled('{} reserved.', adoptionOf(order.id)));
    onPlaced(order);
  });
  const shown = isChecked ? mistakes : {};
  return (
    <FormDialog
      title="Reserve for somebody"
      verb="Reserve"
      isBusy={place.isBusy}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (Object.keys(mistakes).length === 0 && petId !== undefined) void place.run(petId);
      }}
    >
      <TextField label="Find the animal" type="search" maxLength={255} value={q} error={shown.pet} onValue={search} />
      <fieldset class="order-animals" aria-busy={found.isLoading}>
        <legend class="visually-hidden">Available animals</legend>
        {found.data?.map((pet) => (
          <label key={pet.id} class="checkbox">
            <input type="radio" name="pet" checked={petId === pet.id} onChange={() => choose(pet.id)} />
            <AnimalLine id={pet.id} pet={pet}>
              <span>
                <UserText>{pet.name}</UserText> <span class="quiet small numbers">{pet.id}</span>
              </span>
            </AnimalLine>
          </label>
        ))}
        {found.data?.length === 0 && <p class="quiet small">No available animal has this name.</p>}
      </fieldset>
      <ErrorNotice error={found.error} onRetry={found.reload} />
      <TextField label="Adopter’s name" isOptional maxLength={255} value={name} error={shown.name} onValue={setName} />
      <TextField
        label="Adopter’s email address"
        isOptional
        type="email"
        dir="ltr"
        maxLength={254}
        value={email}
        error={shown.email}
        onValue={setEmail}
      />
      <TextField
        label="Adopter’s telephone number"
        isOptional
        type="tel"
        dir="ltr"
        maxLength={50}
        value={phone}
        onValue={setPhone}
      />
      <TextArea label="Note" isOptional rows={3} maxLength={10_000} value={note} onValue={setNote} />
      <ErrorNotice error={place.error} />
    </FormDialog>
  );
}
