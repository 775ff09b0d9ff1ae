import './skeleton.css';
import type { JSX } from 'preact';

interface SkeletonProps {
  /** Any CSS length; a line of text by default. */
  readonly height?: string;
  readonly width?: string;
}

/** The place of what is still on its way. The part that loads says so itself with `aria-busy`. */
export const Skeleton = ({ height = '1em', width = '100%' }: SkeletonProps): JSX.Element => (
  <span class="skeleton" aria-hidden="true" style={{ blockSize: height, inlineSize: width }} />
);
