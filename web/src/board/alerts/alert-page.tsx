import '../reservation/reservation-page.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Category, Petstore } from '../../../../client/src/petstore.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { usePageTitle } from '../../design/layout/page-title.ts';
import { StatementLink } from '../../design/layout/statement-link.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { pageSettings } from '../../settings.ts';
import { say, speaks, words } from '../../words.ts';
import { wantedWords } from './wanted-words.ts';

const tokenIn = (hash: string): string | undefined => /^#(pal_[\w-]+)$/.exec(hash)?.[1];

/** The page behind the link of an alert. The token is in the fragment of its address. Only a click changes anything: mail programs look at links. */
export function AlertPage() {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    // A link to a part of this page has another fragment.
    const follow = () => setToken((before) => tokenIn(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  usePageTitle(words().finding.pageTitle);
  return (
    <>
      <TopBar organization={pageSettings().organization} />
      <main id="main" class="reservation stack" tabIndex={-1}>
        {token === undefined ? <NoAlert /> : <Linked key={token} token={token} />}
      </main>
      <StatementLink />
    </>
  );
}

const NoAlert = () => (
  <EmptyState
    isPage
    icon="search"
    title={words().finding.noAlert}
    action={<LinkButton href="/">{words().animal.seeAll}</LinkButton>}
  >
    {words().finding.noAlertWhy}
  </EmptyState>
);

function Linked({ token }: { readonly token: string }) {
  const { alerts, categories } = useMemo(() => clientsOf(token), [token]);
  const [hasEnded, setEnded] = useState(false);
  const query = useQuery((signal) => alerts.get({ signal }), [alerts]);
  const known = useQuery(categories, [categories]);
  const confirm = useAction(async () => query.set(await alerts.confirm()));
  const end = useAction(async () => {
    await alerts.end();
    setEnded(true);
  });
  const { data, error, reload } = query;
  const { animal, finding } = words();
  if (hasEnded)
    return (
      <EmptyState isPage icon="check" title={finding.ended} action={<LinkButton href="/">{animal.seeAll}</LinkButton>}>
        {data?.confirmed === false ? finding.endedUnconfirmed : finding.endedText}
      </EmptyState>
    );
  if ([error, confirm.error, end.error].some((one) => one?.code === 'alert_not_found')) return <NoAlert />;
  if (data === undefined)
    return error === undefined ? <Skeleton height="16rem" /> : <ErrorNotice error={error} onRetry={reload} />;
  const failure = confirm.error ?? end.error;
  return (
    <section class="reservation-state stack" aria-labelledby="alert-title">
      <h1 id="alert-title">{data.confirmed ? finding.youGet : finding.doYouWant}</h1>
      <p class="reservation-text" role="status">
        {data.confirmed ? say(finding.until, { day: dayOf(data.endsAt) }) : finding.forAYear}
      </p>
      <p>
        <UserText>{wantedWords(data.filters, known.data)}</UserText>
      </p>
      {failure !== undefined && <ErrorNotice error={failure} />}
      <div class="row">
        <Button
          kind={data.confirmed ? 'secondary' : 'primary'}
          icon="check"
          busy={confirm.isBusy}
          onClick={() => void confirm.run()}
        >
          {data.confirmed ? finding.renew : finding.yesTellMe}
        </Button>
        <Button busy={end.isBusy} onClick={() => void end.run()}>
          {data.confirmed ? finding.end : finding.noAndForget}
        </Button>
      </div>
    </section>
  );
}

function clientsOf(token: string) {
  const connection = { baseUrl: `${location.origin}/v1`, timeoutMs: 15_000, deadlineMs: 20_000 };
  const { boardKey } = pageSettings();
  return {
    alerts: new Petstore({ ...connection, apiKey: token }).alerts,
    categories: async (signal: AbortSignal) => {
      const names = new Map<string, Category>();
      if (boardKey === undefined) return names;
      for await (const category of new Petstore({ ...connection, apiKey: boardKey }).categories.list({}, { signal }))
        names.set(String(category.id), category);
      return names;
    },
  };
}

const dayOf = (moment: string): string => new Date(moment).toLocaleDateString(speaks().locale, { dateStyle: 'long' });
