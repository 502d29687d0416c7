/** The color of a name in chat, the same everywhere for the same account. */

/** The number of hues at equal distances, of which neighbors can still be distinguished. */
const HUES = 18;

/** OKLCH lightness and chroma on the light and the dark theme, at which all hues have the same contrast. */
export const NAME_COLORS = { light: { l: 0.47, c: 0.12 }, dark: { l: 0.8, c: 0.11 } } as const;

/** The hue of an account, from the random end of its id. */
export function hueOf(userId: string): number {
  return (Number.parseInt(userId.slice(-6), 16) % HUES) * (360 / HUES);
}

export function nameColor(userId: string): string {
  const hue = hueOf(userId);
  const { light, dark } = NAME_COLORS;
  return `light-dark(oklch(${light.l} ${light.c} ${hue}), oklch(${dark.l} ${dark.c} ${hue}))`;
}
