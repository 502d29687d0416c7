import { random, times } from '../drawing.ts';
import { createTape, type Sound, type Tape } from './stereo-loop.ts';
import {
  type Air,
  air,
  bass,
  bell,
  grand,
  hat,
  keys,
  kick,
  pad,
  pluck,
  pulse,
  snare,
  type Voice,
} from './voices.ts';

const VOICES: readonly Voice[] = [keys, grand, pad, pluck, bass, pulse, bell, kick, snare, hat];

const WATER: Air = { low: 0.004, high: 0.03, waves: 4, depth: 0.4, specks: 3 };
const RAIN: Air = { low: 0.08, high: 0.5, waves: 2, depth: 0.2, specks: 60 };
const WIND: Air = { low: 0.002, high: 0.016, waves: 3, depth: 0.75, specks: 0 };
const CROWD: Air = { low: 0.01, high: 0.055, waves: 4, depth: 0.6, specks: 0 };
const VINYL: Air = { low: 0.3, high: 0.35, waves: 1, depth: 0.1, specks: 12 };
const SIMMER: Air = { low: 0.02, high: 0.16, waves: 8, depth: 0.3, specks: 30 };

/** A piece: its chords and instruments. */
interface Piece {
  readonly bars: number;
  /** Chords as MIDI pitches, one per bar, repeated as needed. */
  readonly chords: readonly (readonly number[])[];
  /** The scale of the melodies, as pitches of one octave. */
  readonly scale: readonly number[];
  readonly transpose?: number;
  readonly pad?: number;
  readonly comp?: {
    readonly voice: Voice;
    readonly gain: number;
    readonly pattern: 'held' | 'offbeat' | 'arpeggio';
  };
  readonly melody?: {
    readonly voice: Voice;
    readonly gain: number;
    readonly density: number;
    readonly octave: number;
  };
  readonly bass?: number;
  readonly drums?: {
    readonly kick: string;
    readonly snare: string;
    readonly hat: string;
    readonly gain: number;
  };
  /** How late every second sixteenth note is, in eighths of a beat. Default: 0. */
  readonly swing?: number;
  readonly air?: { readonly kind: Air; readonly gain: number };
}

const PENTA_C = [60, 62, 64, 67, 69];
const PENTA_A = [57, 60, 62, 64, 67];
const F = [53, 57, 60, 64];
const EM = [52, 55, 59, 62];
const DM = [50, 53, 57, 60];
const C = [48, 52, 55, 59];
const AM = [45, 52, 55, 60];
const G = [43, 50, 55, 59];

/** The music of each scene. */
const PIECES = {
  reef: {
    bars: 4,
    chords: [C, AM, F, G],
    scale: PENTA_C,
    transpose: 2,
    pad: 0.5,
    melody: { voice: bell, gain: 0.12, density: 0.35, octave: 12 },
    air: { kind: WATER, gain: 1.3 },
  },
  lofi: {
    bars: 12,
    chords: [DM, G, C, AM],
    scale: PENTA_C,
    transpose: -3,
    comp: { voice: keys, gain: 0.2, pattern: 'held' },
    melody: { voice: keys, gain: 0.16, density: 0.35, octave: 12 },
    bass: 0.4,
    swing: 0.3,
    drums: { kick: 'x.....x...x.....', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.x.', gain: 0.4 },
    air: { kind: VINYL, gain: 0.05 },
  },
  lanterns: {
    bars: 8,
    chords: [F, G, AM, EM],
    scale: PENTA_A,
    pad: 0.5,
    comp: { voice: pluck, gain: 0.22, pattern: 'arpeggio' },
    melody: { voice: bell, gain: 0.1, density: 0.25, octave: 12 },
    air: { kind: CROWD, gain: 0.25 },
  },
  city: {
    bars: 10,
    chords: [AM, F, DM, EM],
    scale: PENTA_A,
    transpose: -1,
    pad: 0.35,
    comp: { voice: keys, gain: 0.16, pattern: 'offbeat' },
    bass: 0.34,
    swing: 0.2,
    drums: { kick: 'x.......x.......', snare: '....x.......x..x', hat: '..x...x...x...x.', gain: 0.22 },
    air: { kind: RAIN, gain: 0.16 },
  },
  railway: {
    bars: 8,
    chords: [C, EM, AM, F, C, EM, F, G],
    scale: PENTA_C,
    transpose: -2,
    pad: 0.6,
    melody: { voice: grand, gain: 0.3, density: 0.4, octave: 0 },
    bass: 0.25,
    air: { kind: WIND, gain: 1 },
  },
  desert: {
    bars: 14,
    chords: [AM, AM, F, G],
    scale: PENTA_A,
    transpose: -5,
    pad: 0.4,
    comp: { voice: pulse, gain: 0.08, pattern: 'arpeggio' },
    melody: { voice: pluck, gain: 0.2, density: 0.3, octave: 12 },
    bass: 0.45,
    drums: { kick: 'x...x...x...x...', snare: '....x.......x...', hat: '..x...x...x...x.', gain: 0.28 },
    air: { kind: WIND, gain: 0.6 },
  },
  football: {
    bars: 16,
    chords: [C, F, AM, G],
    scale: PENTA_C,
    transpose: 2,
    bass: 0.12,
    drums: { kick: 'x..x..x.x..x..x.', snare: '............x.x.', hat: '................', gain: 0.16 },
    air: { kind: CROWD, gain: 3 },
  },
  newsroom: {
    bars: 16,
    chords: [AM, AM, F, F, G, G, EM, EM],
    scale: PENTA_A,
    transpose: 3,
    pad: 0.5,
    comp: { voice: pluck, gain: 0.16, pattern: 'arpeggio' },
    bass: 0.3,
    drums: { kick: 'x.......x.......', snare: '................', hat: 'x.x.x.x.x.x.x.x.', gain: 0.14 },
  },
  podcast: {
    bars: 10,
    chords: [F, EM, DM, C],
    scale: PENTA_C,
    transpose: 1,
    comp: { voice: keys, gain: 0.2, pattern: 'offbeat' },
    bass: 0.36,
    swing: 0.3,
    drums: { kick: 'x.........x.....', snare: '....x.......x...', hat: 'x..xx..xx..xx..x', gain: 0.18 },
  },
  coding: {
    bars: 14,
    chords: [AM, F, C, G],
    scale: PENTA_A,
    pad: 0.42,
    comp: { voice: pulse, gain: 0.07, pattern: 'arpeggio' },
    bass: 0.42,
    drums: { kick: 'x...x...x...x...', snare: '....x.......x...', hat: '..x...x...x...x.', gain: 0.24 },
  },
  blackboard: {
    bars: 8,
    chords: [C, G, AM, F],
    scale: PENTA_C,
    transpose: 5,
    comp: { voice: grand, gain: 0.24, pattern: 'arpeggio' },
    melody: { voice: bell, gain: 0.08, density: 0.3, octave: 12 },
    pad: 0.25,
  },
  sunrise: {
    bars: 8,
    chords: [F, C, G, AM],
    scale: PENTA_C,
    pad: 0.65,
    comp: { voice: pluck, gain: 0.2, pattern: 'arpeggio' },
    air: { kind: WATER, gain: 0.9 },
  },
  comedy: {
    bars: 12,
    chords: [C, AM, DM, G],
    scale: PENTA_C,
    transpose: 4,
    comp: { voice: keys, gain: 0.22, pattern: 'offbeat' },
    melody: { voice: pluck, gain: 0.22, density: 0.45, octave: 12 },
    bass: 0.45,
    swing: 0.34,
    drums: { kick: 'x.....x.x.......', snare: '....x.......x...', hat: 'x.xxx.xxx.xxx.xx', gain: 0.24 },
    air: { kind: CROWD, gain: 0.6 },
  },
  kitchen: {
    bars: 12,
    chords: [F, DM, G, C],
    scale: PENTA_C,
    transpose: -2,
    comp: { voice: pluck, gain: 0.26, pattern: 'offbeat' },
    melody: { voice: grand, gain: 0.2, density: 0.35, octave: 0 },
    bass: 0.36,
    air: { kind: SIMMER, gain: 0.18 },
  },
  platformer: {
    bars: 16,
    chords: [C, G, AM, F],
    scale: PENTA_C,
    comp: { voice: pulse, gain: 0.1, pattern: 'arpeggio' },
    melody: { voice: pulse, gain: 0.16, density: 0.6, octave: 12 },
    bass: 0.42,
    drums: { kick: 'x...x...x...x...', snare: '....x.......x...', hat: 'x.x.x.x.x.x.x.xx', gain: 0.24 },
  },
} satisfies Record<string, Piece>;

export type PieceName = keyof typeof PIECES | 'piano';

const rendered = new Map<string, Float32Array>();

/** Renders a note, with a cache. */
function note(voice: Voice, pitch: number, length: number): Float32Array {
  const name = `${VOICES.indexOf(voice)} ${pitch} ${length.toFixed(3)}`;
  const known = rendered.get(name) ?? voice(pitch, length);
  rendered.set(name, known);
  return known;
}

/** Performs a scene's piece as a stereo loop. */
export function perform(name: PieceName, seconds: number): Sound {
  const tape = createTape(seconds);
  if (name === 'piano') {
    for (const key of pianoNotes())
      tape.add(note(grand, key.pitch, key.length), key.start, key.gain, (key.pitch - 62) / 40, 0.3);
  } else play(tape, PIECES[name], name.length * 31 + name.charCodeAt(0));
  rendered.clear();
  return tape.finish();
}

function play(tape: Tape, piece: Piece, seed: number): void {
  const next = random(seed);
  const bar = tape.seconds / piece.bars;
  const beat = bar / 4;
  const shift = piece.transpose ?? 0;
  const swing = piece.swing ?? 0;
  const step = (index: number) => (index * beat) / 4 + (index % 2 ? (swing * beat) / 8 : 0);
  let walk = 2;
  for (let index = 0; index < piece.bars; index += 1) {
    const start = index * bar;
    const chord = (piece.chords[index % piece.chords.length] ?? []).map((pitch) => pitch + shift);
    const root = chord[0] ?? 48;
    if (piece.pad)
      for (const [i, pitch] of chord.entries())
        tape.add(note(pad, pitch, bar), start, piece.pad, (i - 1.5) / 3, 0.4);
    if (piece.comp) comp(tape, piece.comp, chord, start, beat);
    if (piece.bass) {
      tape.add(note(bass, root - 12, beat * 1.4), start, piece.bass, 0, 0.02);
      tape.add(
        note(bass, next() > 0.5 ? root - 12 : root - 5, beat * 0.8),
        start + beat * 2.5,
        piece.bass * 0.8,
        0,
        0.02,
      );
    }
    if (piece.drums) {
      const { drums } = piece;
      for (const [voice, pattern, gain, pan] of [
        [kick, drums.kick, 1.3, 0],
        [snare, drums.snare, 0.6, 0.1],
        [hat, drums.hat, 0.3, -0.3],
      ] as const)
        for (let i = 0; i < 16; i += 1)
          if (pattern[i] === 'x')
            tape.add(note(voice, 0, 0), start + step(i), drums.gain * gain * (0.8 + next() * 0.3), pan, 0.08);
    }
    if (piece.melody) {
      const { melody } = piece;
      for (let i = 0; i < 8; i += 1) {
        if (next() > melody.density) continue;
        walk = Math.max(0, Math.min(piece.scale.length * 2 - 1, walk + Math.round(next() * 4 - 2)));
        const pitch =
          (piece.scale[walk % piece.scale.length] ?? 60) +
          (walk >= piece.scale.length ? 12 : 0) +
          melody.octave +
          shift;
        tape.add(
          note(melody.voice, pitch, beat * (0.5 + Math.floor(next() * 3) / 2)),
          start + (i * beat) / 2,
          melody.gain * (0.7 + next() * 0.5),
          next() * 0.6 - 0.3,
          0.45,
        );
      }
    }
  }
  if (piece.air) {
    tape.add(air(tape.seconds, piece.air.kind, seed), 0, piece.air.gain, -0.6, 0);
    tape.add(air(tape.seconds, piece.air.kind, seed + 1), 0, piece.air.gain, 0.6, 0);
  }
}

function comp(
  tape: Tape,
  part: NonNullable<Piece['comp']>,
  chord: readonly number[],
  start: number,
  beat: number,
): void {
  for (const [i, pitch] of chord.entries()) {
    const pan = (i - 1.5) / 4;
    if (part.pattern === 'held')
      tape.add(note(part.voice, pitch + 12, beat * 3.6), start + i * 0.02, part.gain, pan, 0.3);
    if (part.pattern === 'offbeat')
      for (const at of [0.5, 1.5, 2.75])
        tape.add(note(part.voice, pitch + 12, beat * 0.4), start + at * beat, part.gain, pan, 0.25);
  }
  if (part.pattern === 'arpeggio')
    for (let i = 0; i < 8; i += 1) {
      const order = [0, 1, 2, 3, 2, 3, 1, 2][i] ?? 0;
      tape.add(
        note(part.voice, (chord[order] ?? 60) + 12, beat * 0.6),
        start + (i * beat) / 2,
        part.gain * (i % 4 ? 0.8 : 1),
        (order - 1.5) / 2.5,
        0.35,
      );
    }
}

/** One note of the piano piece; `hand` is 0 for the left hand, 1 for the melody, 2 for the accompaniment. */
export interface PianoNote {
  readonly start: number;
  readonly length: number;
  readonly pitch: number;
  readonly gain: number;
  readonly hand: 0 | 1 | 2;
}

const NOCTURNE = [
  { bass: 45, chord: [52, 57, 60], tune: [76, 0, 74, 72, 71, 0, 72, 74] },
  { bass: 41, chord: [48, 53, 57], tune: [72, 0, 0, 69, 67, 69, 0, 0] },
  { bass: 48, chord: [55, 60, 64], tune: [67, 0, 72, 74, 76, 0, 79, 76] },
  { bass: 43, chord: [50, 55, 59], tune: [74, 0, 0, 0, 71, 74, 0, 0] },
  { bass: 45, chord: [52, 57, 60], tune: [81, 0, 79, 76, 74, 0, 76, 72] },
  { bass: 50, chord: [53, 57, 62], tune: [77, 0, 76, 74, 72, 0, 69, 0] },
  { bass: 41, chord: [48, 53, 57], tune: [72, 74, 76, 0, 77, 76, 74, 72] },
  { bass: 40, chord: [52, 56, 59], tune: [71, 0, 68, 0, 71, 74, 72, 71] },
] as const;

/** The piano piece, whose notes the scene shows: 32 seconds, eight bars of four beats. */
export function pianoNotes(): PianoNote[] {
  return NOCTURNE.flatMap(({ bass: low, chord, tune }, bar) => {
    const start = bar * 4;
    const pattern = [low, chord[0], chord[1], chord[2], chord[1], chord[2], chord[0], chord[1]];
    const left = pattern.map(
      (pitch, i): PianoNote => ({
        start: start + i / 2,
        length: 0.55,
        pitch,
        gain: i ? 0.28 : 0.45,
        hand: 0,
      }),
    );
    const melody = tune.flatMap((pitch, i): PianoNote[] => {
      if (!pitch) return [];
      const rest = tune.findIndex((other, j) => j > i && other !== 0);
      return [
        {
          start: start + i / 2,
          length: ((rest < 0 ? 8 : rest) - i) * 0.5 - 0.06,
          pitch,
          gain: 0.62,
          hand: 1,
        },
      ];
    });
    const beneath = times(
      2,
      (i): PianoNote => ({
        start: start + i * 2,
        length: 1.7,
        pitch: (chord[2 - i] ?? 60) + 12,
        gain: 0.24,
        hand: 2,
      }),
    );
    return [...left, ...melody, ...beneath];
  });
}
