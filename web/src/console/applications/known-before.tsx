import { Link } from 'wouter-preact';
import type { Application } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { OrdersOfPerson, WishesOfPerson } from '../orders/order-card.tsx';
import { StateBadge } from './words.tsx';

/** How many of each are shown. */
const shown = 3;

/** What the applicant has adopted, or applied for, before. */
export function KnownBefore({ application }: { readonly application: Application }) {
  const { id, updatedAt } = application;
  const email = application.adopter?.email;
  const known = useQuery(
    async () => (email === undefined ? undefined : petstore.orders.adopter({ email })),
    [email, updatedAt],
  );
  const orders = known.data?.orders.slice(0, shown) ?? [];
  const others = known.data?.applications.filter((one) => one.id !== id).slice(0, shown) ?? [];
  const none = email === undefined ? '–' : known.isLoading ? '…' : known.data && 'Nothing yet.';
  return (
    <>
      <h3 class="quiet">Known from before</h3>
      <ErrorNotice error={known.error} onRetry={known.reload} />
      {orders.length + others.length === 0 && none !== undefined && <p>{none}</p>}
      {orders.length > 0 && <OrdersOfPerson orders={orders} />}
      {others.length > 0 && <ApplicationsOfPerson applications={others} />}
      {orders.length + others.length > 0 && (
        <Link class="small lone-link" href={`/console/adopters/application-${id}`}>
          All about this person
        </Link>
      )}
    </>
  );
}

/** The applications of a person, each with its animal and its state. */
export const ApplicationsOfPerson = ({ applications }: { readonly applications: readonly Application[] }) => (
  <WishesOfPerson
    wishes={applications}
    path="/console/applications"
    badge={({ status }) => (
      <>
        Applied <StateBadge status={status} />
      </>
    )}
  />
);
