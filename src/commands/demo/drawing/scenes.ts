import { HEIGHT, line, moved, oval, path, toned, WIDTH } from './paint.ts';

/** Where an animal is drawn. */
export type Scene = 'arch' | 'window' | 'meadow' | 'autumn' | 'room' | 'dusk';

const block = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;

/** Places the i-th of any number of things, evenly and not in rows. */
const spread = (i: number, step: number, size: number): number => Math.round(((i * step) % 1) * size);

const plant = (x: number, y: number, color: string): string =>
  moved(
    x,
    y,
    [-52, -28, 0, 28, 52]
      .map((turn) =>
        path(
          'M0 0 C-46 -90 -34 -190 0 -250 C34 -190 46 -90 0 0',
          toned(color, turn / 220),
          `transform="rotate(${turn})"`,
        ),
      )
      .join('') + path('M-74 -20 L74 -20 L54 130 L-54 130 Z', '#c9745a'),
  );

const flower = (x: number, y: number, color: string): string =>
  line(`M${x} ${y} V${y + 90}`, '#4f7a45', 8) +
  [0, 72, 144, 216, 288]
    .map((turn) => oval(x, y - 20, 13, 20, color, `transform="rotate(${turn} ${x} ${y})"`))
    .join('') +
  oval(x, y, 12, 12, '#f6d365');

const hills = (near: string, far: string): string =>
  path('M0 640 C220 520 430 560 640 640 C860 720 1010 590 1200 560 V1000 H0 Z', far) +
  path('M0 780 C260 690 500 760 720 740 C940 720 1080 760 1200 720 V1000 H0 Z', near);

const SCENES: Readonly<Record<Scene, (color: string, seed: number) => string>> = {
  arch: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, 0.62)) +
    path('M190 1000 V460 C190 170 380 60 600 60 C820 60 1010 170 1010 460 V1000 Z', toned(color, 0.22)) +
    block(0, 850, WIDTH, 150, toned(color, -0.18)) +
    plant(seed % 2 === 0 ? 100 : 1_100, 780, '#6f9468'),
  window: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, 0.5)) +
    block(170, 40, 860, 680, '#fffdf7', 'rx="26"') +
    `<clipPath id="pane"><rect x="205" y="75" width="790" height="610" rx="10"/></clipPath>` +
    `<g clip-path="url(#pane)">${block(200, 70, 800, 620, '#bfe0ee')}${oval(seed % 2 === 0 ? 330 : 880, 190, 70, 70, '#fff1c2')}${moved(0, -90, hills('#86ad6d', '#a9c98d'))}</g>` +
    block(588, 75, 24, 610, '#fffdf7') +
    block(0, 720, WIDTH, 44, '#fffdf7') +
    block(0, 764, WIDTH, 236, toned(color, 0.32)),
  meadow: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, 0.55)) +
    oval(seed % 2 === 0 ? 210 : 990, 190, 105, 105, '#fff3c8') +
    moved(
      (seed % 5) * 30,
      0,
      oval(300, 260, 120, 40, '#ffffff', 'opacity="0.7"') + oval(880, 330, 150, 44, '#ffffff', 'opacity="0.6"'),
    ) +
    hills('#7fa861', '#a4c482') +
    [70, 190, 1_010, 1_130]
      .map((x, i) => flower(x, 800 + (i % 2) * 60, ['#f4a6a0', '#ffffff', '#f6c667', '#c9a5dd'][(i + seed) % 4] ?? ''))
      .join(''),
  autumn: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, 0.6)) +
    [100, 330, 900, 1_120]
      .map(
        (x, i) =>
          line(`M${x} 1000 V460`, '#8a6a52', 44) +
          oval(
            x,
            380 - (i % 2) * 60,
            190,
            230,
            ['#d98a4b', '#c9643f', '#e0a84e', '#b9543a'][(i + seed) % 4] ?? '',
            'opacity="0.8"',
          ),
      )
      .join('') +
    path('M0 800 C300 730 800 850 1200 780 V1000 H0 Z', '#b98b57') +
    Array.from({ length: 14 }, (_, i) =>
      path(
        'M0 0 C20 -26 44 -26 58 0 C44 26 20 26 0 0',
        ['#d9743f', '#e7b04e', '#b54b35'][i % 3] ?? '',
        `transform="translate(${spread(i + seed, 0.618, WIDTH)} ${spread(i + seed, 0.755, HEIGHT)}) rotate(${i * 47})" opacity="0.85"`,
      ),
    ).join(''),
  room: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, 0.45)) +
    block(80, 90, 240, 300, '#fffaf0', 'rx="10"') +
    block(106, 116, 188, 248, toned(color, 0.72)) +
    path(
      `M106 364 V320 C150 ${250 + (seed % 3) * 20} 230 ${290 - (seed % 3) * 20} 294 310 V364 Z`,
      toned(color, -0.1),
    ) +
    oval(1_030, 150, 120, 120, '#fff0c4', 'opacity="0.55"') +
    path('M950 120 L1110 120 L1150 240 L910 240 Z', '#f2c879') +
    line('M1030 240 V640', '#7c6553', 16) +
    block(0, 640, WIDTH, 360, toned(color, -0.22)) +
    path('M0 1000 V720 C0 640 60 600 150 600 H1050 C1140 600 1200 640 1200 720 V1000 Z', toned(color, -0.05)),
  dusk: (color, seed) =>
    block(0, 0, WIDTH, HEIGHT, toned(color, -0.1)) +
    block(0, 380, WIDTH, 620, toned(color, 0.25), 'opacity="0.5"') +
    oval(seed % 2 === 0 ? 250 : 950, 210, 95, 95, '#fdf3d0') +
    oval(seed % 2 === 0 ? 285 : 985, 190, 82, 82, toned(color, -0.1)) +
    Array.from({ length: 22 }, (_, i) =>
      oval(
        spread(i + seed, 0.618, WIDTH),
        spread(i + seed, 0.755, 520),
        3 + (i % 3),
        3 + (i % 3),
        '#fff7dc',
        'opacity="0.8"',
      ),
    ).join('') +
    hills(toned(color, -0.45), toned(color, -0.3)),
};

export const sceneOf = (scene: Scene, color: string, seed: number): string => SCENES[scene](color, seed);
