import { useLocation } from 'wouter-preact';
import type { ListRequestsQuery, LoggedKey } from '../../../../client/src/petstore.ts';
import { addressWith } from '../../data/address-with.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { nameOfKey } from '../keys/key-name.ts';

/** Each filter is as it stands in the address; empty if it is not set. */
export interface Filters {
  readonly status: string;
  readonly method: string;
  readonly key: string;
  readonly operation: string;
  readonly code: string;
  readonly request: string;
}

type Method = NonNullable<ListRequestsQuery['method']>;

const STATUSES = [
  ['2xx', '2xx: succeeded'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
] as const;
const METHODS: readonly Method[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function filtersIn(search: string): Filters {
  const parameters = new URLSearchParams(search);
  const given = (name: keyof Filters, shape: RegExp) => shape.exec(parameters.get(name) ?? '')?.[0] ?? '';
  return {
    status: given('status', /^[1-5](?:\d\d|xx)$/),
    method: METHODS.find((method) => method === parameters.get('method')) ?? '',
    key: given('key', /^[1-9]\d{0,14}$/),
    operation: given('operation', /^.{1,64}$/),
    code: given('code', /^.{1,64}$/),
    request: given('request', /^.{1,128}$/),
  };
}

export const addressOf = (filters: Partial<Filters>): string => addressWith('/portal/requests', { ...filters });

export const queryOf = ({ status, method, key, operation, code, request }: Filters): ListRequestsQuery => ({
  ...(status !== '' && { status }),
  ...(method !== '' && { method: method as Method }),
  ...(key !== '' && { keyId: Number(key) }),
  ...(operation !== '' && { operation }),
  ...(code !== '' && { code }),
  ...(request !== '' && { requestId: request }),
});

/** Error codes are lower-case words; the service's request ids are not. */
const isCode = (text: string): boolean => /^[a-z]+(?:_[a-z]+)*$/.test(text);

interface FilterBarProps {
  readonly filters: Filters;
  /** Those that have sent requests. */
  readonly keys: readonly LoggedKey[];
  /** The `operationId`s that were requested. */
  readonly operations: readonly string[];
}

export function FilterBar({ filters, keys, operations }: FilterBarProps) {
  const [, navigate] = useLocation();
  const filter = (name: keyof Filters) => ({
    value: filters[name],
    onValue: (value: string) => navigate(addressOf({ ...filters, [name]: value })),
    // What the address asks for is an option, also if no request is like that.
    nameOf: (value: string) => value,
  });
  return (
    <div class="requests-filters stack tight">
      <SearchBox
        label="Error code or request id"
        value={filters.code === '' ? filters.request : filters.code}
        onSearch={(typed) => {
          const text = typed.trim();
          const found = isCode(text) ? { code: text, request: '' } : { code: '', request: text };
          navigate(addressOf({ ...filters, ...found }));
        }}
      />
      <BareSelect label="Status" none="Any status" options={STATUSES} {...filter('status')} />
      <BareSelect
        label="Method"
        none="Any method"
        options={METHODS.map((name) => [name, name])}
        {...filter('method')}
      />
      <BareSelect
        label="Key"
        none="Any key"
        options={keys.map((key) => [String(key.id), nameOfKey(key)])}
        {...filter('key')}
      />
      <BareSelect
        label="Operation"
        none="Any operation"
        options={operations.map((name) => [name, name])}
        {...filter('operation')}
      />
    </div>
  );
}
