import './slideshow.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { loadSwitchedOff } from '../board/load-switched-off.ts';
import { pathId } from '../data/path-id.ts';
import { Button, LinkButton } from '../design/controls/button.tsx';
import { addStaffIcons } from '../design/data/add-staff-icons.ts';
import { usePageTitle } from '../design/layout/page-header.tsx';
import { useTheme } from '../design/layout/use-theme.ts';
import { LazyPage } from '../lazy-page.tsx';
import { pageSettings } from '../settings.ts';
import { words } from '../words.ts';
import { openKeptPhotos } from './kept-photos.ts';
import { Slide } from './slide.tsx';
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
