import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accentCss, accentPalette, TEXT_CONTRAST } from './accent.ts';
import { contrastOf, fromHex, hexOf, type Oklch } from './oklch.ts';

/** The surfaces of apps/web/src/styles/tokens.css. */
const LIGHT: Oklch[] = [
  { l: 0.968, c: 0.009, h: 85 },
  { l: 0.99, c: 0.005, h: 85 },
  { l: 0.937, c: 0.011, h: 85 },
  { l: 0.905, c: 0.013, h: 85 },
];
const DARK: Oklch[] = [
  { l: 0.17, c: 0.015, h: 220 },
  { l: 0.2, c: 0.016, h: 220 },
  { l: 0.235, c: 0.017, h: 220 },
  { l: 0.27, c: 0.018, h: 220 },
];

const hex = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`);

it('returns a color unchanged through OKLCH', () => {
  fc.assert(
    fc.property(hex, (color) => {
      expect(hexOf(fromHex(color))).toBe(color);
    }),
  );
});

it('measures contrast as WCAG defines it', () => {
  expect(contrastOf(fromHex('#000000'), fromHex('#ffffff'))).toBeCloseTo(21, 5);
  expect(contrastOf(fromHex('#767676'), fromHex('#ffffff'))).toBeCloseTo(4.54, 2);
});

it('keeps text readable in both themes, whatever color an admin chooses', () => {
  fc.assert(
    fc.property(hex, (color) => {
      const { light, dark } = accentPalette(color);
      for (const [tokens, surfaces] of [
        [light, LIGHT],
        [dark, DARK],
      ] as const) {
        for (const other of [...surfaces, tokens.soft, tokens.onAccent]) {
          expect(contrastOf(tokens.accent, other)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
        }
        expect(contrastOf(tokens.hover, tokens.onAccent)).toBeGreaterThanOrEqual(TEXT_CONTRAST);
      }
    }),
  );
});

it('keeps a color that is readable as it is', () => {
  expect(hexOf(accentPalette('#6b3fa0').light.accent)).toBe('#6b3fa0');
  expect(hexOf(accentPalette('#f2b6d0').dark.accent)).toBe('#f2b6d0');
});

it('writes the tokens of both themes', () => {
  expect(accentCss('#6b3fa0')).toMatch(
    /^@supports .*\{:root:root\{--accent:light-dark\(#6b3fa0,#[0-9a-f]{6}\);--accent-hover:.*;--on-accent:[^;]*\}\}$/,
  );
});
