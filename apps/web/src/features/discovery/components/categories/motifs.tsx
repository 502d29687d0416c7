/** A drawing for each category, in a box of 160 by 100, in strokes and fills of the current color. */
import type { ReactNode } from 'react';

export interface Motif {
  /** The hue of its colors in OKLCH. */
  readonly hue: number;
  readonly shapes: ReactNode;
}

const soft = { fill: 'currentColor', stroke: 'none', opacity: 0.22 };
const full = { fill: 'currentColor', stroke: 'none' };

/** Streams that join, as in the logo. */
export const ALL: Motif = {
  hue: 195,
  shapes: (
    <>
      <path d="M20 10c40 0 50 40 140 40M20 50h140M20 90c40 0 50-40 140-40" />
      <path d="M60 2c24 0 40 48 100 48M60 98c24 0 40-48 100-48" opacity="0.4" />
    </>
  ),
};

export const MOTIFS: Readonly<Record<string, Motif>> = {
  all: ALL,
  live: {
    hue: 32,
    shapes: (
      <>
        <circle cx="112" cy="50" r="9" {...full} />
        <path d="M96 30a28 28 0 0 0 0 40M128 30a28 28 0 0 1 0 40" />
        <path d="M84 18a46 46 0 0 0 0 64M140 18a46 46 0 0 1 0 64" opacity="0.5" />
      </>
    ),
  },
  gaming: {
    hue: 250,
    shapes: (
      <>
        <path d="M78 42h14V28h16v14h14v16h-14v14H92V58H78z" {...soft} />
        <path d="M78 42h14V28h16v14h14v16h-14v14H92V58H78z" />
        <circle cx="139" cy="42" r="7" {...full} />
        <circle cx="148" cy="60" r="7" />
        <path d="M56 86h10v-8h10v-8M20 22h8v8h8v8" opacity="0.45" />
      </>
    ),
  },
  music: {
    hue: 350,
    shapes: (
      <>
        <circle cx="118" cy="50" r="40" {...soft} />
        <circle cx="118" cy="50" r="40" />
        <circle cx="118" cy="50" r="28" opacity="0.5" />
        <circle cx="118" cy="50" r="18" opacity="0.5" />
        <circle cx="118" cy="50" r="7" {...full} />
        <path d="M14 70q10-24 20 0t20 0 20 0" opacity="0.6" />
      </>
    ),
  },
  podcasts: {
    hue: 175,
    shapes: (
      <>
        <rect x="104" y="14" width="28" height="44" rx="14" {...soft} />
        <rect x="104" y="14" width="28" height="44" rx="14" />
        <path d="M94 46a24 24 0 0 0 48 0M118 70v16M102 88h32" />
        <path d="M78 30v24M66 22v40M54 32v20M42 38v8" opacity="0.5" />
      </>
    ),
  },
  sports: {
    hue: 145,
    shapes: (
      <>
        <rect x="62" y="14" width="110" height="72" rx="3" {...soft} />
        <path d="M62 14h110v72H62zM118 14v72M62 34h20v32H62" />
        <circle cx="118" cy="50" r="17" />
        <circle cx="118" cy="50" r="3" {...full} />
      </>
    ),
  },
  events: {
    hue: 300,
    shapes: (
      <>
        <path d="M92 0 60 84h52zM132 0l-24 84h52z" {...soft} />
        <path d="M112 0 70 84h84z" {...soft} />
        <ellipse cx="112" cy="85" rx="50" ry="9" />
        <path d="M86 4h12M126 4h12" />
      </>
    ),
  },
  news: {
    hue: 235,
    shapes: (
      <>
        <rect x="80" y="14" width="66" height="72" rx="4" {...soft} />
        <rect x="80" y="14" width="66" height="72" rx="4" />
        <path d="M90 28h46" strokeWidth="7" />
        <path d="M90 44h20M90 54h20M90 64h20M90 74h20" opacity="0.6" />
        <rect x="118" y="44" width="18" height="30" {...full} opacity="0.55" />
      </>
    ),
  },
  'irl--in-real-life-': {
    hue: 60,
    shapes: (
      <>
        <path d="M60 84c16-20 34-8 46-22s20-34 54-34M60 62c14-16 30-8 40-20s22-28 60-28" opacity="0.45" />
        <path d="M116 20c12 0 20 9 20 20 0 15-20 34-20 34S96 55 96 40c0-11 8-20 20-20z" {...soft} />
        <path d="M116 20c12 0 20 9 20 20 0 15-20 34-20 34S96 55 96 40c0-11 8-20 20-20z" />
        <circle cx="116" cy="40" r="7" {...full} />
      </>
    ),
  },
  tech: {
    hue: 210,
    shapes: (
      <>
        <rect x="94" y="28" width="44" height="44" rx="6" {...soft} />
        <rect x="94" y="28" width="44" height="44" rx="6" />
        <path d="M104 28V12M116 28V6M128 28V12M104 72v16M116 72v22M128 72v16M94 40H74M94 60H62M138 40h16M138 60h22" />
        <circle cx="70" cy="40" r="4" {...full} />
        <circle cx="58" cy="60" r="4" {...full} />
        <rect x="108" y="42" width="16" height="16" {...full} opacity="0.55" />
      </>
    ),
  },
  fitness: {
    hue: 15,
    shapes: (
      <>
        <path d="M10 58h40l10-30 16 56 14-44 8 18h58" />
        <rect x="118" y="20" width="9" height="30" rx="3" {...full} opacity="0.6" />
        <rect x="149" y="20" width="9" height="30" rx="3" {...full} opacity="0.6" />
        <path d="M127 35h22" strokeWidth="5" opacity="0.6" />
      </>
    ),
  },
  education: {
    hue: 90,
    shapes: (
      <>
        <path d="M114 30c-14-10-30-12-46-8v52c16-4 32-2 46 8z" {...soft} />
        <path d="M114 30c-14-10-30-12-46-8v52c16-4 32-2 46 8 14-10 30-12 46-8V22c-16-4-32-2-46 8zM114 30v52" />
        <path
          d="M80 36c8-1 15 0 22 3M80 50c8-1 15 0 22 3M126 39c7-3 14-4 22-3M126 53c7-3 14-4 22-3"
          opacity="0.5"
        />
      </>
    ),
  },
  comedy: {
    hue: 40,
    shapes: (
      <>
        <path d="M76 18h76v26c0 26-18 42-38 42S76 70 76 44z" {...soft} />
        <path d="M76 18h76v26c0 26-18 42-38 42S76 70 76 44z" />
        <path d="M88 38q7-8 14 0M126 38q7-8 14 0" />
        <path d="M92 52h44c-2 16-11 23-22 23s-20-7-22-23z" {...full} />
      </>
    ),
  },
  lifestyle: {
    hue: 120,
    shapes: (
      <>
        <circle cx="66" cy="32" r="16" {...soft} />
        <path d="M84 86c-4-44 22-70 68-72 2 46-22 74-68 72z" {...soft} />
        <path d="M84 86c-4-44 22-70 68-72 2 46-22 74-68 72zM72 98c16-34 38-54 64-68" />
        <path d="M102 64V44M116 50V34M100 66h22M116 52h18" opacity="0.5" />
      </>
    ),
  },
  food: {
    hue: 70,
    shapes: (
      <>
        <path d="M70 52h90c0 22-18 36-45 36S70 74 70 52z" {...soft} />
        <path d="M70 52h90c0 22-18 36-45 36S70 74 70 52zM62 52h104" />
        <path d="M96 40c-7-8 7-14 0-24M116 40c-7-8 7-14 0-24M136 40c-7-8 7-14 0-24" opacity="0.6" />
      </>
    ),
  },
  movies: {
    hue: 270,
    shapes: (
      <>
        <rect x="78" y="36" width="78" height="50" rx="4" {...soft} />
        <path d="M78 36h78v50H78zM78 36l-4-14 76-14 4 13z" />
        <path d="m90 19 12 13M110 15l12 13M130 12l12 12" opacity="0.6" />
        <path d="m109 50 20 11-20 11z" {...full} />
      </>
    ),
  },
};
