import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { LoggedRequest } from '../../../../client/src/petstore.ts';
import { CopyButton } from '../../design/controls/copy-button.tsx';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import type { Column } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { nameOfKey } from '../keys/key-name.ts';

/** @param links the addresses of the operations in the reference, once they are loaded */
export const columnsOf = (links: ReadonlyMap<string, string> | undefined): Column<LoggedRequest>[] => [
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
