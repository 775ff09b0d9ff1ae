import '../../design/data/rows.css';
import './requests.css';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import type { LoggedRequest, UsageBreakdown } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { isFirstLoad } from '../../data/list.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { CopyButton } from '../../design/controls/copy-button.tsx';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { nameOfKey } from '../keys/key-name.ts';
import { knownKey } from '../keys/known-key.ts';
import { curlOf } from '../start/steps.ts';
import { addressOf, FilterBar, filtersIn, queryOf } from './filters.tsx';
import { useLiveRequests } from './use-live-requests.ts';

/** What the account's programs have requested, newest first. */
export function RequestsPage() {
  const search = useSearch();
  const filters = useMemo(() => filtersIn(search), [search]);
  const query = useMemo(() => queryOf(filters), [filters]);
  const { list, isLive, toggle, error } = useLiveRequests(query);
  const usage = useQuery((signal) => petstore.account.usageBreakdown({}, { signal }), []);
  const links = useQuery(loadOperationLinks, []);
  const columns = useMemo(() => columnsOf(links.data), [links.data]);
  const requests = list.items.value;
  const isEmpty = requests.length === 0 && !list.hasMore.value;
  return (
    <>
      <PageHeader
        title="Requests"
        about={
          <>
            What your programs sent with your keys, newest first.{' '}
            <span class="requests-live" data-live={isLive}>
              {isLive ? 'Live' : 'Paused'}
            </span>
          </>
        }
        actions={
          <Button icon={isLive ? 'pause' : 'play'} onClick={toggle}>
            {isLive ? 'Pause' : 'Resume'}
          </Button>
        }
      />
      <FilterBar filters={filters} {...choicesIn(usage.data, requests)} />
      <div class="stack">
        <ErrorNotice error={error} />
        <ErrorNotice error={usage.error} onRetry={usage.reload} />
        <ErrorNotice error={links.error} onRetry={links.reload} />
        <Card isFlush>
          <div class="console-rows requests-table">
            <Table
              caption="Requests"
              columns={columns}
              rows={requests}
              keyOf={({ id }) => id}
              isLoading={isFirstLoad(list)}
              empty={isEmpty && (Object.keys(query).length === 0 ? <NoRequests /> : <NoneFound />)}
            />
          </div>
          <ListEnd list={list} end="The log keeps the last 10,000 requests of seven days." />
        </Card>
      </div>
    </>
  );
}

/** The keys and operations of the last 30 days, and of requests that have come since. */
function choicesIn(usage: UsageBreakdown | undefined, requests: readonly LoggedRequest[]) {
  const used = [...(usage?.keys.flatMap(({ key }) => key ?? []) ?? []), ...requests.map(({ key }) => key)];
  // The others are routes without an operation, such as `GET /petfinder/v2/animals`, and `none`.
  const counted = usage?.operations.map(({ operation }) => operation).filter((name) => /^(?!none$)\w+$/.test(name));
  const operations = new Set([...(counted ?? []), ...requests.flatMap(({ operation }) => operation ?? [])]);
  return { keys: [...new Map(used.map((key) => [key.id, key])).values()], operations: [...operations].toSorted() };
}

const NoRequests = () => (
  <EmptyState icon="pulse" title="No requests yet">
    <p>The first request of a program with one of your keys appears here within seconds, such as this one:</p>
    <div class="requests-curl">
      <CodeBlock
        code={curlOf({ method: 'GET', path: '/pets?limit=1' }, location.origin, knownKey.value?.key)}
        language="sh"
        copyLabel="Copy the command"
      />
    </div>
    {knownKey.value === undefined && (
      <p>
        Put one of <Link href="/portal/keys">your keys</Link> in place of YOUR_API_KEY.
      </p>
    )}
  </EmptyState>
);

const NoneFound = () => (
  <EmptyState
    icon="search"
    title="No requests match"
    action={<LinkButton href={addressOf({})}>Show every request</LinkButton>}
  >
    The log has the last seven days. A request that matches appears here when it comes.
  </EmptyState>
);

/** The addresses of the reference's operations by `operationId`. @throws PetstoreError */
async function loadOperationLinks(): Promise<ReadonlyMap<string, string>> {
  const { loadCatalogue } = await import('../../docs/reference/load-catalogue.ts');
  const { groups } = await loadCatalogue();
  return new Map(groups.flatMap(({ operations }) => operations.map(({ id, href }) => [id, href])));
}

/** @param links the addresses of the operations in the reference, once they are loaded */
const columnsOf = (links: ReadonlyMap<string, string> | undefined): Column<LoggedRequest>[] => [
  { header: 'Time', phone: 'start quiet', cell: ({ time }) => <Time at={time} hasClock /> },
  {
    header: 'Request',
    phone: 'start first',
    cell: ({ method, path, operation, ignored = [] }) => (
      <div class="requests-what">
        <code>
          <strong>{method}</strong> {breakable(path)}
        </code>
        <Operation name={operation} href={links?.get(operation ?? '')} />
        {ignored.length > 0 && (
          <span class="quiet">
            Ignored: <code>{ignored.join(', ')}</code>
          </span>
        )}
      </div>
    ),
  },
  {
    header: 'Status',
    phone: 'corner',
    cell: ({ status, code }) => (
      <div class="requests-status">
        <Badge tone={toneOf(status)}>{status}</Badge>
        {code !== undefined && (
          <Link href={`/docs/errors#${code}`}>
            <code>{code}</code>
          </Link>
        )}
      </div>
    ),
  },
  { header: 'Duration', phone: 'end quiet', align: 'end', cell: ({ durationMs }) => durationText(durationMs) },
  {
    header: 'Key and request id',
    phone: 'quiet',
    cell: ({ key, requestId }) => (
      <div class="requests-with">
        <UserText>{nameOfKey(key)}</UserText>
        {requestId !== undefined && (
          <div class="requests-id">
            <code>{requestId}</code>
            <CopyButton text={requestId} label={`Copy the request id ${requestId}`} />
          </div>
        )}
      </div>
    ),
  },
];

/** Long paths break after `/`. */
const breakable = (path: string): ComponentChildren =>
  path.split(/(?<=.\/)/).flatMap((part, index) => (index === 0 ? part : [<wbr key={index} />, part]));

function Operation({ name, href }: { readonly name: string | undefined; readonly href: string | undefined }) {
  if (name === undefined) return <span class="quiet">No operation</span>;
  return href === undefined ? <span class="quiet">{name}</span> : <Link href={href}>{name}</Link>;
}

const toneOf = (status: number): Tone => (status < 400 ? 'positive' : status < 500 ? 'caution' : 'danger');

const durationText = (ms: number): string =>
  ms < 1_000
    ? `${numberText(ms, { maximumFractionDigits: 1 })} ms`
    : `${numberText(ms / 1_000, { maximumFractionDigits: 1 })} s`;
