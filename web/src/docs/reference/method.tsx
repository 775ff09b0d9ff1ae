import type { Tone } from '../../design/data/badge.tsx';

const TONES: Readonly<Record<string, Tone>> = { POST: 'positive', PATCH: 'caution', DELETE: 'danger' };

export const Method = ({ method }: { readonly method: string }) => (
  <span class={`method tone-${TONES[method] ?? 'neutral'}`}>{method}</span>
);
