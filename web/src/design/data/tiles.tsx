import './tiles.css';
import type { ComponentChildren } from 'preact';

/** A few numbers that matter most. */
export const Tiles = ({ children }: { readonly children: ComponentChildren }) => <dl class="tiles">{children}</dl>;

interface TileProps {
  readonly name: string;
  readonly value: string;
  /** Below the value. */
  readonly about?: string;
  readonly isBad?: boolean;
}

export const Tile = ({ name, value, about, isBad = false }: TileProps) => (
  <div class="tile frame" data-bad={isBad}>
    <dt>{name}</dt>
    <dd>
      <span class="tile-value numbers">{value}</span>
      {about !== undefined && <span class="tile-about">{about}</span>}
    </dd>
  </div>
);
