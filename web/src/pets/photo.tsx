import './photo.css';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { thumbHashToRGBA } from 'thumbhash';
import type { Photo as PhotoOfPet } from '../../../client/src/petstore.ts';
import { PHOTO_WIDTHS } from '../../../src/vocabulary/photos.ts';

interface PhotoProps {
  readonly photo: PhotoOfPet;
  /** Where the service is: the board may be in a page of another site. */
  readonly origin: string;
  /** Empty if what is beside the photo says enough. */
  readonly alt: string;
  /** How wide it is shown, as the attribute of `img`. */
  readonly sizes: string;
  /** Whether it is loaded at once, because everybody sees it first. */
  readonly isFirst?: boolean;
  /** By default the photo fills its frame, and is cut where it has another shape. */
  readonly isWhole?: boolean;
}

/** A photo in a frame whose size does not depend on it. What it looks like from afar is there before it is loaded. */
export function Photo({ photo, origin, alt, sizes, isFirst = false, isWhole = false }: PhotoProps) {
  const [isBroken, setBroken] = useState(false);
  const { width, height, urls, focus } = photo;
  // A small photo has no larger file.
  const widths = PHOTO_WIDTHS.filter((_, index) => index === 0 || (PHOTO_WIDTHS[index - 1] ?? 0) < width);
  const files = widths.map((size) => `${origin}${urls[size]} ${Math.min(size, width)}w`);
  return (
    <div class={isWhole ? 'photo photo-whole' : 'photo'}>
      {HAS_SCRIPTS && <Impression thumbhash={photo.thumbhash} />}
      {!isBroken && (
        <img
          // Before the files: otherwise the browser loads one before it knows that it may wait.
          loading={isFirst ? 'eager' : 'lazy'}
          src={origin + urls[600]}
          srcset={files.join(', ')}
          // Without `auto`: an image that measures itself is as wide as the window until it is laid out, and may load the largest file.
          sizes={sizes}
          width={width}
          height={height}
          alt={alt}
          // The policy of the site allows no style in a document.
          {...(HAS_SCRIPTS && focus && !isWhole && { style: { objectPosition: `${focus.x}% ${focus.y}%` } })}
          fetchpriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}

function Impression({ thumbhash }: { readonly thumbhash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const bytes = Uint8Array.from(atob(thumbhash), (character) => character.codePointAt(0) ?? 0);
    const { w, h, rgba } = thumbHashToRGBA(bytes);
    if (canvas.current === null) return;
    Object.assign(canvas.current, { width: w, height: h });
    canvas.current.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0);
  }, [thumbhash]);
  return <canvas ref={canvas} aria-hidden="true" />;
}
