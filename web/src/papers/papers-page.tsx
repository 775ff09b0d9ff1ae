import './papers.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { Redirect, useLocation, useParams, useSearch } from 'wouter-preact';
import type { ListPetsQuery, Order } from '../../../client/src/petstore.ts';
import { languageFor } from '../../../src/words/choosing.ts';
import { petstore } from '../api.ts';
import { GoodWith } from '../board/animal/about-animal.tsx';
import { InShort } from '../board/animal/in-short.tsx';
import { aboutFacts, firstFacts, healthFacts, homeFacts } from '../board/animal/profile-facts.ts';
import { shortUrl } from '../board/organization/addresses.ts';
import { useAction, useQuery } from '../data/calls.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { pathId } from '../data/path-id.ts';
import { BareSelect } from '../design/controls/bare-select.tsx';
import { Button } from '../design/controls/button.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { Loaded } from '../design/data/loaded.tsx';
import { QrCode } from '../design/data/qr-code.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { useTheme } from '../design/layout/use-theme.ts';
import { UserText } from '../design/text/user-text.tsx';
import { NotFound } from '../not-found.tsx';
import { publicPageOf } from '../public-page.ts';
import { loadSession, session, signInAt } from '../session.ts';
import { pageSettings } from '../settings.ts';
import { parts, say, speaks, words } from '../words.ts';
import { AdoptionSheet } from './adoption-sheet.tsx';
import { readSeen, readSubjects, type Subject, type Subjects } from './read-papers.ts';
import { isInCare, Round } from './round.tsx';
import { PaperFacts, PaperName, PaperPicture, publicProfile, Sheet } from './sheet.tsx';

/** Each paper has an address, such as `/print/kennel-cards?ids=7,8`, with the parameters of `GET /pets`. */
export function PapersPage() {
  const { paper = '' } = useParams();
  const [path] = useLocation();
  const search = useSearch();
  const load = useAction(loadSession);
  // Paper is white.
  useTheme('light');
  useEffect(() => void load.run(), []);
  const known = PAPERS[paper];
  if (known === undefined) return <NotFound />;
  if (session.value === null) return <Redirect to={signInAt(`${path}?${search}`)} replace />;
  if (session.value === 'unknown') return <ErrorNotice error={load.error} onRetry={() => void load.run()} />;
  return <Pages key={paper} paper={known} />;
}

/** What a paper needs. */
interface Material extends Subjects {
  /** The ids of the animals whose pages visitors see. */
  readonly seen?: ReadonlySet<number>;
  readonly order?: Order;
}

interface Paper {
  readonly title: 'kennelCards' | 'posters' | 'round' | 'adoptionSheet';
  readonly read: (parameters: URLSearchParams, signal: AbortSignal) => Promise<Material>;
  readonly show: (material: Material) => ComponentChildren;
}

const queryOf = (parameters: URLSearchParams): ListPetsQuery => {
  const { lang: _, ids, ...query } = Object.fromEntries(parameters);
  return { ...(query as ListPetsQuery), ...(ids !== undefined && { ids: ids.split(',').map(pathId) }) };
};

const readAnimals: Paper['read'] = (parameters, signal) => readSubjects([queryOf(parameters)], signal);

const PAPERS: Readonly<Record<string, Paper>> = {
  'kennel-cards': {
    title: 'kennelCards',
    read: readAnimals,
    show: ({ subjects }) => subjects.map((subject) => <KennelCard key={subject.pet.id} {...subject} />),
  },
  posters: {
    title: 'posters',
    async read(parameters, signal) {
      const found = await readAnimals(parameters, signal);
      return { ...found, seen: await readSeen(found.subjects, signal) };
    },
    show: ({ subjects, seen }) =>
      subjects.map((subject) => (
        <Poster key={subject.pet.id} isSeen={seen?.has(subject.pet.id) === true} {...subject} />
      )),
  },
  round: {
    title: 'round',
    read(parameters, signal) {
      const query = queryOf(parameters);
      // Most animals of an old store have been adopted: they are not even asked for.
      const statuses = query.status === undefined ? (['available', 'pending'] as const) : [query.status];
      return readSubjects(
        statuses.map((status) => ({ ...query, status })),
        signal,
        isInCare,
      );
    },
    show: (material) => <Round {...material} />,
  },
  'adoption-sheet': {
    title: 'adoptionSheet',
    async read(parameters, signal) {
      const order = await petstore.orders.get(pathId(parameters.get('order') ?? ''), { signal });
      return { ...(await readSubjects([{ ids: [order.petId] }], signal)), order };
    },
    show: ({ subjects, order }) =>
      order && subjects.map((subject) => <AdoptionSheet key={order.id} order={order} {...subject} />),
  },
};

function Pages({ paper: { title, read, show } }: { readonly paper: Paper }) {
  const search = useSearch();
  const parameters = new URLSearchParams(search);
  const query = useQuery((signal) => read(parameters, signal), [search]);
  const { languages } = pageSettings();
  const { language } = speaks();
  const locale = query.data?.subjects[0]?.offerer?.locale;
  const wanted = languageFor([parameters.get('lang') ?? locale ?? ''], languages) ?? language;
  const goTo = (other: string) => {
    parameters.set('lang', other);
    location.replace(`?${parameters.toString()}`);
  };
  // The document is in the language of its address, or else of the browser; papers are in the organization's.
  const isTranslated = query.data === undefined || wanted === language;
  useLayoutEffect(() => {
    if (!isTranslated) goTo(wanted);
  }, [isTranslated]);
  const print = useAction(async () => {
    // A photo that cannot be loaded is printed as it is shown.
    await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
    globalThis.print();
  });
  const { papers } = words();
  return (
    <main id="main" class="papers" tabIndex={-1}>
      <div class="papers-bar">
        <PageHeader
          title={papers[title]}
          back={['/console', papers.toConsole]}
          actions={
            <>
              <BareSelect
                label={papers.language}
                value={language}
                onValue={goTo}
                options={languages.map((each) => [each, nameOf(each)])}
              />
              <Button kind="primary" busy={print.isBusy} onClick={() => void print.run()}>
                {papers.print}
              </Button>
            </>
          }
        />
        {query.data?.hasMore === true && title !== 'round' && <p role="status">{papers.onlyFirst}</p>}
      </div>
      <Loaded query={isTranslated ? query : { ...query, data: undefined }} height="40rem" missing={none()}>
        {(material) => (material.subjects.length === 0 ? none(material.hasMirrored) : show(material))}
      </Loaded>
    </main>
  );
}

const none = (isElsewhere = false) => (
  <EmptyState icon="search" title={words().papers.none}>
    {isElsewhere ? words().papers.elsewhere : words().papers.noneWhy}
  </EmptyState>
);

/** The name of a language, as its speakers know it. */
const nameOf = (language: string): string =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

/** One animal on one page, for its kennel. */
function KennelCard({ pet, offerer }: Subject) {
  const profile = publicProfile(pet);
  const { animal } = words();
  // The line of facts below the name has these.
  const said: ReadonlySet<string> = new Set([animal.species, animal.breed, animal.sex, animal.size]);
  return (
    <Sheet offerer={offerer} kind="kennel-card">
      <PaperPicture pet={pet} />
      <div class="sheet-title">
        <PaperName>{pet.name}</PaperName>
        <span>{say(animal.number, { id: String(pet.id) })}</span>
      </div>
      <InShort profile={profile} offerer={offerer} />
      <PaperFacts
        facts={[
          ...firstFacts(profile, offerer, environmentNow()),
          ...aboutFacts(profile).filter(([term]) => !said.has(term)),
          ...healthFacts(profile),
          ...homeFacts(profile),
        ]}
      />
      <GoodWith goodWith={profile.goodWith ?? {}} />
    </Sheet>
  );
}

interface PosterProps extends Subject {
  /** Whether visitors see the page of the animal. */
  readonly isSeen: boolean;
}

/** One animal on one page, with a code that opens its page. */
function Poster({ pet, offerer, isSeen }: PosterProps) {
  const profile = publicProfile(pet);
  const { first, animal, papers } = words();
  const name = <UserText key="name">{pet.name}</UserText>;
  if (!isSeen)
    return (
      <EmptyState icon="info" title={say(papers.noPosterOf, { name: pet.name })}>
        {papers.noPosterWhy}
      </EmptyState>
    );
  const url = publicPageOf(pet);
  return (
    <Sheet offerer={offerer} kind="poster">
      <p class="poster-state">{profile.comingSoon === true ? animal.comingSoon : first.titles[pet.status]}</p>
      <PaperName>{pet.name}</PaperName>
      <PaperPicture pet={pet} />
      <div class="poster-end">
        <div>
          <InShort profile={profile} offerer={offerer} />
          <p class="poster-scan">{parts(papers.scan, { name })}</p>
          <p class="poster-url" dir="ltr">
            {shortUrl(url)}
          </p>
        </div>
        <QrCode text={url} label={url} />
      </div>
    </Sheet>
  );
}
