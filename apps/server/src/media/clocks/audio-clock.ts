import { mediaTimescale } from '../containers/mp4/init-section.ts';
import { type AudioTrack, TIMESCALE, type Unit } from '../unit.ts';

/** RFC 6716 section 3.1: samples at 48 kHz of one frame, by the configuration number of the TOC byte. */
const OPUS_FRAME_SAMPLES = [
  ...[480, 960, 1920, 2880, 480, 960, 1920, 2880, 480, 960, 1920, 2880], // SILK
  ...[480, 960, 480, 960], // hybrid
  ...[120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960, 120, 240, 480, 960], // CELT
];
/** Section 3.2.5: a packet lasts 120 ms at most. */
const OPUS_MOST_SAMPLES = 5760;
const OPUS_USUAL_SAMPLES = 960;

/** How long a packet of Opus sounds, in samples at 48 kHz (RFC 6716 section 3). */
export function opusPacketSamples(packet: Uint8Array): number {
  const toc = packet[0];
  if (toc === undefined) return OPUS_USUAL_SAMPLES;
  const frame = OPUS_FRAME_SAMPLES[toc >> 3] ?? OPUS_USUAL_SAMPLES;
  const code = toc & 0x3;
  const count = code === 0 ? 1 : code < 3 ? 2 : (packet[1] ?? 1) & 0x3f;
  const samples = frame * count;
  return samples >= 120 && samples <= OPUS_MOST_SAMPLES ? samples : OPUS_USUAL_SAMPLES;
}

/** Samples at the track's timescale that one unit lasts. */
export function audioSamples(track: AudioTrack, payload: Uint8Array): number {
  return track.codec === 'opus' ? opusPacketSamples(payload) : (track.samplesPerFrame ?? 1024);
}

/** A unit put on the sample clock, in samples. */
export interface TimedAudio {
  readonly dts: number;
  readonly duration: number;
}

/** Below this a late or early frame is jitter, whatever the length of frames. */
const LEAST_TOLERANCE_SECONDS = 0.03;

/**
 * RTMP stamps audio in whole milliseconds, frames last a whole number of samples. The first frame
 * sets the clock and each next one follows where the last ended, until its stamp is more than two
 * frames away; then sound was lost (the clock jumps ahead) or there is too much of it (the frame
 * is dropped, until the stamps have caught up).
 */
export class AudioClock {
  readonly #track: AudioTrack;
  readonly timescale: number;
  #next: number | null = null;

  /** @param previous the clock to go on with, if its rate is the same */
  constructor(track: AudioTrack, previous: AudioClock | null = null) {
    this.#track = track;
    this.timescale = mediaTimescale(track);
    if (previous?.timescale === this.timescale) this.#next = previous.#next;
  }

  /** The time of a unit, or null where it must be dropped. */
  place(unit: Unit): TimedAudio | null {
    const duration = audioSamples(this.#track, unit.payload);
    const stamped = Math.max(0, Math.round((unit.dts * this.timescale) / TIMESCALE));
    const expected = this.#next ?? stamped;
    const tolerance = Math.max(2 * duration, LEAST_TOLERANCE_SECONDS * this.timescale);
    if (stamped < expected - tolerance) return null;
    const dts = stamped > expected + tolerance ? stamped : expected;
    this.#next = dts + duration;
    return { dts, duration };
  }
}
