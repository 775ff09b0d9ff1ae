import type { EventType, ListAllDeliveriesQuery } from '../../../../client/src/petstore.ts';
import { WANTED_KINDS } from '../../../../src/vocabulary/event-kinds.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { ButtonGroup } from '../../design/controls/button-group.tsx';

export type Shown = 'all' | 'failed' | 'waiting' | 'succeeded';

/** Which deliveries are shown. */
export interface DeliveryFilter {
  readonly shown: Shown;
  readonly type: EventType | '';
}

const QUERIES: Readonly<Record<Shown, ListAllDeliveriesQuery>> = {
  all: {},
  failed: { hasFailed: true },
  waiting: { status: 'pending' },
  succeeded: { status: 'succeeded' },
};

export const queryOf = ({ shown, type }: DeliveryFilter): ListAllDeliveriesQuery => ({
  ...QUERIES[shown],
  ...(type !== '' && { types: [type] }),
});

const TITLES: readonly (readonly [Shown, string])[] = [
  ['all', 'All'],
  ['failed', 'Failed'],
  ['waiting', 'Waiting'],
  ['succeeded', 'Succeeded'],
];
const TYPES: readonly EventType[] = [...WANTED_KINDS, 'webhook.test'];

interface DeliveryFiltersProps {
  readonly filter: DeliveryFilter;
  readonly onFilter: (filter: DeliveryFilter) => void;
}

export const DeliveryFilters = ({ filter, onFilter }: DeliveryFiltersProps) => (
  <div class="row spread delivery-filters">
    <ButtonGroup
      label="State"
      value={filter.shown}
      onValue={(shown) => onFilter({ ...filter, shown })}
      options={TITLES}
    />
    <BareSelect
      label="Event"
      value={filter.type}
      onValue={(type) => onFilter({ ...filter, type: type as DeliveryFilter['type'] })}
      none="Every event"
      options={TYPES.map((type) => [type, type])}
    />
  </div>
);
