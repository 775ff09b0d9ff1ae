import type { JSX } from 'preact';
import { useLocation } from 'wouter-preact';
import type { ListRequestsQuery, LoggedKey } from '../../../../client/src/petstore.ts';
import { addressWith } from '../../data/address-with.ts';
import { Select } from '../../design/controls/field.tsx';
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
type Choice = readonly [value: string, label: string];

const STATUSES: readonly Choice[] = [
  ['2xx', '2xx: succeeded'],
  ['4xx', '4xx: refused'],
  ['5xx', '5xx: failed'],
];
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

export function FilterBar({ filters, keys, operations }: FilterBarProps): JSX.Element {
  const [, navigate] = useLocation();
  const select = (name: keyof Filters, label: string, all: string, choices: readonly Choice[]) => (
    <Select
      label={label}
      isLabelHidden
      value={filters[name]}
      onValue={(value) => navigate(addressOf({ ...filters, [name]: value }))}
      options={optionsOf(all, choices, filters[name])}
    />
  );
  return (
    <div class="requests-filters">
      <SearchBox
        label="Error code or request id"
        value={filters.code === '' ? filters.request : filters.code}
        onSearch={(typed) => {
          const text = typed.trim();
          const found = isCode(text) ? { code: text, request: '' } : { code: '', request: text };
          navigate(addressOf({ ...filters, ...found }));
        }}
      />
      {select('status', 'Status', 'Any status', STATUSES)}
      {select(
        'method',
        'Method',
        'Any method',
        METHODS.map((method) => [method, method]),
      )}
      {select(
        'key',
        'Key',
        'Any key',
        keys.map((key) => [String(key.id), nameOfKey(key)]),
      )}
      {select(
        'operation',
        'Operation',
        'Any operation',
        operations.map((operation) => [operation, operation]),
      )}
    </div>
  );
}

/** What the address asks for is an option, also if no request is like that. */
function optionsOf(all: string, choices: readonly Choice[], chosen: string) {
  const isKnown = chosen === '' || choices.some(([value]) => value === chosen);
  return [['', all] as const, ...choices, ...(isKnown ? [] : [[chosen, chosen] as const])].map(([value, label]) => ({
    value,
    label,
  }));
}
