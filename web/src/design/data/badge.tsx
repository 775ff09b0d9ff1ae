import './badge.css';
import type { ComponentChildren } from 'preact';

export type Tone = 'positive' | 'caution' | 'danger' | 'neutral' | 'accent';

/** A state with its own shape, so that it can be recognized without color. */
export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge tone-${tone}`}>
    <svg class="badge-shape" width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
      <path d={SHAPES[tone]} />
    </svg>
    {children}
  </span>
);

/** A disc, a half disc, a cross, a ring, a lozenge. */
const SHAPES: Readonly<Record<Tone, string>> = {
  positive: 'M4 .5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7z',
  caution: 'M4 .5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM4 1.7v4.6a2.3 2.3 0 0 0 0-4.6z',
  danger: 'M1.6.5 4 2.9 6.4.5l1.1 1.1L5.1 4l2.4 2.4-1.1 1.1L4 5.1 1.6 7.5.500 6.4 2.9 4 .5 1.6z',
  neutral: 'M4 .5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7zM4 1.9a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2z',
  accent: 'M4 .2 7.8 4 4 7.8.2 4z',
};
