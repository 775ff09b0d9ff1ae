import { Link } from 'wouter-preact';
import type { ListingSite } from '../../../../client/src/petstore.ts';
import { LISTING_SITES, type ListingSiteName } from '../../../../src/vocabulary/listing-sites.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { SiteFacts } from './site-facts.tsx';
import { addressOf, useSites, useWhose } from './use-site.ts';
import { animalsText, REASONS, STATES } from './words.ts';

const NAMES = Object.keys(LISTING_SITES) as ListingSiteName[];

/** The sites that list the animals of many shelters, for managers: what waits or fails comes first. */
export function ListingSites() {
  const organizationId = useWhose();
  return <SitesOf key={organizationId} organizationId={organizationId} />;
}

function SitesOf({ organizationId }: { readonly organizationId: number }) {
  const sites = useSites(organizationId);
  return (
    <>
      <PageHeader
        title="Listing sites"
        about="Your animals where adopters look for them. A list is sent every four hours if it has changed, and within minutes after an adoption."
        actions={
          <LinkButton href="/docs/listing-sites" icon="book" isForeign>
            How it works
          </LinkButton>
        }
      />
      {organizationId === 0 ? (
        <EmptyState
          icon="home"
          title="Your account belongs to no organization"
          action={<LinkButton href="/console/organizations">Choose an organization</LinkButton>}
        />
      ) : (
        <Loaded query={sites} height="30rem">
          {(found) => (
            <div class="stack">
              {NAMES.map((name) => ({ name, site: found.find(({ site }) => site === name) }))
                .toSorted((one, other) => urgency(other.site) - urgency(one.site))
                .map(({ name, site }) => (
                  <SiteCard key={name} name={name} site={site} organizationId={organizationId} />
                ))}
            </div>
          )}
        </Loaded>
      )}
    </>
  );
}

/** Who waits for a person comes before what is only failing. */
function urgency(site: ListingSite | undefined): number {
  if (site === undefined) return 0;
  if (site.paused) return site.error === undefined ? 1 : 4;
  return site.waiting === undefined ? (site.error === undefined ? 1 : 2) : 3;
}

interface SiteCardProps {
  readonly name: ListingSiteName;
  readonly site: ListingSite | undefined;
  readonly organizationId: number;
}

function SiteCard({ name, site, organizationId }: SiteCardProps) {
  const href = addressOf(organizationId, name);
  const { name: title } = LISTING_SITES[name];
  const isUrgent = urgency(site) > 2;
  return (
    <Card
      title={<Link href={href}>{title}</Link>}
      about={site === undefined && 'Not set up: nothing is sent there.'}
      actions={
        site === undefined ? (
          <LinkButton href={href}>
            Set up<span class="visually-hidden"> {title}</span>
          </LinkButton>
        ) : (
          <Badge tone={STATES[site.state].tone}>{STATES[site.state].title}</Badge>
        )
      }
    >
      {site !== undefined && (
        <div class="stack tight">
          {site.waiting !== undefined && !site.paused && (
            <p class="note tone-caution" role="status">
              {site.waiting.agreed
                ? `The list of ${animalsText(site.waiting.animals)} is being sent.`
                : `A list of ${animalsText(site.waiting.animals)} waits for your consent. ${REASONS[site.waiting.reason](title)}`}
            </p>
          )}
          {site.error !== undefined && (
            <p class="note tone-danger user-text" role="status">
              {site.error.message}
            </p>
          )}
          <SiteFacts site={site} />
          {isUrgent && (
            <div>
              <LinkButton href={href} kind="primary">
                {site.paused ? 'Correct it' : 'Look at the list'}
                <span class="visually-hidden">: {title}</span>
              </LinkButton>
            </div>
          )}
        </div>
      )}
    </Card>
  );
}
