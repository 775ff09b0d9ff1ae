import './organizations.css';
import { Link, useParams } from 'wouter-preact';
import type { Organization } from '../../../../client/src/petstore.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Elsewhere } from '../elsewhere.tsx';
import { ApplicationCard } from './application-card.tsx';
import { FollowUpsCard } from './follow-ups-card.tsx';
import { LogoCard } from './logo-card.tsx';
import { NoOrganization } from './no-organization.tsx';
import { OrganizationState } from './organization-state.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useOrganization } from './use-organization.ts';
import { Visibility } from './visibility.tsx';
import { Website } from './website.tsx';

/** The page of an organization, for its managers and for operators. What was typed for one is not for the next. */
export function OrganizationPage() {
  return <OrganizationOf key={useParams()['organization']} />;
}

function OrganizationOf() {
  const { id, organization, isOperator, isOwn, isMissing } = useOrganization();
  if (isMissing) return <NoOrganization isOperator={isOperator} />;
  const isElsewhere = organization.data?.origin !== undefined;
  const parts = { onChanged: organization.set, onStale: organization.reload };
  return (
    <>
      <PageHeader
        title={organization.data?.name ?? `Organization ${id}`}
        about={<Link href={`/console/audit?organization=${id}`}>Who changed what</Link>}
        {...(isOperator && { before: <BackLink href="/console/organizations">Organizations</BackLink> })}
        actions={
          <>
            {organization.data !== undefined && <OrganizationState organization={organization.data} />}
            {isOwn && <Website organizationId={id} />}
            {!isOwn && !isElsewhere && (
              <LinkButton href={`/console/listing-sites?organization=${id}`}>Listing sites</LinkButton>
            )}
            {!isElsewhere && (
              <LinkButton href={`/console/organizations/${id}/members`} icon="people">
                Members
              </LinkButton>
            )}
          </>
        }
      />
      <Loaded query={organization} height="40rem">
        {(found) =>
          found.origin !== undefined ? (
            <div class="stack">
              <Elsewhere what="organization" origin={found.origin} />
              <Visibility organization={found} {...parts} />
            </div>
          ) : (
            <div class="stack">
              {isOperator ? <Visibility organization={found} {...parts} /> : <NotSeen organization={found} />}
              <LogoCard organization={found} onChanged={parts.onChanged} onRemoved={organization.reload} />
              <ApplicationCard organization={found} {...parts} />
              <FollowUpsCard organization={found} />
              <ProfileForm organization={found} {...parts} />
            </div>
          )
        }
      </Loaded>
    </>
  );
}

/** Tells managers why visitors do not see their animals. */
function NotSeen({ organization: { listed } }: { readonly organization: Organization }) {
  if (listed === true) return null;
  return (
    <p class="note tone-caution" role="status">
      Visitors do not see your organization and its animals yet. An operator of this service lists it; you can complete
      the profile and add animals until then.
    </p>
  );
}
