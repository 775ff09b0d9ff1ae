import { Link } from 'wouter-preact';
import type { ExpandedPet, Thread } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { StatusBadge } from '../../pets/status.tsx';
import { AnimalLine } from '../animals/animal-line.tsx';
import { CategoryName } from '../categories/categories.tsx';
import { OrdersOfPerson } from '../orders/order-card.tsx';
import type { Sender } from './senders.ts';

/** How many orders of the person are shown. */
const ordersShown = 4;

interface ContextProps {
  readonly thread: Thread;
  readonly sender: Sender;
  readonly pet: ExpandedPet | undefined;
}

/** What to know for an answer: the animal, and what else the person has asked for. Null if there is nothing. */
export function Context({ thread, sender, pet }: ContextProps) {
  const { email } = sender;
  const orders = useQuery(async () => {
    if (email === undefined) return [];
    return (await petstore.orders.adopter({ email })).orders.slice(0, ordersShown);
  }, [email, thread.state]).data;
  if (pet === undefined && email === undefined) return null;
  return (
    <aside class="inbox-context card stack" aria-label="About this message">
      {pet !== undefined && (
        <AnimalLine id={pet.id} pet={pet} sizes="4.5rem">
          <Link href={`/console/animals/${pet.id}`} class="console-link">
            <UserText>{pet.name}</UserText>
          </Link>
          <span class="quiet small one-line">
            <CategoryName id={pet.categoryId} />
          </span>
          <StatusBadge status={pet.status} />
        </AnimalLine>
      )}
      {email !== undefined && (
        <section class="stack" aria-labelledby="inbox-person">
          <h3 class="quiet small" id="inbox-person">
            Adoptions of this person
          </h3>
          {orders !== undefined && orders.length > 0 ? (
            <OrdersOfPerson orders={orders} />
          ) : (
            <p class="quiet small">{orders === undefined ? '…' : 'No adoptions yet.'}</p>
          )}
          <Link class="small lone-link" href={`/console/adopters/${thread.id}`}>
            All about this person
          </Link>
        </section>
      )}
    </aside>
  );
}
