import { useMemo, useState } from 'preact/hooks';
import { Link, useLocation, useSearch } from 'wouter-preact';
import type { ListOrganizationsQuery, Organization } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { addressWith } from '../../data/address-with.ts';
import { useIdempotencyKey } from '../../data/calls.ts';
import { openList } from '../../data/list.ts';
import { useForm } from '../../data/use-form.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Checkbox, TextField } from '../../design/controls/field.tsx';
import { SearchBox } from '../../design/controls/search-box.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, ListCard } from '../../design/data/table.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { useLive } from '../live.ts';
import { OrganizationState } from './organizations.tsx';

/** All organizations, for operators. */
export function OrganizationsPage() {
  const [, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('q') ?? '';
  const list = useMemo(
    () =>
      openList((query: ListOrganizationsQuery) => petstore.organizations.list(query), {
        limit: 50,
        ...(asked !== '' && { name: asked }),
      }),
    [asked],
  );
  const [isAdding, setAdding] = useState(false);
  useLive({
    onEvent: ({ type }) => {
      if (type.startsWith('organization.')) void list.reload();
    },
    onGap: () => void list.reload(),
  });
  const search = (q: string) => navigate(addressWith('/console/organizations', { q }), { replace: true });
  return (
    <>
      <PageHeader
        title="Organizations"
        about="Shelters, rescues and shops. Visitors see those that are listed, and their animals."
        actions={
          <Button kind="primary" icon="plus" onClick={() => setAdding(true)}>
            Add an organization
          </Button>
        }
      />
      <div class="console-filters stack tight">
        <SearchBox label="Search by name" value={asked} onSearch={search} />
      </div>
      <ListCard
        caption="Organizations"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'Organization', phone: 'start', cell: (organization) => <Name organization={organization} /> },
          {
            header: 'State',
            phone: 'corner',
            cell: (organization) => <OrganizationState organization={organization} />,
          },
          { header: 'Email', phone: 'quiet optional', cell: ({ email }) => <Optional text={email} /> },
          { header: 'City', phone: 'quiet optional', cell: ({ address }) => <Optional text={address?.city} /> },
          actions(
            ({ id, name, origin }: Organization) => (
              <div class="row">
                <Link class="small" href={`/console/animals?organization=${id}`}>
                  View animals<span class="visually-hidden">: {name}</span>
                </Link>
                {origin === undefined && (
                  <Link class="small" href={`/console/organizations/${id}/members`}>
                    Members<span class="visually-hidden">: {name}</span>
                  </Link>
                )}
              </div>
            ),
            '',
          ),
        ]}
        empty={
          <EmptyState
            icon="home"
            title="No organizations match"
            action={<LinkButton href="/console/organizations">Show all organizations</LinkButton>}
          >
            Try a part of the name.
          </EmptyState>
        }
        end="End of the list"
      />
      {isAdding && (
        <AddOrganization
          onClose={() => setAdding(false)}
          onAdded={({ id }) => navigate(`/console/organizations/${id}`)}
        />
      )}
    </>
  );
}

const Name = ({ organization: { id, name } }: { readonly organization: Organization }) => (
  <div class="two-lines">
    <UserLink href={`/console/organizations/${id}`}>{name}</UserLink>
    <span class="quiet small">No. {id}</span>
  </div>
);

const Optional = ({ text }: { readonly text: string | undefined }) =>
  text === undefined ? <span class="quiet">–</span> : <UserText>{text}</UserText>;

interface AddOrganizationProps {
  readonly onClose: () => void;
  readonly onAdded: (organization: Organization) => void;
}

function AddOrganization({ onClose, onAdded }: AddOrganizationProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(
    { name: '', listed: false },
    {
      mistakesIn: ({ name }) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined }),
      async send({ name, listed }) {
        const organization = { name: name.trim(), listed };
        const added = await keyed(organization, (options) => petstore.organizations.create(organization, options));
        tell(`${added.name} was added.`);
        onAdded(added);
      },
    },
  );
  return (
    <FormDialog title="Add an organization" verb="Add" onClose={onClose} {...form}>
      <TextField label="Name" {...form.field('name')} maxLength={255} autoFocus autocomplete="off" required />
      <Checkbox
        label="List it now"
        hint="Visitors see it and its animals, and what they write goes to its members. You can also do this later."
        isChecked={form.draft.listed}
        onChecked={(listed) => form.set({ listed })}
      />
      <p class="small quiet">Next, complete its profile and invite its first manager under Members.</p>
    </FormDialog>
  );
}
