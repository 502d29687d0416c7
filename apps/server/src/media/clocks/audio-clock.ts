import { mediaTimescale } from '../containers/mp4/init-section.ts';
import { type AudioTrack, TIMESCALE, type Unit } from '../unit.ts';

/** The samples of one frame at 48 kHz, by the configuration number of the TOC byte (RFC 6716 section 3.1). */
const OPUS_FRAME_SAMPLES = [
  ...[480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880], // SILK
  ...[480, 960, 480, 960], // hybrid
  ...[120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960], // CELT
];
/** A packet lasts at most 120 ms (section 3.2.5). */
const OPUS_MAX_SAMPLES = 5760;
const OPUS_DEFAULT_SAMPLES = 960;

/** The duration of an Opus packet, in samples at 48 kHz (RFC 6716 section 3). */
export function opusPacketSamples(packet: Uint8Array): number {
  const toc = packet[0];
  if (toc === undefined) return OPUS_DEFAULT_SAMPLES;
  const frame = OPUS_FRAME_SAMPLES[toc >> 3] ?? OPUS_DEFAULT_SAMPLES;
  const code = toc & 0x3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 1) & 0x3f;
  const samples = frame * count;
  return samples >= 120 && samples <= OPUS_MAX_SAMPLES ? samples : OPUS_DEFAULT_SAMPLES;
}

/** The duration of one unit, in samples at the track's timescale. */
export function audioSamples(track: AudioTrack, payload: Uint8Array): number {
  return track.codec === 'opus' ? opusPacketSamples(payload) : (track.samplesPerFrame ?? 1024);
}

/** A unit's time on the sample clock, in samples. */
export interface TimedAudio {
  readonly dts: number;
  readonly duration: number;
}

/** Deviations below this are jitter, whatever the duration of frames. */
const MIN_TOLERANCE_SECONDS = 0.03;

/**
 * Converts audio timestamps to samples. RTMP's timestamps are whole milliseconds, while frames last a whole number of
 * samples: the first frame sets the clock, and each following frame begins where the previous one ended. If a timestamp
 * deviates by more than two frames, audio was lost (the clock jumps ahead) or there is too much of it (frames are
 * dropped until the timestamps catch up).
 */
export class AudioClock {
  readonly #track: AudioTrack;
  readonly timescale: number;
  #next: number | null = null;

  /** @param previous the clock to continue, if its rate is the same */
  constructor(track: AudioTrack, previous: AudioClock | null = null) {
    this.#track = track;
    this.timescale = mediaTimescale(track);
    if (previous?.timescale === this.timescale) this.#next = previous.#next;
  }

  /** Returns the time of a unit, or null if it must be dropped. */
  place(unit: Unit): TimedAudio | null {
    const duration = audioSamples(this.#track, unit.payload);
    const stamped = Math.max(0, Math.round((unit.dts * this.timescale) / TIMESCALE));
    const expected = this.#next ?? stamped;
    const tolerance = Math.max(2 * duration, MIN_TOLERANCE_SECONDS * this.timescale);
    if (stamped < expected - tolerance) return null;
    const dts = stamped > expected + tolerance ? stamped : expected;
    this.#next = dts + duration;
    return { dts, duration };
  }
}
