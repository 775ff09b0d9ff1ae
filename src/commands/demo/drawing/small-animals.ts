import { eyes, INK, line, onBothSides, oval, path, shape, toned, WHISKERS } from './paint.ts';

export interface RabbitLook {
  readonly coat: string;
  readonly light?: string;
  readonly dark?: string;
  readonly ears: 'up' | 'lop' | 'one';
  readonly mark?: 'dutch' | 'points' | 'butterfly';
  readonly eye?: string;
}

const RABBIT_HEAD =
  'M-120 -110 C-100 -200 100 -200 120 -110 C196 -10 196 130 110 172 C60 196 -60 196 -110 172 C-196 130 -196 -10 -120 -110 Z';

export function rabbit({
  coat,
  light = toned(coat, 0.65),
  dark = toned(coat, -0.4),
  ears,
  mark,
  eye,
}: RabbitLook): string {
  const tint = mark === undefined ? toned(coat, -0.06) : dark;
  const up =
    path('M-40 -140 C-150 -240 -170 -470 -104 -520 C-30 -520 10 -300 -6 -150 Z', tint) +
    path('M-52 -170 C-120 -260 -132 -430 -96 -474 C-52 -460 -28 -300 -30 -170 Z', '#e9b3ab');
  const lop =
    path('M-70 -170 C-220 -220 -300 -60 -268 120 C-256 196 -180 190 -166 110 C-154 30 -150 -50 -96 -110 Z', tint) +
    path('M-212 -60 C-244 0 -246 80 -226 130 C-200 100 -190 20 -178 -50 Z', '#e9b3ab', 'opacity="0.7"');
  const onHead =
    mark === 'dutch'
      ? onBothSides(path('M-240 -220 H-46 C-30 -120 -50 10 -90 90 L-240 140 Z', dark))
      : mark === 'points'
        ? oval(0, 90, 66, 84, dark, 'opacity="0.9"')
        : mark === 'butterfly'
          ? onBothSides(oval(-34, 96, 50, 40, dark)) + onBothSides(oval(-104, -18, 44, 46, dark))
          : '';
  return (
    shape(
      'body',
      'M-150 120 C-250 220 -300 400 -300 640 H300 C300 400 250 220 150 120 Z',
      mark === 'dutch' ? coat : toned(coat, -0.06),
      mark === 'dutch' ? path('M-320 420 C-150 380 150 380 320 420 V660 H-320 Z', dark) : oval(0, 470, 150, 240, light),
    ) +
    (ears === 'up' ? onBothSides(up) : ears === 'one' ? up : '') +
    shape('head', RABBIT_HEAD, coat, onHead) +
    (ears === 'lop' ? onBothSides(lop) : ears === 'one' ? `<g transform="scale(-1 1)">${lop}</g>` : '') +
    (mark === 'butterfly' ? '' : onBothSides(oval(-46, 108, 58, 46, mark === 'points' ? dark : light))) +
    WHISKERS +
    eyes(106, -14, 30, eye === undefined ? {} : { iris: eye }) +
    path('M-20 66 C-12 58 12 58 20 66 C14 84 6 90 0 90 C-6 90 -14 84 -20 66 Z', '#d68f90') +
    line('M0 90 V112 M0 112 C-10 128 -32 128 -40 116 M0 112 C10 128 32 128 40 116', INK, 6) +
    path('M-17 126 H17 V148 C10 154 -10 154 -17 148 Z', '#ffffff') +
    line('M0 128 V150', '#d8d2cb', 3)
  );
}

export interface RodentLook {
  readonly coat: string;
  readonly light?: string;
  readonly dark?: string;
  readonly ears: 'petal' | 'round' | 'large';
  readonly mark?: 'thirds' | 'blaze' | 'hood' | 'cheeks';
  readonly isShaggy?: boolean;
}

const RODENT = 'M-290 660 C-350 330 -290 -10 -150 -120 C-70 -180 70 -180 150 -120 C290 -10 350 330 290 660 Z';

export function rodent({
  coat,
  light = '#fdf6ea',
  dark = toned(coat, -0.5),
  ears,
  mark,
  isShaggy = false,
}: RodentLook): string {
  const ear = {
    petal:
      path('M-140 -104 C-230 -130 -270 -60 -236 10 C-190 10 -150 -30 -126 -80 Z', toned(dark, 0.1)) +
      path('M-156 -88 C-206 -96 -230 -56 -214 -14 C-184 -20 -160 -48 -146 -78 Z', '#dd9d98'),
    round: oval(-138, -134, 58, 58, toned(coat, -0.12)) + oval(-138, -130, 36, 36, '#e6aaa2'),
    large: oval(-170, -160, 104, 108, toned(coat, -0.12)) + oval(-166, -152, 70, 74, '#e6aaa2'),
  }[ears];
  const marks = {
    thirds:
      path('M-400 -240 H-40 C-60 -60 -120 130 -400 200 Z', dark) +
      path('M400 200 C200 330 160 520 240 700 H420 Z', dark) +
      path('M-400 420 C-220 400 -160 540 -180 700 H-400 Z', light),
    blaze: path(
      'M-34 -220 C-20 -100 -60 20 -110 120 C-130 240 -120 420 0 640 C120 420 130 240 110 120 C60 20 20 -100 34 -220 Z',
      light,
    ),
    hood: path('M-400 230 C-160 170 160 170 400 230 V700 H-400 Z', light),
    cheeks: onBothSides(oval(-128, 100, 86, 78, light)) + oval(0, 420, 170, 260, light),
  };
  const tufts = isShaggy
    ? onBothSides(
        [0, 1, 2, 3, 4]
          .map((i) => path(`M${-250 - i * 14} ${60 + i * 110} l-70 90 l96 6 Z`, toned(coat, -0.1)))
          .join(''),
      )
    : '';
  return (
    onBothSides(ear) +
    tufts +
    shape('body', RODENT, coat, mark === undefined ? '' : marks[mark]) +
    (isShaggy
      ? [-70, -30, 10, 50]
          .map((x) =>
            path(
              `M${x - 40} -176 C${x - 30} -90 ${x} -70 ${x + 16} -40 C${x + 20} -100 ${x + 40} -140 ${x + 50} -170 Z`,
              toned(coat, 0.12),
            ),
          )
          .join('')
      : '') +
    onBothSides(
      oval(-40, 112, 58, 48, mark === 'thirds' || mark === 'blaze' || mark === 'cheeks' ? light : toned(coat, 0.22)),
    ) +
    WHISKERS +
    eyes(118, -4, 28) +
    path('M-20 74 C-12 66 12 66 20 74 C16 92 6 98 0 98 C-6 98 -16 92 -20 74 Z', '#d98f8c') +
    line('M0 98 V120 M0 120 C-8 134 -28 134 -36 124 M0 120 C8 134 28 134 36 124', INK, 6) +
    path('M-15 132 H15 V152 C8 158 -8 158 -15 152 Z', '#fffdf4') +
    onBothSides(oval(-96, 560, 46, 30, '#e3ada4'))
  );
}
