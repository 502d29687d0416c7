import { random } from '../drawing.ts';
import { RATE } from './stereo-loop.ts';

/** Renders one note as mono samples with a peak near 1. The pitch is a MIDI number, the duration in seconds. */
export type Voice = (pitch: number, length: number) => Float32Array;

const TAU = Math.PI * 2;
const hertz = (pitch: number): number => 440 * 2 ** ((pitch - 69) / 12);

function render(seconds: number, sample: (time: number, index: number) => number): Float32Array {
  const out = new Float32Array(Math.ceil(seconds * RATE));
  for (let i = 0; i < out.length; i += 1) out[i] = sample(i / RATE, i);
  // Fade out the last 5 ms to avoid a click.
  const tail = Math.min(out.length, 240);
  for (let i = 0; i < tail; i += 1) out[out.length - 1 - i] = ((out[out.length - 1 - i] ?? 0) * i) / tail;
  return out;
}

/** An envelope that rises over `attack` and falls over `release` after the key is released. */
function swell(time: number, length: number, attack: number, release: number): number {
  const up = Math.min(1, time / attack);
  const down = time > length ? Math.max(0, 1 - (time - length) / release) : 1;
  return up * up * (3 - 2 * up) * down * down;
}

/** An electric piano: frequency modulation by a sine that decays faster. */
export const keys: Voice = (pitch, length) => {
  const f = hertz(pitch) * TAU;
  return render(length + 0.5, (t) => {
    const bell = Math.sin(f * 14 * t) * 0.12 * Math.exp(-t * 26);
    const body = Math.sin(f * t + Math.sin(f * t) * 1.5 * Math.exp(-t * 3.2) + bell);
    return body * Math.exp(-t * 1.5) * swell(t, length, 0.004, 0.5) * (0.94 + 0.06 * Math.sin(t * 30));
  });
};

/** A felt piano: six partials, higher ones shorter, each a damped resonator (two multiplications per sample). */
export const grand: Voice = (pitch, length) => {
  const f = (hertz(pitch) * TAU) / RATE;
  const out = render(length + 1.1, (t) => swell(t, length, 0.005, 1.1));
  const sum = new Float32Array(out.length);
  for (let n = 1; n <= 6; n += 1) {
    const turn = f * n * (1 + n * n * 0.00022);
    const decay = Math.exp(-(0.7 + n * 0.75) / RATE);
    const [a, b] = [2 * decay * Math.cos(turn), decay * decay];
    let before = 0;
    let now = (0.62 * Math.sin(turn)) / n ** 1.45;
    for (let i = 0; i < sum.length; i += 1) {
      sum[i] = (sum[i] ?? 0) + now;
      const next = a * now - b * before;
      before = now;
      now = next;
    }
  }
  return out.map((level, i) => level * (sum[i] ?? 0));
};

/** A slow string-like tone: low-pass filtered detuned sawtooths. */
export const pad: Voice = (pitch, length) => {
  const f = hertz(pitch);
  const phases = [0, 0.37, 0.71];
  let soft = 0;
  let softer = 0;
  return render(length + 1.6, (t) => {
    let value = 0;
    for (const [i, phase] of phases.entries())
      value += (((t * f * (1 + (i - 1) * 0.0035) + phase) % 1) * 2 - 1) / 3;
    soft += (value - soft) * 0.035;
    softer += (soft - softer) * 0.035;
    return softer * 2.6 * swell(t, length, 0.9, 1.6);
  });
};

/** A plucked string (Karplus-Strong): noise in a delay line with a low-pass filter. */
export const pluck: Voice = (pitch, length) => {
  const period = Math.max(2, Math.round(RATE / hertz(pitch)));
  const next = random(pitch * 7 + 1);
  const line = Float32Array.from({ length: period }, () => next() * 2 - 1);
  for (let i = 1; i < period; i += 1) line[i] = ((line[i] ?? 0) + (line[i - 1] ?? 0)) / 2;
  return render(length + 0.7, (t, i) => {
    const at = i % period;
    const now = line[at] ?? 0;
    line[at] = (now + (line[(at + 1) % period] ?? 0)) * 0.4985;
    return now * swell(t, length, 0.001, 0.7);
  });
};

export const bass: Voice = (pitch, length) => {
  const f = hertz(pitch) * TAU;
  return render(length + 0.12, (t) => {
    const value =
      Math.sin(f * t) +
      0.35 * Math.sin(f * 2 * t) * Math.exp(-t * 4) +
      0.15 * Math.sin(f * 3 * t) * Math.exp(-t * 9);
    return value * 0.75 * Math.exp(-t * 0.8) * swell(t, length, 0.008, 0.12);
  });
};

/** A game console's pulse wave with rounded edges. */
export const pulse: Voice = (pitch, length) => {
  const f = hertz(pitch);
  let soft = 0;
  return render(length + 0.06, (t) => {
    const wobble = 1 + 0.004 * Math.sin(t * 34) * Math.min(1, t * 4);
    const value = (t * f * wobble) % 1 < 0.3 ? 0.7 : -0.3;
    soft += (value - soft) * 0.3;
    return soft * Math.exp(-t * 2) * swell(t, length, 0.003, 0.06);
  });
};

/** A glassy bell. */
export const bell: Voice = (pitch) => {
  const f = hertz(pitch) * TAU;
  return render(
    2.6,
    (t) =>
      Math.sin(f * t + Math.sin(f * 3.51 * t) * 1.1 * Math.exp(-t * 3)) *
      Math.exp(-t * 1.9) *
      Math.min(1, t / 0.003),
  );
};

export const kick: Voice = () =>
  render(0.32, (t) => Math.sin(TAU * (48 * t + 5.2 * (1 - Math.exp(-t * 32)))) * Math.exp(-t * 11));

export const snare: Voice = () => {
  const next = random(5);
  let low = 0;
  return render(0.2, (t) => {
    const noise = next() * 2 - 1;
    low += (noise - low) * 0.3;
    return (noise - low) * 0.55 * Math.exp(-t * 22) + Math.sin(TAU * 186 * t) * 0.5 * Math.exp(-t * 30);
  });
};

export const hat: Voice = () => {
  const next = random(9);
  let low = 0;
  return render(0.07, (t) => {
    const noise = next() * 2 - 1;
    low += (noise - low) * 0.62;
    return (noise - low) * Math.exp(-t * 70);
  });
};

/** Filters of a noise: `low` and `high` are one-pole cut-offs (0 to 1), `swell` a slow rise and fall. */
export interface Air {
  readonly low: number;
  readonly high: number;
  readonly waves: number;
  readonly depth: number;
  /** Crackles per second: rain drops, embers, vinyl dust. */
  readonly specks: number;
}

/** Seamless filtered noise: rain, wind, water, a crowd. */
export function air(seconds: number, kind: Air, seed: number): Float32Array {
  const next = random(seed);
  const out = new Float32Array(seconds * RATE);
  for (let i = 0; i < out.length; i += 1) out[i] = next() * 2 - 1;
  let low = 0;
  let base = 0;
  const filtered = new Float32Array(out.length);
  for (let round = 0; round < 2; round += 1)
    for (let i = 0; i < out.length; i += 1) {
      low += ((out[i] ?? 0) - low) * kind.high;
      base += (low - base) * kind.low;
      filtered[i] =
        (low - base) * (1 - kind.depth * (0.5 + 0.5 * Math.cos((i / out.length) * TAU * kind.waves)));
    }
  for (let speck = 0; speck < kind.specks * seconds; speck += 1) {
    const at = Math.floor(next() * out.length);
    const strength = next() ** 3 * 0.8;
    const ring = 500 + next() * 3500;
    for (let i = 0; i < 400; i += 1) {
      const to = (at + i) % out.length;
      filtered[to] = (filtered[to] ?? 0) + Math.sin((i / RATE) * TAU * ring) * Math.exp(-i / 60) * strength;
    }
  }
  return filtered;
}
