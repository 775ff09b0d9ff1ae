import './skeleton.css';

interface SkeletonProps {
  /** Any CSS length; a line of text by default. */
  readonly height?: string;
  readonly width?: string;
}

/** A placeholder for content that is loading. The element around it needs `aria-busy`. */
export const Skeleton = ({ height = '1em', width = '100%' }: SkeletonProps) => (
  <span class="skeleton" aria-hidden="true" style={{ blockSize: height, inlineSize: width }} />
);
