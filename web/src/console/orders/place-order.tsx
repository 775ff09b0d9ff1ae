import type { Order } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { EmailField, TextArea, TextField } from '../../design/controls/field.tsx';
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

const NOBODY = { q: '', petId: undefined as number | undefined, name: '', email: '', phone: '', note: '' };

const isNamed = ({ name, email, phone }: Pick<typeof NOBODY, 'name' | 'email' | 'phone'>): boolean =>
  `${name}${email}${phone}`.trim() !== '';

/** Reserves an animal for somebody at the desk. */
export function PlaceOrder({ organizationId, onPlaced, onClose }: PlaceOrderProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(NOBODY, {
    mistakesIn: ({ petId, name, email, ...draft }) => ({
      q: petId === undefined ? 'Choose an animal.' : undefined,
      ...(isNamed({ name, email, ...draft }) && {
        name: name.trim() === '' ? 'Enter the name too.' : undefined,
        email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim())
          ? undefined
          : 'Enter an email address, such as ann@example.org.',
      }),
    }),
    async send({ petId = 0, name, email, phone, note }) {
      const body = {
        petId,
        ...(isNamed({ name, email, phone }) && {
          adopter: { name: name.trim(), email: email.trim(), ...(phone.trim() !== '' && { phone: phone.trim() }) },
        }),
        ...(note.trim() !== '' && { note: note.trim() }),
      };
      const order = await keyed(body, (options) => petstore.orders.place(body, options));
      tell(filled('{} reserved.', adoptionOf(order.id)));
      onPlaced(order);
    },
  });
  const q = form.draft.q.trim();
  const found = useQuery(async () => {
    const query = {
      status: 'available' as const,
      limit: 100,
      expand: ['profile' as const, 'photos' as const],
      ...(q !== '' && { q }),
      ...(organizationId !== undefined && { organizationId }),
    };
    const { items } = await petstore.pets.list(query).page();
    return items.filter(({ profile }) => profile?.staff?.hiddenBecause === undefined).slice(0, shownAnimals);
  }, [q, organizationId]);
  return (
    <FormDialog title="Reserve for somebody" verb="Reserve" onClose={onClose} {...form}>
      <TextField
        label="Find the animal"
        type="search"
        maxLength={255}
        {...form.field('q')}
        onValue={(typed) => form.set({ q: typed, petId: undefined })}
      />
      <fieldset class="order-animals stack close" aria-busy={found.isLoading}>
        <legend class="visually-hidden">Available animals</legend>
        {found.data?.map((pet) => (
          <label key={pet.id} class="checkbox">
            <input
              type="radio"
              name="pet"
              checked={form.draft.petId === pet.id}
              onChange={() => form.set({ petId: pet.id })}
            />
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
      <TextField label="Adopter’s name" isOptional maxLength={255} {...form.field('name')} />
      <EmailField label="Adopter’s email address" isOptional dir="ltr" {...form.field('email')} />
      <TextField
        label="Adopter’s telephone number"
        isOptional
        type="tel"
        dir="ltr"
        maxLength={50}
        {...form.field('phone')}
      />
      <TextArea label="Note" isOptional rows={3} maxLength={10_000} {...form.field('note')} />
    </FormDialog>
  );
}
