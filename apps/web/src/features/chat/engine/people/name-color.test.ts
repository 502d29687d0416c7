import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { hueOf, NAME_COLORS } from './name-color.ts';

/** OKLCH as linear sRGB (https://bottosson.github.io/posts/oklab). */
function linear({ l, c }: { readonly l: number; readonly c: number }, hue: number): [number, number, number] {
  const a = c * Math.cos((hue * Math.PI) / 180);
  const b = c * Math.sin((hue * Math.PI) / 180);
  const [x, y, z] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return [
    clip(4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z),
    clip(-1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z),
    clip(-0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z),
  ];
}

const luminance = ([r, g, b]: [number, number, number]) => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(one: [number, number, number], other: [number, number, number]): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

it('gives every name at least 4.5:1 on the surfaces of both themes, also under the pointer', () => {
  // --surface-1 and --surface-2 of tokens.css.
  const surfaces = {
    light: [linear({ l: 0.99, c: 0.005 }, 85), linear({ l: 0.937, c: 0.011 }, 85)],
    dark: [linear({ l: 0.2, c: 0.016 }, 220), linear({ l: 0.235, c: 0.017 }, 220)],
  };
  for (const theme of ['light', 'dark'] as const) {
    for (let hue = 0; hue < 360; hue += 5) {
      for (const surface of surfaces[theme]) {
        expect(contrast(linear(NAME_COLORS[theme], hue), surface), `${theme} ${hue}`).toBeGreaterThan(4.5);
      }
    }
  }
});

it('gives an account the same color everywhere, and accounts of the same moment different ones', () => {
  const ids = Array.from({ length: 200 }, () => uuidv7());
  expect(ids.map(hueOf)).toEqual(ids.map(hueOf));
  expect(new Set(ids.map(hueOf)).size).toBeGreaterThan(12);
});
