import './listing-sites.css';
import { useState } from 'preact/hooks';
import type { ListingSite, ListingSiteSettings, NewListingRun } from '../../../../client/src/petstore.ts';
import { LISTING_SITES, type ListingSiteName } from '../../../../src/vocabulary/listing-sites.ts';
import { ownPetstore } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { NothingHere } from '../../design/layout/nothing-here.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { AccountCard } from './account-card.tsx';
import { SiteFacts } from './site-facts.tsx';
import { AnimalsCard, RunsCard } from './site-lists.tsx';
import { addressOf, isActive, type SitePart, useSiteName, useSites, useWhose } from './use-site.ts';
import { WaitingCard } from './waiting-card.tsx';
import { SITE_WORDS, STATES } from './words.ts';

/** One site: the account there, the list that waits, the animals, and what was sent. What was typed for one organization is not for the next. */
export function SitePage() {
  const organizationId = useWhose();
  return <SiteOf key={organizationId} organizationId={organizationId} />;
}

function SiteOf({ organizationId }: { readonly organizationId: number }) {
  const name = useSiteName();
  const sites = useSites(organizationId);
  if (name === undefined || organizationId === 0)
    return <NothingHere href="/console/listing-sites" label="Go to the listing sites" />;
  const site = sites.data?.find((one) => one.site === name);
  const change = (changed: ListingSite | undefined) =>
    sites.set([...(sites.data ?? []).filter((one) => one.site !== name), ...(changed === undefined ? [] : [changed])]);
  const part = { organizationId, onChanged: change };
  const isSent = site?.lastSuccessAt !== undefined;
  // It keeps what was typed wherever it stands.
  const account = <AccountCard key="account" name={name} site={site} {...part} />;
  const isAccountFirst = !isSent || site.error?.refused === true;
  return (
    <>
      <PageHeader
        title={LISTING_SITES[name].name}
        back={[addressOf(organizationId), 'Listing sites']}
        about={site !== undefined && <StateOf site={site} />}
        actions={site && <Actions site={site} {...part} onRemoved={() => change(undefined)} />}
      />
      <Loaded query={sites} height="40rem">
        {() => (
          <div key={name} class="stack">
            {site !== undefined && <Noted key="noted" site={site} {...part} />}
            {!isSent && <FirstTime key="first" name={name} />}
            {isAccountFirst && account}
            {site?.waiting !== undefined && !site.paused && (
              <WaitingCard key="waiting" site={site} waiting={site.waiting} {...part} onStale={sites.reload} />
            )}
            {site !== undefined && isSent && (
              <Card key="sent" title="What was sent" about={`${SITE_WORDS[name].visible} ${SITE_WORDS[name].errors}`}>
                <SiteFacts site={site} />
              </Card>
            )}
            {site !== undefined && <AnimalsCard key="animals" site={site} organizationId={organizationId} />}
            {site !== undefined && <RunsCard key="runs" site={site} organizationId={organizationId} />}
            {!isAccountFirst && account}
          </div>
        )}
      </Loaded>
    </>
  );
}

const StateOf = ({ site: { state, waiting, lastSuccessAt } }: { readonly site: ListingSite }) => (
  <span class="row">
    <Badge tone={STATES[state].tone}>{STATES[state].title}</Badge>
    {state === 'waiting' && waiting?.agreed === false && lastSuccessAt === undefined && (
      <a href="#waiting">Go to the list</a>
    )}
  </span>
);

/** What the site does with a first list, before one is sent. */
const FirstTime = ({ name }: { readonly name: ListingSiteName }) => (
  <Card
    title="Before the first list"
    about={`This is what ${LISTING_SITES[name].name} and shelters that use it say. If in doubt, ask the site.`}
  >
    <ul class="listing-points small">
      {[...SITE_WORDS[name].first, SITE_WORDS[name].errors].map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Card>
);

/** What keeps lists from being sent, or photos from being shown. */
function Noted({ site, organizationId, onChanged }: SitePart) {
  const { name } = LISTING_SITES[site.site];
  const resume = useAction(async () =>
    onChanged(await ownPetstore.listingSites.set(organizationId, site.site, settingsOf(site, { paused: false }))),
  );
  return (
    <>
      {site.error !== undefined && (
        <div class="note tone-danger stack dense" role="alert">
          <strong>
            {site.error.refused ? (
              `${name} refuses the username or the password`
            ) : (
              <>
                {name} has taken no list since <Time at={site.error.since} hasClock />
              </>
            )}
          </strong>
          <UserText>{site.error.message}</UserText>
          <span>
            {!site.paused && `The service tries again${site.error.refused ? ' a few times' : ''}. `}
            {site.paused && site.error.refused && 'Nothing is sent until you enter the password anew. '}
            {(!site.paused || site.error.refused) && `Until then ${name} keeps what it has, adopted animals, too.`}
          </span>
        </div>
      )}
      {site.paused && site.error?.refused !== true && (
        <div class="note tone-neutral row spread" role="status">
          <span>Paused: nothing is sent, and {name} keeps what it has.</span>
          <Button size="s" kind="primary" busy={resume.isBusy} onClick={() => void resume.run()}>
            Resume
          </Button>
        </div>
      )}
      <ErrorNotice error={resume.error} />
      {site.photosFrom === undefined && (
        <p class="note tone-caution" role="status">
          The lists have no photos: the service has no address that sites can reach. Its operator sets PUBLIC_URL, under
          “Give it an address” in “Setting up”.
        </p>
      )}
      {isActive(site) && !site.running && site.waiting?.agreed !== true && (
        <p class="quiet small" role="status">
          A run begins in a moment. If none does, visitors do not see your organization yet: then nothing is sent.
        </p>
      )}
    </>
  );
}

const settingsOf = (site: ListingSite, changes: Partial<ListingSiteSettings>): ListingSiteSettings => {
  const { host, port, security, username, file, headerLine, map, paused } = site;
  return {
    host,
    port,
    security,
    username,
    file,
    paused,
    ...(headerLine !== undefined && { headerLine }),
    ...(map !== undefined && { map }),
    ...changes,
  };
};

type Question = 'photos' | 'pause' | 'remove';

function Actions({ site, organizationId, onChanged, onRemoved }: SitePart & { readonly onRemoved: () => void }) {
  const { name } = LISTING_SITES[site.site];
  const [asked, ask] = useState<Question>();
  const close = () => ask(undefined);
  const start = async (run: NewListingRun) => {
    onChanged(await ownPetstore.listingSites.startRun(organizationId, site.site, run));
    tell('A run begins in a moment.');
  };
  const run = useAction(start);
  const QUESTIONS = {
    photos: {
      title: 'New addresses for all photos?',
      verb: 'Send new addresses',
      text: `${name} may read the address of a photo once only. The list is sent with a new address for each photo, so that ${name} fetches all of them again. Do this if photos are missing there or are old.`,
      act: () => start({ resend: 'photos' }),
    },
    pause: {
      title: `Pause ${name}?`,
      verb: 'Pause',
      text: `Nothing is sent until you resume. ${name} keeps what it has: animals that are adopted meanwhile stay there.`,
      act: async () =>
        onChanged(await ownPetstore.listingSites.set(organizationId, site.site, settingsOf(site, { paused: true }))),
    },
    remove: {
      title: `Remove ${name}?`,
      verb: 'Remove',
      text: `The service forgets the password and what was sent. ${name} keeps the last list: remove the animals there by hand, or pause instead.`,
      act: async () => {
        await ownPetstore.listingSites.remove(organizationId, site.site);
        onRemoved();
        tell(`${name} was removed.`);
      },
    },
  } as const;
  const question = asked && QUESTIONS[asked];
  return (
    <>
      {!site.paused && (
        <Button icon="refresh" busy={run.isBusy} disabled={site.running} onClick={() => void run.run({})}>
          {site.running ? 'A run is under way' : 'Run now'}
        </Button>
      )}
      <Menu
        label="More actions"
        items={[
          ...(site.paused
            ? []
            : [
                { label: 'Send the list again', onSelect: () => void run.run({ resend: 'list' }) },
                { label: 'New addresses for all photos', onSelect: () => ask('photos') },
                { label: 'Pause', icon: 'pause' as const, onSelect: () => ask('pause') },
              ]),
          { label: 'Remove', icon: 'trash', tone: 'danger', onSelect: () => ask('remove') },
        ]}
      />
      <ErrorNotice error={run.error} />
      {question !== undefined && (
        <ConfirmAct
          title={question.title}
          verb={question.verb}
          isDangerous={asked === 'remove'}
          onClose={close}
          act={question.act}
        >
          <p>{question.text}</p>
        </ConfirmAct>
      )}
    </>
  );
}
