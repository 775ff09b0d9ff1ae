import './gallery.css';
import { useRef, useState } from 'preact/hooks';
import type { Photo as PhotoOfPet } from '../../../../client/src/petstore.ts';
import { Icon } from '../../design/data/icons.tsx';
import { Photo } from '../../pets/photo.tsx';
import { say, speaks } from '../../words.ts';

interface GalleryProps {
  readonly name: string;
  readonly photos: readonly PhotoOfPet[];
  readonly origin: string;
}

/** The photos of an animal, one beside the other: to swipe, for the arrow keys, and with buttons. */
export function Gallery({ name, photos, origin }: GalleryProps) {
  const { direction, words } = speaks();
  const { animal } = words;
  const strip = useRef<HTMLUListElement>(null);
  const [scrolled, setScrolled] = useState(0);
  const last = photos.length - 1;
  // One may have been removed.
  const shown = Math.min(scrolled, last);
  const go = (index: number) => {
    const photo = strip.current?.children[Math.max(0, Math.min(index, last))];
    if (!(photo instanceof HTMLElement)) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    strip.current?.scrollTo({ left: photo.offsetLeft, behavior });
  };
  const altOf = ({ alt }: PhotoOfPet, index: number) =>
    alt ?? (last === 0 ? say(animal.photoOf, { name }) : say(animal.photoNumberOf, { number: index + 1, name }));
  const onKeyDown = (event: KeyboardEvent) => {
    const forward = direction === 'rtl' ? -1 : 1;
    const target = { ArrowLeft: shown - forward, ArrowRight: shown + forward, Home: 0, End: last }[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    go(target);
  };
  return (
    <section class="stack tight" aria-label={say(animal.photosOf, { name })}>
      <div class="gallery-frame">
        <ul
          ref={strip}
          class="gallery-strip"
          {...(last > 0 && { tabIndex: 0, 'aria-label': animal.oneAtATime })}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
            // From right to left it is negative.
            setScrolled(Math.round(Math.abs(scrollLeft) / clientWidth))
          }
        >
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <Photo
                photo={photo}
                origin={origin}
                alt={altOf(photo, index)}
                // A phone with two pixels in one need not load the largest file.
                sizes="(width < 48rem) 75vw, 38rem"
                isFirst={index === 0}
                isWhole
              />
            </li>
          ))}
        </ul>
        {last > 0 && (
          <>
            <Step icon="back" label={animal.previousPhoto} isDisabled={shown === 0} onClick={() => go(shown - 1)} />
            <Step icon="arrow" label={animal.nextPhoto} isDisabled={shown === last} onClick={() => go(shown + 1)} />
            <p class="gallery-count numbers" role="status">
              {say(animal.photoOfAll, { number: shown + 1, all: photos.length })}
            </p>
          </>
        )}
      </div>
      {last > 0 && (
        <ul class="gallery-thumbs">
          {photos.map((photo, index) => (
            <li key={photo.id}>
              <button
                type="button"
                aria-label={say(animal.showPhoto, { number: index + 1 })}
                aria-current={index === shown ? 'true' : undefined}
                onClick={() => go(index)}
              >
                <Photo photo={photo} origin={origin} alt="" sizes="5rem" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface StepProps {
  readonly icon: 'back' | 'arrow';
  readonly label: string;
  readonly isDisabled: boolean;
  readonly onClick: () => void;
}

/** It keeps the focus at the first and last photo. */
const Step = ({ icon, label, isDisabled, onClick }: StepProps) => (
  <button
    type="button"
    class={`gallery-step gallery-step-${icon}`}
    aria-label={label}
    aria-disabled={isDisabled}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
