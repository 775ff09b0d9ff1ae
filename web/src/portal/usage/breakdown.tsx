import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { KeyUsage, OperationUsage } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/use-query.ts';
import { useReloads } from '../../data/use-while-visible.ts';
import { Card } from '../../design/data/card.tsx';
import { CutTable } from '../../design/data/cut-table.tsx';
import type { Column } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { nameOfKey } from '../keys/key-name.ts';

/** The service counts at this interval in each of its processes. */
const readMs = 10_000;
const mostShown = 10;

/** The requests of the last 30 days by key and by operation. */
export function Breakdown() {
  const usage = useQuery((signal) => petstore.account.usageBreakdown({}, { signal }), []);
  useReloads(readMs, usage);
  return (
    <>
      <ErrorNotice error={usage.error} onRetry={usage.reload} />
      <div class="columns level" style="--column: 17rem">
        <Counts
          title="By key"
          about="The last 30 days. Errors got a status of 400 or more."
          rows={usage.data?.keys}
          columns={KEY_COLUMNS}
          keyOf={({ key }) => key?.id ?? 0}
        />
        <Counts
          title="By operation"
          about="The last 30 days, also what this site requested for you."
          rows={usage.data?.operations}
          columns={OPERATION_COLUMNS}
          keyOf={({ operation }) => operation}
        />
      </div>
    </>
  );
}

interface CountsProps<Row> {
  readonly title: string;
  readonly about: string;
  /** The one with the most requests first; undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
}

function Counts<Row extends object>({ title, about, rows, columns, keyOf }: CountsProps<Row>) {
  return (
    <Card title={title} about={about} isFlush>
      <CutTable
        caption={`Usage ${title.toLowerCase()}`}
        columns={columns}
        rows={rows ?? []}
        most={mostShown}
        more={(left) => `Show ${left} more`}
        keyOf={keyOf}
        isLoading={rows === undefined}
        empty="No requests yet."
      />
    </Card>
  );
}

type Counted = Pick<KeyUsage, 'requests' | 'errors'>;

const columnsOf = <Row extends Counted>(header: string, name: (row: Row) => ComponentChildren): Column<Row>[] => [
  { header, cell: name },
  { header: 'Requests', align: 'end', cell: ({ requests }) => numberText(requests) },
  { header: 'Errors', align: 'end', cell: ({ errors }) => numberText(errors) },
];

const KEY_COLUMNS = columnsOf<KeyUsage>('Key', ({ key }) =>
  key === undefined ? (
    'This site'
  ) : (
    <Link href={`/portal/requests?key=${key.id}`}>
      <UserText>{nameOfKey(key)}</UserText>
    </Link>
  ),
);

const OPERATION_COLUMNS = columnsOf<OperationUsage>('Operation', ({ operation }) =>
  operation === 'none' ? 'No operation' : <code>{operation}</code>,
);
