import '../pet-page.css';
import './reservation-page.css';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { LinkButton } from '../../design/controls/button.tsx';
import { ANIMAL_LINES } from '../../design/data/animal-icons.ts';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { addIcons } from '../../design/data/icons.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { usePageTitle } from '../../design/layout/page-title.ts';
import { StatementLink } from '../../design/layout/statement-link.tsx';
import { TopBar } from '../../design/layout/top-bar.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { words } from '../../words.ts';
import { About } from '../organization/about.tsx';
import { ContactLinks } from '../organization/contact-links.tsx';
import { isOfApplication, keptReservations, tokenIn } from './kept-reservations.ts';
import type { useLink } from './use-link.ts';
import { isAlive, type Linked, wordsOf } from './words.tsx';

addIcons(ANIMAL_LINES);

interface LinkPageProps {
  /** Of the window. */
  readonly title: string;
  readonly isApplication: boolean;
  /** Shown without a token. */
  readonly none: JSX.Element;
  readonly children: (token: string) => JSX.Element;
}

/** The page behind the secret link of a visitor. The token is in the fragment of its address. */
export function LinkPage({ title, isApplication, none, children }: LinkPageProps) {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    // A link to a part of this page has another fragment.
    const follow = () => setToken((before) => tokenIn(location.hash) ?? before);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  usePageTitle(title);
  return token === undefined || isOfApplication(token) !== isApplication ? none : children(token);
}

const Frame = (props: { readonly linked?: Linked; readonly children: ComponentChildren }) => (
  <>
    <TopBar organization={props.linked?.organization} />
    <main id="main" class="reservation stack" tabIndex={-1}>
      {props.children}
    </main>
    <StatementLink />
  </>
);

interface NothingProps {
  readonly title: string;
  readonly children: string;
}

/** A link is mistyped, or has ended. */
export const Nothing = ({ title, children }: NothingProps) => (
  <Frame>
    <EmptyState isPage icon="search" title={title} action={<LinkButton href="/">{words().animal.seeAll}</LinkButton>}>
      {children}
    </EmptyState>
  </Frame>
);

interface LoadedProps<Shown> extends Pick<ReturnType<typeof useLink<Shown>>, 'query'> {
  readonly token: string;
  readonly none: JSX.Element;
  readonly children: (shown: Shown) => ComponentChildren;
}

/** What is behind the link, and whom to call; the animal's page remembers it. */
export function Loaded<Shown extends Linked>({ token, query, none, children }: LoadedProps<Shown>) {
  const { data, error, reload } = query;
  const petId = data?.pet?.id;
  const isKept = data !== undefined && isAlive(data);
  useEffect(() => {
    if (petId !== undefined && isKept) keptReservations(location.origin).keep(petId, token);
  }, [petId, isKept]);
  if (error?.status === 404) return none;
  if (data === undefined)
    return (
      <Frame>
        {error === undefined ? <Skeleton height="24rem" /> : <ErrorNotice error={error} onRetry={reload} />}
      </Frame>
    );
  return (
    <Frame linked={data}>
      {children(data)}
      <Whom linked={data} />
    </Frame>
  );
}

interface StateProps {
  readonly linked: Linked;
  /** Between the state and the message of the organization. */
  readonly visit?: ComponentChildren;
  /** What the visitor may do. */
  readonly actions: ComponentChildren;
  /** A question before an action. */
  readonly children?: ComponentChildren;
}

/** What became of it, and what the organization says. */
export function State({ linked, visit, actions, children }: StateProps) {
  const { pet, messageToAdopter } = linked;
  const { title, text } = wordsOf(linked);
  return (
    <section class="reservation-state stack" aria-labelledby="reservation-title">
      {pet !== undefined && (
        <p class="quiet">
          <Link href={`/pets/${pet.id}`}>
            <UserText>{pet.name}</UserText>
          </Link>
        </p>
      )}
      <h1 id="reservation-title">{title}</h1>
      <p class="reservation-text" role="status">
        {text}
      </p>
      {visit}
      {messageToAdopter !== undefined && (
        <blockquote class="reservation-word">
          <UserText>{messageToAdopter}</UserText>
        </blockquote>
      )}
      <div class="row">
        {actions}
        {!isAlive(linked) && <LinkButton href="/">{words().animal.seeAll}</LinkButton>}
      </div>
      {children}
    </section>
  );
}

/** Whom to call, and when to come. */
function Whom({ linked: { organization } }: { readonly linked: Linked }) {
  if (organization === undefined) return <></>;
  const { hours, timeZone } = organization;
  return (
    <section class="reservation-whom stack" aria-labelledby="reservation-whom">
      <h2 id="reservation-whom">
        <UserText>{organization.name}</UserText>
      </h2>
      <ContactLinks organization={organization} hasToday />
      {hours !== undefined && <About organization={{ hours, ...(timeZone !== undefined && { timeZone }) }} />}
    </section>
  );
}
