import { eyes, INK, line, onBothSides, oval, path, shape, toned } from './paint.ts';

export interface BirdLook {
  readonly body: string;
  readonly face: string;
  readonly wing: string;
  readonly beak: string;
  readonly kind: 'budgie' | 'cockatiel' | 'lovebird' | 'canary';
}

const BIRD =
  'M0 -270 C140 -270 168 -150 170 -10 C176 190 100 380 0 430 C-100 380 -176 190 -170 -10 C-168 -150 -140 -270 0 -270 Z';

export function bird({ body, face, wing, beak, kind }: BirdLook): string {
  const bars = [0, 1, 2, 3, 4]
    .map((i) =>
      line(
        `M${-150 + i * 10} ${-10 + i * 64} C${-120} ${16 + i * 64} -96 ${20 + i * 62} -78 ${8 + i * 62}`,
        toned(wing, -0.35),
        12,
      ),
    )
    .join('');
  const crest = [-26, 0, 22]
    .map((turn, i) =>
      path(
        'M-20 -240 C-60 -340 -30 -420 6 -440 C0 -380 30 -320 24 -240 Z',
        i === 1 ? face : toned(face, -0.08),
        `transform="rotate(${turn} 0 -240)"`,
      ),
    )
    .join('');
  const onBody =
    path('M-220 -300 H220 V-60 C120 -10 -120 -10 -220 -60 Z', face) +
    (kind === 'budgie'
      ? onBothSides(
          [0, 1, 2]
            .map((i) =>
              line(
                `M-150 ${-220 + i * 36} C-130 ${-210 + i * 36} -110 ${-206 + i * 36} -96 ${-210 + i * 36}`,
                INK,
                8,
                'opacity="0.55"',
              ),
            )
            .join(''),
        ) + [-50, 0, 50].map((x) => oval(x, -34, 10, 13, INK)).join('')
      : '') +
    (kind === 'cockatiel' ? onBothSides(oval(-104, -112, 40, 40, '#ee8a3c')) : '') +
    (kind === 'lovebird' ? path('M-200 -300 H200 V-110 C120 -70 -120 -70 -200 -110 Z', '#e8703f') : '') +
    (kind === 'canary' ? '' : onBothSides(oval(-64, -42, 26, 16, toned(face, -0.2), 'opacity="0.5"')));
  return (
    path('M-60 380 C-70 520 -40 640 0 660 C40 640 70 520 60 380 Z', toned(wing, -0.2)) +
    line('M-640 452 C-300 436 300 436 640 452', '#8a6446', 46) +
    line('M-640 440 C-300 424 300 424 640 440', '#a97f5c', 14) +
    (kind === 'cockatiel' ? crest : '') +
    shape('bird', BIRD, body, onBody) +
    onBothSides(
      path('M-166 -30 C-236 90 -216 290 -110 390 C-60 280 -60 90 -96 -10 Z', wing) + (kind === 'canary' ? '' : bars),
    ) +
    onBothSides([-64, -44, -24].map((x) => line(`M${x} 424 V470`, '#d69a8c', 17)).join('')) +
    eyes(70, -142, 22) +
    (kind === 'budgie' ? oval(0, -128, 34, 18, '#7ba0d8') : '') +
    (kind === 'canary'
      ? path('M-30 -120 L30 -120 L0 -66 Z', beak)
      : path('M-32 -118 C-26 -142 26 -142 32 -118 C30 -84 12 -58 0 -52 C-12 -58 -30 -84 -32 -118 Z', beak)) +
    line('M-26 -106 C-10 -96 10 -96 26 -106', toned(beak, -0.4), 4)
  );
}

export type ReptileLook =
  | { readonly kind: 'tortoise'; readonly shell: string; readonly skin: string }
  | { readonly kind: 'gecko'; readonly skin: string; readonly spots: string }
  | { readonly kind: 'snake'; readonly skin: string; readonly saddle: string };

export const reptile = (look: ReptileLook): string =>
  look.kind === 'tortoise'
    ? tortoise(look.shell, look.skin)
    : look.kind === 'gecko'
      ? gecko(look.skin, look.spots)
      : snake(look.skin, look.saddle);

function tortoise(shell: string, skin: string): string {
  const scute = (x: number, y: number, size: number) =>
    [1, 0.72, 0.44]
      .map((part, i) => {
        const points = Array.from({ length: 6 }, (_, k) => {
          const turn = (k / 6) * 2 * Math.PI + Math.PI / 6;
          return `${Math.round(x + Math.cos(turn) * size * part)},${Math.round(y + Math.sin(turn) * size * part)}`;
        });
        return `<polygon points="${points.join(' ')}" fill="${toned(shell, [-0.25, 0.05, 0.3][i] ?? 0)}" stroke="${toned(shell, -0.45)}" stroke-width="8"/>`;
      })
      .join('');
  const scutes = [
    [0, -160],
    [-200, -90],
    [200, -90],
    [-370, 30],
    [370, 30],
    [-110, 40],
    [110, 40],
    [-270, 170],
    [270, 170],
  ]
    .map(([x = 0, y = 0]) => scute(x, y, 118))
    .join('');
  return (
    onBothSides(
      path('M-330 250 C-420 330 -420 470 -370 500 H-220 C-190 420 -200 330 -190 250 Z', toned(skin, -0.1)) +
        [0, 1, 2].map((i) => oval(-340 + i * 54, 496, 20, 16, toned(skin, 0.35))).join(''),
    ) +
    shape(
      'shell',
      'M-470 300 C-490 -40 -260 -270 0 -270 C260 -270 490 -40 470 300 C300 350 -300 350 -470 300 Z',
      shell,
      scutes,
    ) +
    line('M-470 300 C-300 352 300 352 470 300', toned(shell, -0.4), 26) +
    shape(
      'neck',
      'M-130 420 C-150 250 -130 60 0 60 C130 60 150 250 130 420 C80 470 -80 470 -130 420 Z',
      skin,
      [-70, -20, 40, 80].map((x, i) => oval(x, 300 + (i % 2) * 60, 26, 18, toned(skin, -0.16))).join(''),
    ) +
    eyes(76, 172, 24) +
    onBothSides(oval(-18, 238, 6, 5, INK)) +
    line('M-84 292 C-40 340 40 340 84 292', toned(skin, -0.55), 10)
  );
}

function gecko(skin: string, spots: string): string {
  const dots = Array.from({ length: 34 }, (_, i) =>
    oval(-190 + ((i * 97) % 380), -150 + ((i * 61) % 640), 12 + (i % 3) * 5, 10 + (i % 3) * 4, spots),
  ).join('');
  const toes = [0, 1, 2, 3].map((i) => oval(-296 + i * 40, 470 + (i % 2) * 10, 24, 22, toned(skin, 0.1))).join('');
  return (
    line('M120 480 C330 500 470 380 430 240 C400 140 300 150 290 220', skin, 84) +
    line('M430 300 C410 150 300 150 290 220', spots, 30, 'stroke-dasharray="26 44"') +
    path('M-620 520 C-300 430 300 430 620 520 V700 H-620 Z', '#9b8672') +
    shape('trunk', 'M-150 90 C-230 220 -210 420 -130 520 H130 C210 420 230 220 150 90 Z', toned(skin, -0.05), dots) +
    onBothSides(line('M-150 260 C-250 300 -260 400 -236 460', skin, 74) + toes) +
    shape(
      'face',
      'M-130 -150 C-60 -200 60 -200 130 -150 C236 -80 250 40 170 110 C100 170 -100 170 -170 110 C-250 40 -236 -80 -130 -150 Z',
      skin,
      dots + oval(0, 130, 150, 70, toned(skin, 0.5)),
    ) +
    onBothSides(oval(-150, -62, 66, 66, toned(skin, 0.12))) +
    eyes(150, -64, 46, { iris: '#c9a24a', isSlit: true }) +
    onBothSides(oval(-26, 10, 6, 5, INK)) +
    line('M-168 62 C-90 128 90 128 168 62', toned(skin, -0.6), 11)
  );
}

function snake(skin: string, saddle: string): string {
  const coil = (y: number, rx: number, ry: number) => {
    const d = `M${-rx} ${y} A${rx} ${ry} 0 1 0 ${rx} ${y} A${rx} ${ry} 0 1 0 ${-rx} ${y}`;
    return (
      line(d, toned(skin, -0.35), 132) +
      line(d, skin, 116) +
      line(d, saddle, 74, 'stroke-dasharray="70 92"') +
      line(d, '#ffffff', 14, 'opacity="0.18" transform="translate(-16 -34)"')
    );
  };
  return (
    coil(380, 400, 130) +
    coil(280, 300, 96) +
    line('M190 250 C230 90 120 20 20 -20', toned(skin, -0.35), 128) +
    line('M190 250 C230 90 120 20 20 -20', skin, 112) +
    line('M190 250 C230 90 120 20 20 -20', saddle, 70, 'stroke-dasharray="60 80"') +
    shape(
      'snout',
      'M-90 -130 C-40 -170 40 -170 90 -130 C150 -70 140 60 70 116 C36 140 -36 140 -70 116 C-140 60 -150 -70 -90 -130 Z',
      skin,
      path('M-60 -170 L0 -20 L60 -170 Z', saddle) + oval(0, 116, 80, 40, toned(skin, 0.3)),
    ) +
    eyes(76, -34, 25, { iris: '#c2452f' }) +
    onBothSides(oval(-20, 62, 6, 5, INK)) +
    line('M-76 78 C-36 118 36 118 76 78', toned(skin, -0.55), 8) +
    line('M0 108 V162 M0 162 l-16 30 M0 162 l16 30', '#a8323e', 8)
  );
}
