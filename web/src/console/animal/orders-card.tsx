import { Link } from 'wouter-preact';
import { petstore } from '../../api.ts';
import { Card } from '../../design/data/card.tsx';
import { Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { useLiveQuery } from '../live.ts';
import { ADOPTION_STATES } from '../words.ts';

/** The newest orders of an animal. */
const shown = 5;

/** Who has asked for an animal, newest first; nothing if nobody has. */
export function OrdersCard({ petId }: { readonly petId: number }) {
  const orders = useLiveQuery(
    (signal) => petstore.orders.list({ petId, limit: shown }, { signal }).page(),
    [petId],
    ({ type, data }) => type.startsWith('order.') && 'petId' in data && data.petId === petId,
  );
  const items = orders.data?.items ?? [];
  if (items.length === 0) return <ErrorNotice error={orders.error} onRetry={orders.reload} />;
  return (
    <Card isFlush title="Adoptions" actions={<Link href={`/console/orders?pet=${petId}`}>All its adoptions</Link>}>
      <Table
        caption="Adoptions of this animal"
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Adoption', cell: ({ id }) => <Link href={`/console/orders/${id}`}>No. {id}</Link> },
          {
            header: 'Adopter',
            cell: ({ id, adopter }) =>
              adopter === undefined ? (
                '–'
              ) : (
                <Link href={`/console/adopters/${id}`}>
                  <UserText>{adopter.name}</UserText>
                </Link>
              ),
          },
          { header: 'State', cell: ({ status }) => ADOPTION_STATES[status].title },
          { header: 'Reserved', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
      />
    </Card>
  );
}
