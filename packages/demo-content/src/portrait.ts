/** The appearance of a portrait, with colors as #rrggbb. */
export interface Look {
  readonly ground: string;
  readonly skin: string;
  readonly hair: string;
  readonly top: string;
  readonly style: 'short' | 'long' | 'curls' | 'bun' | 'beard' | 'cap' | 'hood' | 'headphones';
}

/** Draws a square portrait as SVG: head and shoulders on a plain background. */
export function portrait({ ground, skin, hair, top, style }: Look): string {
  const back: Record<Look['style'], string> = {
    short: '',
    long: `<path d="M29 47c0-17 9-26 21-26s21 9 21 26v30H29z" fill="${hair}"/>`,
    curls: [30, 37, 45, 54, 62, 70]
      .map((x, i) => `<circle cx="${x}" cy="${[40, 30, 24, 24, 30, 40][i]}" r="11" fill="${hair}"/>`)
      .join(''),
    bun: `<circle cx="50" cy="18" r="9.5" fill="${hair}"/>`,
    beard: '',
    cap: '',
    hood: `<path d="M24 78c-3-38 8-60 26-60s29 22 26 60z" fill="${top}"/><path d="M31 62c-2-24 6-38 19-38s21 14 19 38z" fill="#000" opacity=".35"/>`,
    headphones: '',
  };
  const fringe = `<path d="M32 45c-1-15 7-23 18-23s19 8 18 23c-5-3-8-8-10-12-6 5-16 6-21 5-2 2-4 5-5 7z" fill="${hair}"/>`;
  const front: Record<Look['style'], string> = {
    short: fringe,
    long: fringe,
    curls: '',
    bun: `<path d="M32 45c-1-15 7-23 18-23s19 8 18 23c-4-8-10-12-18-12s-14 4-18 12z" fill="${hair}"/>`,
    beard: `${fringe}<path d="M33 50c0 18 7 25 17 25s17-7 17-25c-3 7-8 9-17 9s-14-2-17-9z" fill="${hair}"/>`,
    cap: `<path d="M31 42c0-13 8-20 19-20s19 7 19 20z" fill="${top}"/><path d="M48 38h30c2 0 2 5-1 5H48z" fill="${top}"/><path d="M31 42h38v3H31z" fill="#000" opacity=".2"/>`,
    hood: fringe,
    headphones: `${fringe}<path d="M30 48c0-17 8-28 20-28s20 11 20 28" fill="none" stroke="#161b20" stroke-width="4.5"/><rect x="26" y="43" width="9" height="17" rx="4.5" fill="#161b20"/><rect x="65" y="43" width="9" height="17" rx="4.5" fill="#161b20"/>`,
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="256" height="256"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient></defs><rect width="100" height="100" fill="${ground}"/><rect width="100" height="100" fill="url(#g)"/>${back[style]}<rect x="43" y="60" width="14" height="22" rx="6" fill="${skin}"/><rect x="43" y="62" width="14" height="12" fill="#000" opacity=".16"/><path d="M14 104c1-20 14-27 29-28 4 5 10 5 14 0 15 1 28 8 29 28z" fill="${top}"/><ellipse cx="50" cy="47" rx="17.5" ry="21.5" fill="${skin}"/><circle cx="43.5" cy="48" r="1.9" fill="#1b1418"/><circle cx="56.5" cy="48" r="1.9" fill="#1b1418"/>${front[style]}<path d="M44 57c3 3.4 9 3.4 12 0" fill="none" stroke="${style === 'beard' ? '#f0cdb4' : '#7a3a34'}" stroke-width="1.9" stroke-linecap="round"/></svg>`;
}
