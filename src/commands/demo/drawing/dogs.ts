import { bandana, collar, eyes, INK, line, onBothSides, oval, path, shape, toned } from './paint.ts';

export interface DogLook {
  readonly coat: string;
  /** Of the muzzle, the chest and the markings; by default a lighter coat. */
  readonly light?: string;
  /** Of patches and a mask. */
  readonly dark?: string;
  readonly ears: 'floppy' | 'prick' | 'button' | 'small';
  readonly marks?: readonly ('blaze' | 'patch' | 'mask' | 'brows' | 'spots' | 'gray')[];
  readonly fur?: 'curly' | 'long';
  readonly wears?: readonly ['collar' | 'bandana', string];
  readonly tongue?: boolean;
  readonly eye?: string;
}

const HEAD =
  'M-150 -110 C-150 -225 150 -225 150 -110 C192 -20 176 62 122 112 C96 190 62 220 0 220 C-62 220 -96 190 -122 112 C-176 62 -192 -20 -150 -110 Z';
const BODY = 'M-140 110 C-150 260 -285 290 -325 640 H325 C285 290 150 260 140 110 Z';
const CHEST = 'M-92 190 C-130 340 -80 500 0 560 C80 500 130 340 92 190 Z';

const EARS: Readonly<Record<DogLook['ears'], (coat: string, inner: string) => string>> = {
  floppy: (coat) =>
    path('M-112 -168 C-222 -196 -286 -40 -252 92 C-240 138 -176 122 -164 58 C-152 0 -150 -60 -118 -112 Z', coat),
  prick: (coat, inner) =>
    path('M-168 -70 C-190 -180 -190 -260 -172 -318 C-120 -290 -66 -236 -42 -180 Z', coat) +
    path('M-146 -110 C-160 -180 -162 -230 -152 -266 C-120 -240 -90 -210 -76 -176 Z', inner),
  button: (coat) =>
    path('M-166 -80 C-184 -170 -168 -250 -122 -252 C-90 -240 -62 -210 -44 -180 Z', coat) +
    path('M-128 -254 C-210 -246 -256 -170 -230 -92 C-190 -96 -140 -150 -96 -232 Z', toned(coat, -0.18)),
  small: (coat) => path('M-110 -178 C-190 -226 -246 -170 -234 -96 C-200 -110 -176 -104 -150 -90 Z', coat),
};

/** Locks of fur around the head. */
const locks = (coat: string, size: number): string =>
  Array.from({ length: 22 }, (_, i) => {
    const turn = (i / 22) * 2 * Math.PI;
    return oval(
      Math.round(Math.sin(turn) * 168),
      Math.round(-Math.cos(turn) * 196 - 4),
      size,
      size,
      toned(coat, (i % 3) * 0.05 - 0.05),
    );
  }).join('');

export function dog({
  coat,
  light = toned(coat, 0.5),
  dark = toned(coat, -0.45),
  ears,
  marks = [],
  fur,
  wears,
  tongue = false,
  eye,
}: DogLook): string {
  const has = (mark: NonNullable<DogLook['marks']>[number]) => marks.includes(mark);
  const earColor = has('mask') || has('patch') ? dark : toned(coat, -0.16);
  const spots = [-110, -60, -120, 80, 120, 60]
    .map((x, i) => oval(x, -150 + i * 56, 26 - (i % 3) * 6, 20, dark))
    .join('');
  const onHead =
    (has('mask') ? oval(0, 90, 150, 140, dark) : '') +
    (has('patch') ? oval(88, -50, 88, 112, dark, 'transform="rotate(14 88 -50)"') : '') +
    (has('spots') ? spots : '') +
    (has('blaze') ? path('M-26 -230 C-14 -120 -34 -40 -70 60 H70 C34 -40 14 -120 26 -230 Z', light) : '') +
    (has('gray') ? oval(0, 128, 132, 118, light) + oval(-78, -66, 34, 18, light) + oval(78, -66, 34, 18, light) : '');
  const muzzle = has('mask') ? toned(dark, 0.08) : light;
  const onBody =
    path(CHEST, light) +
    (has('spots') ? [-190, -150, 170, 210].map((x, i) => oval(x, 400 + i * 44, 40, 30, dark)).join('') : '');
  return (
    (fur === 'long'
      ? onBothSides(path('M-120 60 C-240 180 -300 330 -330 520 L-200 640 L-60 300 Z', toned(coat, -0.06)))
      : '') +
    shape('body', BODY, toned(coat, -0.07), onBody) +
    path('M-150 150 C-100 280 100 280 150 150 L120 250 C60 320 -60 320 -120 250 Z', INK, 'opacity="0.14"') +
    (wears === undefined ? '' : wears[0] === 'collar' ? collar(236, 156, wears[1]) : bandana(240, 172, wears[1])) +
    (fur === undefined ? '' : locks(coat, fur === 'curly' ? 58 : 36)) +
    (ears === 'floppy' ? '' : onBothSides(EARS[ears](earColor, '#e3a79a'))) +
    shape('head', HEAD, coat, onHead) +
    (ears === 'floppy' ? onBothSides(EARS[ears](earColor, '')) : '') +
    (fur === 'curly'
      ? [-84, -30, 30, 84, 0]
          .map((x, i) => oval(x, i === 4 ? -236 : -206, 62, 54, toned(coat, 0.06 * (i % 2))))
          .join('')
      : '') +
    oval(0, 132, 100, 82, muzzle) +
    (has('brows')
      ? onBothSides(oval(-76, -74, 24, 15, light) + (has('mask') ? '' : oval(-104, 70, 40, 46, light)))
      : '') +
    eyes(80, -16, 27, eye === undefined ? {} : { iris: eye }) +
    (tongue
      ? path('M-34 158 C-40 230 -24 262 4 262 C34 260 40 220 36 158 Z', '#e0808a') + line('M2 170 V232', '#c4646f', 6)
      : '') +
    path('M-46 76 C-46 52 46 52 46 76 C46 106 16 124 0 124 C-16 124 -46 106 -46 76 Z', INK) +
    oval(-14, 72, 14, 8, '#ffffff', 'opacity="0.45"') +
    line('M0 124 V150 M0 150 C-10 178 -54 180 -66 152 M0 150 C10 178 54 180 66 152', INK, 9) +
    onBothSides([0, 1, 2].map((i) => oval(-56 - i * 14, 120 + (i % 2) * 16, 4, 4, INK, 'opacity="0.4"')).join(''))
  );
}
