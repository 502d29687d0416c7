/**
 * The accent colors of both themes, derived from the one that an admin chose. They keep its hue and move its lightness
 * until text in it is readable on every surface, and text on it is readable too (WCAG 2.2, 1.4.3, level AA).
 */
import { contrastOf, fromHex, hexOf, inGamut, type Oklch } from './oklch.ts';

/** The contrast of level AA for text of any size. */
export const TEXT_CONTRAST = 4.5;

export interface AccentTokens {
  readonly accent: Oklch;
  readonly hover: Oklch;
  readonly soft: Oklch;
  readonly onAccent: Oklch;
}

export interface AccentPalette {
  readonly light: AccentTokens;
  readonly dark: AccentTokens;
}

/** The surfaces of tokens.css with the least contrast to text: the darkest of the light theme, the lightest of the dark one. */
const LIGHT_SURFACE: Oklch = { l: 0.905, c: 0.013, h: 85 };
const DARK_SURFACE: Oklch = { l: 0.27, c: 0.018, h: 220 };

const STEP = 0.005;

/** @param hex a color such as `#0f7f86` */
export function accentPalette(hex: string): AccentPalette {
  const chosen = fromHex(hex);
  return { light: lightTokens(chosen), dark: darkTokens(chosen) };
}

function lightTokens({ l, c, h }: Oklch): AccentTokens {
  const onAccent: Oklch = { l: 0.985, c: 0.006, h: 85 };
  const soft = inGamut({ l: 0.91, c: Math.min(c, 0.035), h });
  const accent = readable({ l: Math.min(l, 0.6), c, h }, [LIGHT_SURFACE, soft, onAccent], -STEP);
  return { accent, soft, onAccent, hover: inGamut({ ...accent, l: Math.max(0, accent.l - 0.06) }) };
}

function darkTokens({ l, c, h }: Oklch): AccentTokens {
  const onAccent = inGamut({ l: 0.18, c: Math.min(c, 0.03), h });
  const soft = inGamut({ l: 0.28, c: Math.min(c, 0.045), h });
  const accent = readable({ l: Math.max(l, 0.6), c, h }, [DARK_SURFACE, soft, onAccent], STEP);
  return { accent, soft, onAccent, hover: inGamut({ ...accent, l: Math.min(1, accent.l + 0.06) }) };
}

/** The color with the lightness nearest to its own at which its contrast to all of `others` suffices. */
function readable(color: Oklch, others: readonly Oklch[], step: number): Oklch {
  let found = inGamut(color);
  for (let l = color.l; l >= 0 && l <= 1; l += step) {
    found = inGamut({ ...color, l });
    if (others.every((other) => contrastOf(found, other) >= TEXT_CONTRAST)) break;
  }
  return found;
}

/** The declarations that override those of tokens.css, for all pages of the instance. */
export function accentCss(hex: string): string {
  const { light, dark } = accentPalette(hex);
  const pair = (name: string, token: keyof AccentTokens) =>
    `--${name}:light-dark(${hexOf(light[token])},${hexOf(dark[token])})`;
  const declarations = [
    pair('accent', 'accent'),
    pair('accent-hover', 'hover'),
    pair('accent-soft', 'soft'),
    pair('on-accent', 'onAccent'),
  ];
  // Twice the selector of tokens.css, so that the order of style sheets does not matter. Browsers without light-dark()
  // keep the product's color, whose declarations the build has made without it.
  return `@supports (color:light-dark(#000,#fff)){:root:root{${declarations.join(';')}}}`;
}
