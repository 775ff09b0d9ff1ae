import { bandana, collar, eyes, INK, line, onBothSides, oval, path, shape, toned, WHISKERS } from './paint.ts';

export interface CatLook {
  readonly coat: string;
  readonly light?: string;
  readonly dark?: string;
  readonly eye: string;
  readonly marks?: readonly ('tabby' | 'tuxedo' | 'calico' | 'points' | 'muzzle')[];
  readonly isLongHaired?: boolean;
  readonly isWinking?: boolean;
  readonly wears?: readonly ['collar' | 'bandana', string];
}

const HEAD =
  'M-172 -70 C-160 -196 160 -196 172 -70 C208 10 196 96 134 144 C84 184 -84 184 -134 144 C-196 96 -208 10 -172 -70 Z';
const BODY = 'M-128 110 C-150 260 -250 330 -270 640 H270 C250 330 150 260 128 110 Z';
const RUFF =
  'M-190 40 C-260 110 -230 160 -262 214 C-190 214 -180 262 -150 300 C-100 262 -50 300 0 330 C50 300 100 262 150 300 C180 262 190 214 262 214 C230 160 260 110 190 40 Z';

export function cat({
  coat,
  light = toned(coat, 0.6),
  dark = toned(coat, -0.4),
  eye,
  marks = [],
  isLongHaired = false,
  isWinking = false,
  wears,
}: CatLook): string {
  const has = (mark: NonNullable<CatLook['marks']>[number]) => marks.includes(mark);
  const stripes =
    [-58, -20, 20, 58]
      .map((x) => line(`M${x} -190 C${x * 0.8} -150 ${x * 0.7} -120 ${x * 0.66} -92`, dark, 18))
      .join('') + onBothSides(line('M-210 20 C-180 26 -150 40 -130 52 M-206 66 C-176 74 -150 88 -128 94', dark, 16));
  const bars = [230, 320, 410, 500]
    .map((y) => onBothSides(line(`M-290 ${y} C-230 ${y + 34} -190 ${y + 44} -150 ${y + 44}`, dark, 30)))
    .join('');
  const onHead =
    (has('calico')
      ? path('M-240 -260 H-6 C-20 -140 -60 -30 -240 30 Z', '#d98a45') +
        path('M30 -260 H260 V90 C160 60 90 -60 30 -260 Z', dark)
      : '') +
    (has('points') ? oval(0, 52, 92, 118, dark, 'opacity="0.85"') : '') +
    (has('tuxedo') ? path('M0 -150 C-20 -40 -60 40 -170 150 L0 230 L170 150 C60 40 20 -40 0 -150 Z', light) : '') +
    (has('tabby') ? stripes : '');
  const onBody =
    (has('tabby') ? bars : '') +
    (has('calico')
      ? path('M-300 330 C-180 300 -120 420 -160 640 H-300 Z', '#d98a45') +
        path('M300 250 C180 330 190 480 240 640 H320 Z', dark)
      : '') +
    (has('tuxedo') || has('muzzle') || has('calico')
      ? path('M-86 150 C-120 320 -70 470 0 540 C70 470 120 320 86 150 Z', light)
      : '');
  const ear = has('points') ? dark : toned(coat, -0.08);
  const earOf = (color: string) =>
    path('M-172 -50 C-206 -150 -214 -230 -202 -284 C-140 -266 -74 -214 -40 -158 Z', color) +
    path('M-160 -86 C-180 -150 -184 -200 -178 -236 C-140 -222 -104 -190 -84 -158 Z', '#e8a9a3');
  const chin = has('points') ? toned(dark, 0.12) : light;
  return (
    shape('body', BODY, toned(coat, -0.05), onBody) +
    (isLongHaired
      ? path(RUFF, has('tuxedo') ? light : toned(coat, 0.14))
      : path('M-130 130 C-80 230 80 230 130 130 L100 200 C50 260 -50 260 -100 200 Z', INK, 'opacity="0.13"')) +
    (wears === undefined ? '' : wears[0] === 'collar' ? collar(200, 132, wears[1]) : bandana(196, 148, wears[1])) +
    earOf(has('calico') ? '#d98a45' : ear) +
    `<g transform="scale(-1 1)">${earOf(has('calico') ? dark : ear)}</g>` +
    (isLongHaired
      ? onBothSides(
          path('M-170 20 C-240 30 -270 70 -290 60 C-268 104 -250 116 -262 140 C-210 146 -180 160 -120 150 Z', coat),
        )
      : '') +
    shape('head', HEAD, coat, onHead) +
    onBothSides(oval(-40, 98, 56, 44, chin)) +
    oval(0, 136, 36, 26, chin) +
    WHISKERS +
    eyes(84, -14, 38, { iris: eye, isSlit: true, isWinking }) +
    path('M-22 54 C-14 46 14 46 22 54 C20 72 6 82 0 82 C-6 82 -20 72 -22 54 Z', has('points') ? '#6b4a44' : '#d9828a') +
    line('M0 82 V96 M0 96 C-8 116 -36 118 -46 102 M0 96 C8 116 36 118 46 102', INK, 7)
  );
}
