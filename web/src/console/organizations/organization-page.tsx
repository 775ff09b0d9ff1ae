import './organizations.css';
import { useId, useRef, useState } from 'preact/hooks';
import { Link, useParams } from 'wouter-preact';
import type { Organization } from '../../../../client/src/petstore.ts';
import { LOGO_TYPES, MAX_LOGO_BYTES } from '../../../../src/vocabulary/logos.ts';
import { ownPetstore } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Elsewhere } from '../elsewhere.tsx';
import { ApplicationCard } from './application-card.tsx';
import { FollowUpsCard } from './follow-ups-card.tsx';
import { OrganizationState } from './organizations.tsx';
import { ProfileForm } from './profile-form.tsx';
import { NoOrganization, useOrganization } from './use-organization.tsx';
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
        back={isOperator ? ['/console/organizations', 'Organizations'] : undefined}
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

interface LogoCardProps {
  readonly organization: Organization;
  readonly onChanged: (organization: Organization) => void;
  readonly onRemoved: () => void;
}

const limit = `${MAX_LOGO_BYTES / 1_024} KiB`;

/** Shows the logo of the organization, and sets or removes it at once. */
function LogoCard({ organization, onChanged, onRemoved }: LogoCardProps) {
  const { id, logo } = organization;
  const input = useRef<HTMLInputElement>(null);
  const notes = useId();
  const [isTooLarge, setTooLarge] = useState(false);
  const change = useAction(async (image: Blob | undefined) => {
    if (image !== undefined) {
      onChanged(await ownPetstore.organizations.setLogo(id, image));
      return tell('The logo was saved.');
    }
    await ownPetstore.organizations.removeLogo(id);
    onRemoved();
    tell('The logo was removed.');
    // The button disappears.
    document.getElementById('main')?.focus({ preventScroll: true });
  });
  const take = (file: File) => {
    change.clear();
    setTooLarge(file.size > MAX_LOGO_BYTES);
    // The type that a browser gives is a guess from the file's name. The first bytes decide, so any accepted type will do.
    if (file.size <= MAX_LOGO_BYTES) void change.run(file.slice(0, file.size, LOGO_TYPES[0]));
  };
  const refusal = change.error?.code === 'invalid_body' ? change.error : undefined;
  const mistake = isTooLarge ? `The image is larger than ${limit}. Choose a smaller one.` : refusal?.message;
  return (
    <Card title="Logo" about="Visitors see it on the board.">
      <div class="stack">
        {logo !== undefined && <CurrentLogo organization={organization} logo={logo} />}
        <div class="row">
          <Button icon="upload" busy={change.isBusy} aria-describedby={notes} onClick={() => input.current?.click()}>
            {logo === undefined ? 'Choose an image' : 'Choose another image'}
          </Button>
          {logo !== undefined && (
            <Button
              kind="quiet"
              busy={change.isBusy}
              onClick={() => {
                setTooLarge(false);
                void change.run(undefined);
              }}
            >
              Remove the logo
            </Button>
          )}
        </div>
        <input
          ref={input}
          type="file"
          accept={LOGO_TYPES.join()}
          class="visually-hidden"
          tabIndex={-1}
          aria-label="Image of the logo"
          aria-describedby={notes}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) take(file);
            // So that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <div id={notes}>
          <p class="field-hint">PNG, JPEG or WebP, up to {limit}. It is saved as soon as you choose it.</p>
          <Mistake>{mistake}</Mistake>
        </div>
        {refusal === undefined && <ErrorNotice error={change.error} />}
      </div>
    </Card>
  );
}

/** The service shows logos of listed organizations only. */
const CurrentLogo = ({ organization, logo }: { readonly organization: Organization; readonly logo: string }) =>
  organization.listed === true && organization.suspended !== true ? (
    <img class="organization-logo" src={logo} alt="The current logo" />
  ) : (
    <p class="small quiet">A logo is saved. It is shown here, and to visitors, once visitors see the organization.</p>
  );
