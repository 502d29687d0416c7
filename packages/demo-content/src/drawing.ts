/** Scenes are drawn in these units, independent of the size in pixels. */
export const W = 640;
export const H = 360;

export const TAU = Math.PI * 2;
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
export const lerp = (a: number, b: number, k: number): number => a + (b - a) * k;
export const smooth = (k: number): number => clamp(k) ** 2 * (3 - 2 * clamp(k));
/** Smoothstep: 0 before `from`, 1 after `to`. */
export const ramp = (x: number, from: number, to: number): number => smooth((x - from) / (to - from));
export const wrap = (x: number, period: number): number => ((x % period) + period) % period;

/** Pseudo-random numbers from 0 to 1, the same on every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mixes two colors given as #rrggbb. */
export function mix(a: string, b: string, k: number): string {
  const [from, to] = [channels(a), channels(b)];
  const part = (i: 0 | 1 | 2) => Math.round(lerp(from[i], to[i], clamp(k)));
  return `#${((part(0) << 16) | (part(1) << 8) | part(2)).toString(16).padStart(6, '0')}`;
}

/** #rrggbb with an opacity. */
export function fade(hex: string, alpha: number): string {
  return `rgba(${channels(hex).join(',')},${alpha})`;
}
