/** Colors in OKLCH, whose lightness matches what people see (CSS Color 4, section 9), and their contrast. */

export interface Oklch {
  /** From 0, black, to 1, white. */
  readonly l: number;
  readonly c: number;
  /** In degrees. */
  readonly h: number;
}

/** Red, green and blue of linear light, from 0 to 1 within sRGB. */
type Linear = readonly [number, number, number];

const GAMUT_TOLERANCE = 0.0001;

/** @param hex a color such as `#0f7f86` */
export function fromHex(hex: string): Oklch {
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r, g, b] = [channel(1), channel(3), channel(5)];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const h = (Math.atan2(bb, a) * 180) / Math.PI;
  return { l: lightness, c: Math.hypot(a, bb), h: h < 0 ? h + 360 : h };
}

function linearOf({ l, c, h }: Oklch): Linear {
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

const isInGamut = (color: Oklch): boolean =>
  linearOf(color).every((value) => value >= -GAMUT_TOLERANCE && value <= 1 + GAMUT_TOLERANCE);

/** The color with as much of its chroma as screens can show. */
export function inGamut(color: Oklch): Oklch {
  if (isInGamut(color)) return color;
  let [least, most] = [0, color.c];
  for (let round = 0; round < 20; round++) {
    const middle = (least + most) / 2;
    if (isInGamut({ ...color, c: middle })) least = middle;
    else most = middle;
  }
  return { ...color, c: least };
}

export const hexOf = (color: Oklch): string =>
  `#${bytesOf(color)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;

const bytesOf = (color: Oklch): number[] =>
  linearOf(color).map((value) => Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255));

/** The contrast of two colors as screens show them (WCAG 2.2, “contrast ratio”), from 1 to 21. */
export function contrastOf(one: Oklch, other: Oklch): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: Oklch): number {
  const [r = 0, g = 0, b = 0] = bytesOf(color).map((byte) => toLinear(byte / 255));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;

const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
