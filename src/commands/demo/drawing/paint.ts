/** The size of a picture, as the board shows it. */
export const WIDTH = 1_200;
export const HEIGHT = 1_000;

export const INK = '#2b2320';

/** A color mixed with black (below 0) or white (above 0), between -1 and 1. */
export function toned(color: string, by: number): string {
  const to = by < 0 ? 0 : 255;
  const parts = color.match(/[\da-f]{2}/gi) ?? [];
  const mixed = parts.map((part) => Math.round(Number.parseInt(part, 16) * (1 - Math.abs(by)) + to * Math.abs(by)));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;

export const line = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const oval = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;

export const moved = (x: number, y: number, parts: string, more = ''): string =>
  `<g transform="translate(${x} ${y}) ${more}">${parts}</g>`;

/** What is drawn on the left, and the same on the right. */
export const onBothSides = (left: string): string => left + `<g transform="scale(-1 1)">${left}</g>`;

/** A shape with what lies on it, in the light from the upper left. */
export function shape(id: string, d: string, fill: string, markings = ''): string {
  const lit = path(d, 'url(#light)');
  return `<clipPath id="${id}"><path d="${d}"/></clipPath>${path(d, fill)}<g clip-path="url(#${id})">${markings}</g>${lit}`;
}

/** Eyes to both sides. */
export function eyes(x: number, y: number, size: number, { iris = '#4a2f1f', isSlit = false, isWinking = false } = {}) {
  const lens = isSlit
    ? oval(0, 0, size, size * 1.06, iris) + oval(0, 0, size * 0.36, size * 0.9, INK)
    : oval(0, 0, size, size, iris) + oval(0, 0, size * 0.66, size * 0.66, INK);
  const open =
    oval(0, 0, size * 1.14, size * 1.2, INK) +
    lens +
    oval(size * 0.3, -size * 0.36, size * 0.28, size * 0.28, '#ffffff') +
    oval(-size * 0.3, size * 0.4, size * 0.12, size * 0.12, '#ffffff', 'opacity="0.7"');
  const closed = line(`M${-size} -4 C${-size * 0.5} ${size * 0.7} ${size * 0.5} ${size * 0.7} ${size} -4`, INK, 11);
  return moved(-x, y, open) + moved(x, y, isWinking ? closed : open);
}

/** Something round the neck. */
export const collar = (y: number, half: number, color: string): string =>
  line(`M${-half} ${y - 24} C${-half * 0.6} ${y + 40} ${half * 0.6} ${y + 40} ${half} ${y - 24}`, color, 38) +
  oval(0, y + 48, 27, 27, '#e8b84a') +
  oval(-6, y + 42, 8, 8, '#fff3c4');

export const bandana = (y: number, half: number, color: string): string =>
  path(
    `M${-half} ${y - 30} C${-half * 0.5} ${y + 20} ${half * 0.5} ${y + 20} ${half} ${y - 30} L0 ${y + 150} Z`,
    color,
  ) + [-60, 0, 60].map((x) => oval(x, y + 30 + (60 - Math.abs(x)) * 0.5, 10, 10, '#ffffff', 'opacity="0.75"')).join('');

export const WHISKERS = onBothSides(
  [-18, 6, 30]
    .map((y) =>
      line(
        `M-70 ${88 + y / 2} C-130 ${74 + y} -190 ${66 + y * 1.6} -240 ${70 + y * 2}`,
        '#ffffff',
        5,
        'opacity="0.75"',
      ),
    )
    .join(''),
);
