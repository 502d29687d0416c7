/** Samples per second. */
export const RATE = 48_000;

/** Samples at `RATE`, from -1 to 1. */
export interface Sound {
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
}

/** A seamless stereo loop: sounds near its end continue at its start. */
export interface Tape {
  readonly seconds: number;
  /** Adds mono samples from `start` (seconds). `pan` runs from -1 (left) to 1, `send` is the share that goes to the reverb. */
  add(samples: Float32Array, start: number, gain: number, pan?: number, send?: number): void;
  /** Mixes in the reverb and normalizes the level. */
  finish(): Sound;
}

/** About -20 LUFS, typical for quiet streams. */
const TARGET_RMS = 0.1;

export function createTape(seconds: number): Tape {
  const length = seconds * RATE;
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const room = new Float32Array(length);
  return {
    seconds,
    add(samples, start, gain, pan = 0, send = 0.25) {
      const toLeft = gain * Math.cos(((pan + 1) * Math.PI) / 4);
      const toRight = gain * Math.sin(((pan + 1) * Math.PI) / 4);
      let at = (((Math.round(start * RATE) % length) + length) % length) | 0;
      for (let i = 0; i < samples.length; i += 1) {
        const value = samples[i] ?? 0;
        left[at] = (left[at] ?? 0) + value * toLeft;
        right[at] = (right[at] ?? 0) + value * toRight;
        room[at] = (room[at] ?? 0) + value * gain * send;
        at += 1;
        if (at === length) at = 0;
      }
    },
    finish() {
      reverberate(room, [1557, 1617, 1491, 1422], left);
      reverberate(room, [1277, 1356, 1188, 1116], right);
      let power = 0;
      for (let i = 0; i < length; i += 1) power += (left[i] ?? 0) ** 2 + (right[i] ?? 0) ** 2;
      const gain = TARGET_RMS / Math.max(1e-6, Math.sqrt(power / (2 * length)));
      for (const side of [left, right])
        for (let i = 0; i < length; i += 1) side[i] = Math.tanh((side[i] ?? 0) * gain * 1.1) / 1.1;
      return { left, right };
    },
  };
}

/** A Schroeder reverb: four damped comb filters in parallel, run over the loop twice so that it wraps around. */
function reverberate(dry: Float32Array, delays: readonly number[], into: Float32Array): void {
  for (const delay of delays) {
    const line = new Float32Array(delay);
    let damped = 0;
    let at = 0;
    for (let round = 0; round < 2; round += 1)
      for (let i = 0; i < dry.length; i += 1) {
        const echo = line[at] ?? 0;
        damped += (echo - damped) * 0.55;
        line[at] = (dry[i] ?? 0) + damped * 0.8;
        if (round) into[i] = (into[i] ?? 0) + echo * 0.32;
        at += 1;
        if (at === delay) at = 0;
      }
  }
}
