import './pet-page.css';
import { useEffect, useState } from 'preact/hooks';
import { useParams } from 'wouter-preact';
import type { ExpandedPet, PlacedOrder, SubmittedApplication } from '../../../client/src/petstore.ts';
import type { Adoption } from '../../../src/vocabulary/application-lifecycle.ts';
import { factLine } from '../../../src/words/animals.ts';
import { animalTitle } from '../../../src/words/titles.ts';
import { Button, LinkButton } from '../design/controls/button.tsx';
import { ANIMAL_LINES } from '../design/data/animal-icons.ts';
import { Badge } from '../design/data/badge.tsx';
import { EmptyState } from '../design/data/empty-state.tsx';
import { addIcons, Icon } from '../design/data/icons.tsx';
import { Skeleton } from '../design/data/skeleton.tsx';
import { ErrorNotice } from '../design/feedback/error-notice.tsx';
import { BackLink } from '../design/layout/back-link.tsx';
import { usePageTitle } from '../design/layout/page-title.ts';
import { UserText } from '../design/text/user-text.tsx';
import { LazyPart } from '../lazy-page.tsx';
import { adoptionOf } from '../pets/adoption.ts';
import { parts, say, speaks, words } from '../words.ts';
import { AboutAnimal, FirstFacts } from './animal/about-animal.tsx';
import { AnimalPicture } from './animal/animal-picture.tsx';
import { Gallery } from './animal/gallery.tsx';
import { HowAdoptionWorks } from './animal/how-adoption-works.tsx';
import { feeWords } from './animal/profile-facts.ts';
import { Story } from './animal/story.tsx';
import { Ask } from './ask.tsx';
import { BoardStatus } from './board-status.tsx';
import { type Board, useBoard } from './board.ts';
import { FavoriteButton } from './favorites.tsx';
import { homeOf, asOfWords } from './home.ts';
import { useNotedView } from './interest.ts';
import { nameOf, OffererCard } from './organization/offerer.tsx';
import { isOfApplication, keptReservations, tokenIn } from './reservation/kept-reservations.ts';
import { OwnLink } from './reservation/own-link.tsx';
import { Reserve } from './reserve/reserve.tsx';
import { ShareButton } from './share-button.tsx';
import type { ShownAnimal } from './shown-animal.ts';
import { useVersion } from './versions.tsx';

addIcons(ANIMAL_LINES);

export function PetPage() {
  const { id } = useParams();
  const board = useBoard();
  const { lastList } = board;
  const known = board.animal(Number(id));
  const pet = known.pet.value;
  // A page that embeds the board has its own.
  usePageTitle(IS_OWN ? titleOf(board, pet) : undefined);
  // Another service counts the views of its animals itself.
  useNotedView(board.origin, typeof pet === 'object' && pet.profile?.origin === undefined ? pet.id : undefined);
  useEffect(
    () => () => {
      lastList.openedId = undefined;
    },
    [],
  );
  const { animal } = words();
  return (
    <div class="pet-page stack">
      <BackLink href={lastList.address} isBehind={lastList.openedId === Number(id)}>
        {animal.allAnimals}
      </BackLink>
      <ErrorNotice error={known.error.value} onRetry={() => void known.load()} />
      {pet === 'missing' && (
        <EmptyState
          isPage={IS_OWN}
          icon="search"
          title={animal.notFound}
          action={<LinkButton href="/">{animal.seeAll}</LinkButton>}
        >
          {animal.notFoundWhy}
        </EmptyState>
      )}
      {pet === 'gone' && (
        <div role="status">
          <EmptyState
            isPage={IS_OWN}
            icon="search"
            title={animal.gone}
            action={<LinkButton href="/">{animal.seeOthers}</LinkButton>}
          >
            {animal.goneWhy}
          </EmptyState>
        </div>
      )}
      {pet === undefined && known.error.value === undefined && <Skeleton height="24rem" />}
      {typeof pet === 'object' && <About key={pet.id} pet={pet} reload={() => void known.load()} />}
    </div>
  );
}

/** The title that the service writes into the document, too. */
function titleOf({ categories, organizations }: Board, pet: ShownAnimal['pet']['value']): string {
  if (typeof pet !== 'object') return words().board.animal;
  const category = categories.value?.get(String(pet.categoryId));
  return animalTitle(speaks(), pet.name, pet.profile ?? {}, category?.name, organizations.of(pet)?.name);
}

export function About({ pet, reload }: { readonly pet: ExpandedPet; readonly reload: () => void }) {
  const board = useBoard();
  const offerer = board.organizations.of(pet);
  const category = board.categories.value?.get(String(pet.categoryId));
  const { profile = {}, photos = [] } = pet;
  const version = useVersion(profile, profile.translations, profile.language ?? offerer?.locale);
  const { summary, description } = version.texts;
  const storyNote = version.noteOf('description');
  const { animal } = words();
  const facts = factLine(speaks(), profile);
  // An embedding page has its own h1.
  const Heading = IS_OWN ? 'h1' : 'h2';
  const [open, setOpen] = useState<'ask' | Adoption>();
  // Until the service has said otherwise.
  const [told, setTold] = useState<Adoption>();
  const adoption = told ?? adoptionOf(pet, offerer);
  const kept = keptReservations(board.origin);
  const [token, setToken] = useState(() => (HAS_SCRIPTS ? kept.tokenOf(pet.id) : undefined));
  const [sent, setSent] = useState<PlacedOrder | SubmittedApplication>();
  const [isAsked, setAsked] = useState(false);
  const isSoon = profile.comingSoon === true;
  const isAdopted = pet.status === 'sold';
  /** Where the animal of another service is adopted and asked about. */
  const home = profile.origin && homeOf(profile.origin);
  const site = home === undefined ? undefined : <UserText key="site">{new URL(home).host}</UserText>;
  const asOf = asOfWords(profile.origin);
  const hasApplied = token !== undefined && isOfApplication(token);
  const mayReserve =
    home === undefined && pet.status === 'available' && !isSoon && !hasApplied && (board.may?.('orders:write') ?? true);
  const mayAsk = home === undefined && !isAdopted && (board.may?.('messages:write') ?? true);
  const keep = (found: string | undefined) => {
    if (found === undefined) kept.forget(pet.id);
    else kept.keep(pet.id, found);
    setToken(found);
  };
  return (
    <>
      <article class="pet-about">
        {photos.length > 0 ? (
          <Gallery name={pet.name} photos={photos} origin={board.origin} />
        ) : (
          <div class="pet-about-picture" data-status={pet.status}>
            <AnimalPicture pet={pet} />
          </div>
        )}
        <div class="pet-about-words stack tight">
          <div class="row pet-about-facts">
            {isSoon ? <Badge tone="accent">{animal.comingSoon}</Badge> : <BoardStatus pet={pet} />}
            {category !== undefined && (
              <span class="pet-card-category quiet small">
                <UserText isCut>{category.name}</UserText>
              </span>
            )}
            <span class="quiet small numbers">{say(animal.number, { id: String(pet.id) })}</span>
            {IS_OWN && (
              <span class="pet-about-keep">
                <FavoriteButton pet={pet} />
                <ShareButton title={pet.name} url={`${board.origin}/pets/${pet.id}`} />
              </span>
            )}
          </div>
          <Heading class="pet-about-name" data-length={lengthOf(pet.name)}>
            <UserText>{pet.name}</UserText>
          </Heading>
          {facts !== '' && (
            <p class="pet-about-kind quiet">
              <UserText>{facts}</UserText>
            </p>
          )}
          {summary !== undefined && (
            <p class="pet-about-summary" lang={version.langOf('summary')}>
              <UserText>{summary}</UserText>
            </p>
          )}
          {storyNote === undefined && version.noteOf('summary')}
          {token !== undefined && (
            <OwnLink
              key={token}
              origin={board.origin}
              token={token}
              first={sent}
              onToken={(next) => {
                setSent(undefined);
                keep(next);
              }}
            />
          )}
          {isAsked && (
            <div class="pet-note stack tight" role="status">
              <Icon name="check" />
              <p>{parts(animal.questionSent, nameOf(offerer))}</p>
            </div>
          )}
          <FirstFacts profile={profile} offerer={offerer} />
          {token === undefined && <p class="pet-about-state quiet">{sentenceOf(pet, adoption)}</p>}
          {home !== undefined && !isAdopted && (
            <p class="pet-about-state quiet">
              {parts(animal.home, { organization: <UserText key="name">{offerer?.name ?? ''}</UserText>, site })}
            </p>
          )}
          {asOf !== undefined && (
            <p class="note tone-caution">
              <Icon name="clock" />
              <span>
                {asOf}. {animal.mayHaveChanged}
              </span>
            </p>
          )}
        </div>
        <div class="pet-about-actions row">
          {home !== undefined && !isAdopted && (
            <LinkButton href={home} kind="primary" size="l" isForeign>
              {parts(animal.seeAtSite, { site })}
            </LinkButton>
          )}
          {mayReserve && (
            <Button kind="primary" size="l" icon="heart" onClick={() => setOpen(adoption)}>
              {adoption === 'apply' ? words().applying.apply : animal.reserve}
            </Button>
          )}
          {mayAsk && (
            <Button size="l" icon="mail" onClick={() => setOpen('ask')}>
              {animal.askAboutMe}
            </Button>
          )}
          {isAdopted && (
            <LinkButton href="/" kind="primary" size="l">
              {animal.seeOthers}
            </LinkButton>
          )}
        </div>
        {HAS_SCRIPTS && home === undefined && (
          <>
            <Ask
              pet={pet}
              offerer={offerer}
              isOpen={open === 'ask'}
              onGone={reload}
              onClose={() => setOpen(undefined)}
              onSent={() => {
                setOpen(undefined);
                setAsked(true);
              }}
            />
            <Reserve
              pet={pet}
              offerer={offerer}
              adoption={open === 'ask' ? adoption : (open ?? adoption)}
              isOpen={open === 'reserve' || open === 'apply'}
              onClose={() => setOpen(undefined)}
              onTaken={reload}
              onSwitch={(other) => {
                // A form that was closed meanwhile stays closed.
                setOpen((now) => (now === 'ask' ? now : now && other));
                setTold(other);
              }}
              onSent={(done) => {
                setOpen(undefined);
                setSent(done);
                keep(tokenIn('applicationUrl' in done ? done.applicationUrl : (done as PlacedOrder).reservationUrl));
                reload();
              }}
            />
          </>
        )}
      </article>
      {!isAdopted && home === undefined && (
        <HowAdoptionWorks offerer={offerer} adoption={adoption} fee={feeWords(profile.adoptionFee)} />
      )}
      <AboutAnimal pet={pet} profile={profile}>
        {description !== undefined && (
          <>
            <Story text={description} lang={version.langOf('description')} />
            {storyNote}
          </>
        )}
      </AboutAnimal>
      {offerer !== undefined && <OffererCard offerer={offerer} />}
      {HAS_SCRIPTS && <LazyPart load={loadSimilar} props={{ pet }} />}
    </>
  );
}

/** A longer name has smaller letters, so that it leaves room for the rest. */
const lengthOf = ({ length }: string): 'short' | 'long' | 'longest' =>
  length <= 40 ? 'short' : length <= 120 ? 'long' : 'longest';

const loadSimilar = () => import('./animal/similar.tsx').then(({ Similar }) => Similar);

const sentenceOf = (
  { status, promised = false, profile: { comingSoon = false, sex } = {} }: ExpandedPet,
  adoption: Adoption,
): string =>
  comingSoon && adoption === 'apply'
    ? words().applying.soon
    : say(words().animal.says[comingSoon ? 'soon' : promised ? 'promised' : status], { sex });
