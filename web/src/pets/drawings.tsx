import type { JSX } from 'preact';
import type { Species } from './species.ts';

interface DrawingProps {
  /** From 0 to 3; makes two animals of a species look different. */
  readonly marking: number;
}

const Eyes = ({ x = 12, y, r = 3.6 }: { readonly x?: number; readonly y: number; readonly r?: number }) => (
  <>
    {[60 - x, 60 + x].map((cx) => (
      <g key={cx}>
        <circle cx={cx} cy={y} r={r} fill="var(--ink)" stroke="var(--coat)" stroke-width="2" paint-order="stroke" />
        <circle cx={cx + r * 0.32} cy={y - r * 0.34} r={r * 0.3} fill="#fff" />
      </g>
    ))}
  </>
);

const Shoulders = () => (
  <>
    <path d="M24 122c0-20 14-33 36-33s36 13 36 33z" fill="var(--coat)" />
    <path d="M45 122c0-14 6-24 15-24s15 10 15 24z" fill="var(--coat-light)" />
  </>
);

const Collar = () => (
  <>
    <path d="M38 92c6 7 13 10 22 10s16-3 22-10l2 6c-6 7-14 11-24 11s-18-4-24-11z" fill="var(--collar)" />
    <circle cx="60" cy="110" r="4.6" fill="#f3cf73" />
  </>
);

const Dog = ({ marking }: DrawingProps) => (
  <>
    <Shoulders />
    <Collar />
    <path d="M60 26c19 0 31 13 31 34 0 24-13 39-31 39S29 84 29 60c0-21 12-34 31-34z" fill="var(--coat)" />
    {marking === 1 && <path d="M76 44c9 2 13 11 11 20-2 8-9 10-15 6-6-5-7-28 4-26z" fill="var(--coat-dark)" />}
    {marking >= 2 && <path d="M60 27c5 0 6 5 5 14l-2 24h-6l-2-24c-1-9 0-14 5-14z" fill="var(--coat-light)" />}
    <path d="M42 31c-15-6-27 6-28 27-1 15 5 24 13 22 9-2 8-15 10-25 1-9 3-16 5-24z" fill="var(--coat-dark)" />
    <path d="M78 31c15-6 27 6 28 27 1 15-5 24-13 22-9-2-8-15-10-25-1-9-3-16-5-24z" fill="var(--coat-dark)" />
    <path d="M60 66c12 0 19 7 19 16 0 11-8 17-19 17s-19-6-19-17c0-9 7-16 19-16z" fill="var(--coat-light)" />
    <Eyes y={58} />
    <path d="M60 68c5 0 8 2 8 5s-4 7-8 7-8-4-8-7 3-5 8-5z" fill="var(--ink)" />
    <path class="portrait-line" d="M60 80v4m-9 2c2 4 7 3 9-2 2 5 7 6 9 2" />
    {marking % 2 === 0 && <path d="M56 89h8v5c0 6-8 6-8 0z" fill="var(--blush)" />}
  </>
);

const Cat = ({ marking }: DrawingProps) => (
  <>
    <Shoulders />
    <path d="M32 58 29 22c0-4 4-5 7-3l19 17zM88 58l3-36c0-4-4-5-7-3L65 36z" fill="var(--coat)" />
    <path d="M36 46 34 29l13 11zM84 46l2-17-13 11z" fill="var(--blush)" opacity=".75" />
    <path d="M60 32c21 0 34 13 34 32S80 96 60 96 26 83 26 64s13-32 34-32z" fill="var(--coat)" />
    {marking < 2 && (
      <path
        d="M60 34v13M50 36l2 9M70 36l-2 9M27 66l9 1M28 75l8-2M93 66l-9 1M92 75l-8-2"
        fill="none"
        stroke="var(--coat-dark)"
        stroke-width="4"
        stroke-linecap="round"
      />
    )}
    {marking === 3 && <path d="M62 33c18 0 30 12 31 29-7 8-22 6-27-4-4-8-6-17-4-25z" fill="var(--coat-dark)" />}
    <path d="M60 70c12 0 18 5 18 12s-8 14-18 14-18-7-18-14 6-12 18-12z" fill="var(--coat-light)" />
    <Eyes x={15} y={63} r={4.2} />
    <path d="M55 73h10c1 0 2 1 1 2l-5 5h-2l-5-5c-1-1 0-2 1-2z" fill="var(--blush)" />
    <path class="portrait-line" d="M60 80v3m-8 1c2 4 6 3 8-1 2 4 6 5 8 1" />
    <path d="M22 73l15 3M22 83l15-2M98 73l-15 3M98 83l-15-2" stroke="var(--ink)" stroke-width="1.2" opacity=".45" />
    {marking % 2 === 1 && <Collar />}
  </>
);

const Rabbit = ({ marking }: DrawingProps) => (
  <>
    <Shoulders />
    <path d="M48 54C36 44 30 26 34 13c2-7 10-7 14 1 5 11 8 26 6 38z" fill="var(--coat)" />
    {marking % 2 === 0 ? (
      <path d="M72 54c12-10 18-28 14-41-2-7-10-7-14 1-5 11-8 26-6 38z" fill="var(--coat)" />
    ) : (
      <path d="M66 46c8-16 20-25 31-22 7 2 6 9 0 14-8 7-16 12-26 18z" fill="var(--coat)" />
    )}
    <path d="M47 47c-6-9-9-20-7-28 1-3 3-3 5 1 3 8 5 17 5 26z" fill="var(--blush)" opacity=".7" />
    <path d="M60 44c18 0 29 11 29 28S77 100 60 100 31 89 31 72s11-28 29-28z" fill="var(--coat)" />
    {marking >= 2 && <path d="M60 45c5 0 7 8 6 18l-2 14h-8l-2-14c-1-10 1-18 6-18z" fill="var(--coat-light)" />}
    <ellipse cx="49" cy="86" rx="13" ry="10" fill="var(--coat-light)" />
    <ellipse cx="71" cy="86" rx="13" ry="10" fill="var(--coat-light)" />
    <path d="M56 90h8v8c0 3-8 3-8 0z" fill="#fff" />
    <Eyes x={15} y={69} r={4} />
    <path d="M56 78h8c1 0 2 1 1 2l-4 4h-2l-4-4c-1-1 0-2 1-2z" fill="var(--blush)" />
    <path class="portrait-line" d="M60 84v3m-7 2c3 2 5 1 7-2 2 3 4 4 7 2" />
  </>
);

const Rodent = ({ marking }: DrawingProps) => (
  <>
    <path d="M14 122c0-26 18-44 46-44s46 18 46 44z" fill="var(--coat)" />
    <circle cx="33" cy="42" r="12" fill="var(--coat-dark)" />
    <circle cx="87" cy="42" r="12" fill="var(--coat-dark)" />
    <circle cx="34" cy="43" r="6.5" fill="var(--blush)" opacity=".8" />
    <circle cx="86" cy="43" r="6.5" fill="var(--blush)" opacity=".8" />
    <path d="M60 34c24 0 40 15 40 35s-16 33-40 33-40-13-40-33 16-35 40-35z" fill="var(--coat)" />
    {marking !== 0 && (
      <path
        d={
          marking === 1
            ? 'M60 34c8 0 9 14 8 30H52c-1-16 0-30 8-30z'
            : 'M60 34c24 0 39 14 40 33-12 6-28 2-34-8-5-9-8-17-6-25z'
        }
        fill={marking === 1 ? 'var(--coat-light)' : 'var(--coat-dark)'}
      />
    )}
    <ellipse cx="42" cy="83" rx="18" ry="15" fill="var(--coat-light)" />
    <ellipse cx="78" cy="83" rx="18" ry="15" fill="var(--coat-light)" />
    <ellipse cx="60" cy="80" rx="13" ry="12" fill="var(--coat-light)" />
    <Eyes x={19} y={64} r={4.6} />
    <path d="M55 73h10c1 0 2 1 1 2l-5 4h-2l-5-4c-1-1 0-2 1-2z" fill="var(--blush)" />
    <path class="portrait-line" d="M60 79v4m-7 2c2 3 5 2 7-2 2 4 5 5 7 2" />
    <ellipse cx="44" cy="106" rx="8" ry="6" fill="var(--blush)" opacity=".85" />
    <ellipse cx="76" cy="106" rx="8" ry="6" fill="var(--blush)" opacity=".85" />
  </>
);

const Bird = ({ marking }: DrawingProps) => (
  <>
    <path d="M8 100c32-5 70-5 104 2" fill="none" stroke="#8b6a4f" stroke-width="5" stroke-linecap="round" />
    <path d="M54 88v10M66 88v10" stroke="#b9862a" stroke-width="3" stroke-linecap="round" />
    <path d="M38 74 14 92c-3 3 0 6 4 5l30-9z" fill="var(--coat-dark)" />
    <path d="M68 24c17 0 27 12 27 29 0 22-15 40-37 40-18 0-28-11-27-26 1-20 17-43 37-43z" fill="var(--coat)" />
    <path d="M93 58c-2 20-16 35-35 35-9 0-16-3-21-8 12 2 40-4 56-27z" fill="var(--coat-light)" />
    <path d="M36 62c10-9 28-9 34 2 3 6-2 15-14 18-12 3-23-2-24-8-1-4 1-8 4-12z" fill="var(--coat-dark)" />
    <path d="M42 70c7 5 15 5 22 1" fill="none" stroke="var(--coat)" stroke-width="3" stroke-linecap="round" />
    <path d="M92 44l15 7c2 1 2 3 0 4l-13 4z" fill="#e9a53d" />
    {marking >= 2 && <path d="M64 25c-4-9 1-14 4-15 0 4 2 5 6 4-3 3-2 6 1 11z" fill="var(--coat-dark)" />}
    {marking % 2 === 1 && <circle cx="80" cy="58" r="5" fill="var(--blush)" opacity=".8" />}
    <circle cx="79" cy="45" r="4.2" fill="var(--ink)" />
    <circle cx="80.4" cy="43.6" r="1.3" fill="#fff" />
  </>
);

const Fish = ({ marking }: DrawingProps) => (
  <>
    <path d="M36 60 15 40c-4-3-7 1-5 5 4 10 4 20 0 30-2 4 1 8 5 5z" fill="var(--coat-dark)" />
    <path
      d="M50 40c6-14 22-18 30-13 2 1 1 4-1 5-5 3-7 8-7 12zM56 80c3 9 10 14 17 13 2 0 2-3 1-4-3-3-4-8-3-12z"
      fill="var(--coat-dark)"
    />
    <path d="M30 60c8-16 22-26 40-26 22 0 36 14 40 26-4 12-18 26-40 26-18 0-32-10-40-26z" fill="var(--coat)" />
    {marking !== 0 && (
      <path
        d={
          marking === 1
            ? 'M57 36c-7 16-7 32 0 48 4 1 8 2 12 2-8-17-8-35 0-52-4 0-8 1-12 2z'
            : 'M33 65c18 10 50 12 75-1-6 11-19 22-38 22-16 0-29-8-37-21z'
        }
        fill="var(--coat-light)"
      />
    )}
    <path class="portrait-line" d="M104 66c-3 2-6 2-8 1" />
    <path d="M74 62c5 2 7 7 5 13-6-1-11-6-11-11 1-2 3-3 6-2z" fill="var(--coat-dark)" />
    <circle cx="90" cy="54" r="6.5" fill="#fff" />
    <circle cx="91.5" cy="54" r="3.8" fill="var(--ink)" />
    <circle cx="92.8" cy="52.6" r="1.2" fill="#fff" />
    <g fill="none" stroke="#fff" stroke-width="2" opacity=".8">
      <circle cx="104" cy="36" r="4" />
      <circle cx="96" cy="22" r="3" />
      <circle cx="107" cy="16" r="2.2" />
    </g>
  </>
);

const Turtle = ({ marking }: DrawingProps) => (
  <>
    <path d="M10 100h100" stroke="var(--coat-dark)" stroke-width="3" stroke-linecap="round" opacity=".35" />
    <path d="M26 80c-8 1-14 6-15 11 6 1 14-1 19-6z" fill="var(--coat)" />
    <path d="M30 82h18v11c0 5-3 7-9 7s-9-2-9-7zM66 82h18v11c0 5-3 7-9 7s-9-2-9-7z" fill="var(--coat)" />
    <path d="M80 80c2-16 8-26 17-27 9-1 15 6 14 14-1 7-7 10-13 10-3 4-8 8-14 9z" fill="var(--coat)" />
    <path d="M22 82c0-26 16-44 36-44s34 18 34 44c0 4-3 6-7 6H29c-4 0-7-2-7-6z" fill="var(--coat-dark)" />
    <g fill={marking % 2 === 0 ? 'var(--coat)' : 'var(--coat-light)'} opacity={marking >= 2 ? '.9' : '.6'}>
      <path d="M57 46l11 7v12l-11 7-11-7V53z" />
      <path d="M41 53c-6 4-10 11-12 19l8 4 8-8zM73 53c6 4 10 11 12 19l-8 4-8-8z" />
      <path d="M46 74l11-6 11 6v8H46z" />
    </g>
    <path d="M24 84h66c0 5-3 8-8 8H32c-5 0-8-3-8-8z" fill="var(--coat-light)" />
    <path class="portrait-line" d="M101 70c3 1 6 0 8-2" />
    <circle cx="101" cy="62" r="3.2" fill="var(--ink)" />
    <circle cx="102" cy="61" r="1" fill="#fff" />
  </>
);

const Paw = ({ marking }: DrawingProps) => (
  <g fill="var(--coat)" transform={`rotate(${marking * 8 - 12} 60 64)`}>
    <ellipse cx="29" cy="58" rx="10" ry="13.5" transform="rotate(-24 29 58)" />
    <ellipse cx="48" cy="37" rx="10.5" ry="14.5" transform="rotate(-7 48 37)" />
    <ellipse cx="72" cy="37" rx="10.5" ry="14.5" transform="rotate(7 72 37)" />
    <ellipse cx="91" cy="58" rx="10" ry="13.5" transform="rotate(24 91 58)" />
    <path d="M60 58c14 0 28 19 28 31 0 8-6 12-13 12-6 0-9-3-15-3s-9 3-15 3c-7 0-13-4-13-12 0-12 14-31 28-31z" />
    <path
      d="M60 70c7 0 14 9 14 15 0 4-3 5-6 5s-5-1-8-1-5 1-8 1-6-1-6-5c0-6 7-15 14-15z"
      fill="var(--coat-dark)"
      opacity=".55"
    />
  </g>
);

export const DRAWINGS: Readonly<Record<Species, (props: DrawingProps) => JSX.Element>> = {
  dog: Dog,
  cat: Cat,
  rabbit: Rabbit,
  rodent: Rodent,
  bird: Bird,
  fish: Fish,
  reptile: Turtle,
  other: Paw,
};
