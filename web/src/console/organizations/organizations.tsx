import { computed, signal } from '@preact/signals';
import type { Organization } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { failureOf } from '../../data/failure.ts';
import { BareSelect } from '../../design/controls/bare-select.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { ownAccount } from '../../session.ts';

/** All organizations by name, for operators; empty until they are loaded. */
export const organizations = signal<readonly Organization[]>([]);

/** Those of this service: only they can have members, be given animals and take applications here. */
export const ownOrganizations = computed(() => organizations.value.filter(({ origin }) => origin === undefined));

/** After a failure the pages show no filter by organization; the next call tries again. */
export async function loadOrganizations(): Promise<void> {
  try {
    const found: Organization[] = [];
    for await (const organization of petstore.organizations.list({ limit: 100 })) found.push(organization);
    organizations.value = found.toSorted((one, other) => one.name.localeCompare(other.name));
  } catch (failure) {
    failureOf(failure);
  }
}

/** Whether this account works for several organizations: an operator of a service that has them. */
export const hasSeveral = (among: readonly Organization[] = ownOrganizations.value): boolean =>
  ownAccount.value?.role === 'operator' && among.length > 1;

/** The organization that an address such as `/console/orders?organization=2` names. */
export function organizationIn(search: string): number | undefined {
  const id = new URLSearchParams(search).get('organization') ?? '';
  return /^\d{1,15}$/.test(id) ? Number(id) : undefined;
}

/** The organization whose animals, orders and messages a page shows: a member's own; for operators the one in the address, or all. */
export function organizationShown(search: string): number | undefined {
  const account = ownAccount.value;
  return account?.role === 'operator' ? organizationIn(search) : account?.organization?.id;
}

interface OrganizationSelectProps {
  readonly value: number | undefined;
  readonly onValue: (organization: number | undefined) => void;
  /** Those of this service if absent. */
  readonly among?: readonly Organization[];
}

/** Chooses the organization that a page shows. Null if there is no choice. */
export function OrganizationSelect({ value, onValue, among = ownOrganizations.value }: OrganizationSelectProps) {
  if (!hasSeveral(among)) return null;
  return (
    <BareSelect
      label="Organization"
      value={String(value ?? '')}
      onValue={(id) => onValue(id === '' ? undefined : Number(id))}
      none="Every organization"
      options={among.map(({ id, name }) => [String(id), name])}
    />
  );
}

/** Whether visitors see the organization. */
export function OrganizationState({ organization }: { readonly organization: Organization }) {
  const { listed, suspended } = organization;
  if (suspended === true) return <Badge tone="danger">Suspended</Badge>;
  return listed === true ? <Badge tone="positive">Listed</Badge> : <Badge tone="neutral">Not listed</Badge>;
}
