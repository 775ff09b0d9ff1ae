import { BareSelect } from '../../design/controls/bare-select.tsx';
import { ButtonGroup } from '../../design/controls/button-group.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { OrganizationSelect } from '../organizations/organizations.tsx';
import { chooseView, view } from './desk.ts';
import { type OrdersAddress, SHOWN } from './orders-address.ts';

const VIEWS = [
  ['board', 'Board'],
  ['list', 'List'],
] as const;

/** Which orders are shown, and how. */
export function OrdersFilters({ address }: { readonly address: OrdersAddress }) {
  const { q, organizationId, show, addressOf, navigate } = address;
  return (
    <div class="row orders-filters">
      <SearchBox
        label="Search by name, email, answer or animal"
        value={q}
        onSearch={(text) => navigate(addressOf({ q: text.trim() }))}
      />
      <OrganizationSelect
        value={organizationId}
        onValue={(id) => navigate(addressOf({ organization: id?.toString() }))}
      />
      {view.value === 'list' && (
        <BareSelect
          label="Show"
          value={show}
          onValue={(name) => navigate(addressOf({ show: name === 'placed' ? undefined : name }))}
          options={Object.entries(SHOWN).map(([name, { label }]) => [name, label])}
        />
      )}
      <ButtonGroup label="View" value={view.value} onValue={chooseView} options={VIEWS} />
    </div>
  );
}
