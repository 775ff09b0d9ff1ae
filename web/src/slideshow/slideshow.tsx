import './slideshow.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import { GoodWith } from '../board/animal/about-animal.tsx';
import { InShort } from '../board/animal/in-short.tsx';
import { firstFacts } from '../board/animal/profile-facts.ts';
import { loadSwitchedOff } from '../board/load-switched-off.ts';
import { environmentNow } from '../data/environment-clock.ts';
import { pathId } from '../data/path-id.ts';
import { Button, LinkButton } from '../design/controls/button.tsx';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { Facts } from '../design/data/facts.tsx';
import { QrCode } from '../design/data/qr-code.tsx';
import { usePageTitle } from '../design/layout/page-title.ts';
import { useTheme } from '../design/layout/use-theme.ts';
import { fitLetters } from '../design/text/fit-letters.ts';
import { UserText } from '../design/text/user-text.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { Photo } from '../pets/photo.tsx';
import { Portrait } from '../pets/portrait.tsx';
import { speciesOf } from '../pets/species.ts';
import { publicPageOf } from '../public-page.ts';
import { pageSettings } from '../settings.ts';
import { parts, words } from '../words.ts';
import { type KeptPhotos, openKeptPhotos } from './kept-photos.ts';
import { openSlides, type Slides } from './slides.ts';

addStaffIcons();

/** How long an animal is shown, in seconds. */
const usual = 12;
const fewest = 3;
const most = 3_600;

/** How long the controls stay after the last movement. */
const idleMs = 4_000;

/** For a screen in the lobby: `/slideshow?organization=7&seconds=20&lang=es`. */
export function Slideshow() {
  const { papers } = words();
  usePageTitle(papers.slideshow);
  useTheme('dark');
  const { boardKey: apiKey, organization: only } = pageSettings();
  const organizationId = pathId(new URLSearchParams(useSearch()).get('organization') ?? '') || undefined;
  const slides = useMemo(
    () => (apiKey === undefined ? undefined : openSlides({ apiKey, only, organizationId })),
    [organizationId],
  );
  useEffect(() => slides?.open(), [slides]);
  return slides === undefined ? (
    <main id="main">
      <LazyPage load={loadSwitchedOff} />
    </main>
  ) : (
    <Running slides={slides} />
  );
}

function Running({ slides }: { readonly slides: Slides }) {
  const { papers, first } = words();
  const seconds = Number(new URLSearchParams(useSearch()).get('seconds') ?? usual) || usual;
  const eachMs = Math.min(Math.max(seconds, fewest), most) * 1_000;
  const pets = slides.pets.value;
  const count = pets?.length ?? 0;
  const photos = useMemo(openKeptPhotos, []);
  useEffect(() => photos.keep(pets ?? []), [pets]);
  // The place counts when the animal has left.
  const [shown, show] = useState({ id: 0, place: 0 });
  const found = pets?.findIndex(({ id }) => id === shown.id) ?? -1;
  const at = found === -1 ? Math.min(shown.place, count - 1) : found;
  const pet = pets?.[at];
  const [isPaused, setPaused] = useState(false);
  const step = (by: number) => {
    const place = (at + by + count) % count;
    show({ id: pets?.[place]?.id ?? 0, place });
  };
  const latest = useRef(step);
  latest.current = step;
  useLayoutEffect(() => {
    if (isPaused || count < 2) return undefined;
    const timer = setTimeout(() => latest.current(1), eachMs);
    return () => clearTimeout(timer);
  }, [pet?.id, isPaused, count < 2, eachMs]);
  const [, navigate] = useLocation();
  const isActive = useActivity();
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const isForward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      const isOnControl = event.target instanceof Element && event.target.closest('button, a') !== null;
      if (event.key === 'Escape') navigate('/');
      else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight')
        latest.current(event.key === isForward ? 1 : -1);
      else if (event.key === ' ' && !isOnControl) setPaused((was) => !was);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <main id="main" class="slideshow" aria-busy={pets === undefined} aria-live={isPaused ? 'polite' : 'off'}>
      {pet !== undefined && <Slide key={pet.id} pet={pet} organization={slides.organization.value} photos={photos} />}
      {pets !== undefined && count === 0 && (
        <div class="slideshow-empty">
          <h1>{first.nothingHere}</h1>
          <p>{first.newOnes}</p>
        </div>
      )}
      <div class="slideshow-controls" role="group" aria-label={papers.slideshow} data-active={isActive || isPaused}>
        <Button kind="quiet" icon="back" label={papers.previousAnimal} onClick={() => step(-1)} />
        <Button
          kind="quiet"
          icon={isPaused ? 'play' : 'pause'}
          label={isPaused ? papers.play : papers.pause}
          onClick={() => setPaused(!isPaused)}
        />
        <Button kind="quiet" icon="arrow" label={papers.nextAnimal} onClick={() => step(1)} />
        {document.fullscreenEnabled && (
          <Button
            kind="quiet"
            icon="expand"
            label={papers.fullScreen}
            onClick={() => void document.documentElement.requestFullscreen()}
          />
        )}
        <LinkButton kind="quiet" icon="close" href="/" label={papers.leave} />
      </div>
    </main>
  );
}

/** Whether somebody uses the screen. */
function useActivity(): boolean {
  const [isActive, setActive] = useState(false);
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onActivity = () => {
      setActive(true);
      clearTimeout(timer);
      timer = setTimeout(() => setActive(false), idleMs);
    };
    for (const kind of ['pointermove', 'pointerdown', 'keydown']) addEventListener(kind, onActivity);
    return () => {
      for (const kind of ['pointermove', 'pointerdown', 'keydown']) removeEventListener(kind, onActivity);
      clearTimeout(timer);
    };
  }, []);
  return isActive;
}

interface SlideProps {
  readonly pet: ExpandedPet;
  /** Undefined if there are several. */
  readonly organization: PublicOrganization | undefined;
  readonly photos: KeptPhotos;
}

/** An animal on the whole screen, with the code of its page. */
function Slide({ pet, organization, photos }: SlideProps) {
  const { profile = {} } = pet;
  const about = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (about.current !== null) fitLetters(about.current);
  });
  const url = publicPageOf(pet);
  const facts = firstFacts(profile, organization, environmentNow());
  return (
    <article class="slide">
      <Picture pet={pet} photos={photos} />
      <div class="slide-about" ref={about}>
        <header class="slide-organization">
          {organization?.logo !== undefined && <img src={organization.logo} alt="" />}
          <UserText>{organization?.name ?? pet.owner?.organization?.name ?? ''}</UserText>
        </header>
        <div class="slide-words">
          <h1 data-length={pet.name.length <= 14 ? 'short' : pet.name.length <= 45 ? 'long' : 'longest'}>
            <UserText>{pet.name}</UserText>
          </h1>
          <InShort profile={profile} offerer={organization} />
          <Facts facts={facts} />
          <GoodWith goodWith={profile.goodWith ?? {}} />
        </div>
        <div class="slide-scan">
          <QrCode text={url} label={url} />
          <p>{parts(words().papers.scan, { name: <UserText key="name">{pet.name}</UserText> })}</p>
        </div>
      </div>
    </article>
  );
}

function Picture({ pet, photos }: Pick<SlideProps, 'pet' | 'photos'>) {
  const [photo] = pet.photos ?? [];
  const frame = useRef<HTMLDivElement>(null);
  const image = photo && photos.of(photo);
  useLayoutEffect(() => {
    if (image === undefined) return;
    const { x = 50, y = 35 } = photo?.focus ?? {};
    image.alt = photo?.alt ?? '';
    image.style.objectPosition = `${x}% ${y}%`;
    frame.current?.replaceChildren(image);
  }, [image]);
  if (image !== undefined) return <div key="kept" class="slide-picture" ref={frame} />;
  // Another element than the one above, to which an image was added by hand.
  return (
    <div key="drawn" class="slide-picture">
      {photo === undefined ? (
        <Portrait species={speciesOf(pet.profile?.species)} id={pet.id} />
      ) : (
        <Photo photo={photo} origin="" alt={photo.alt ?? ''} sizes="100vmax" isFirst />
      )}
    </div>
  );
}
