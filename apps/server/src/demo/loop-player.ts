import type { Publication, PublishTarget } from '#media/ports.ts';
import { TIMESCALE, type Unit } from '#media/unit.ts';
import type { Clip } from './content/clip.ts';

interface Log {
  warn(fields: object, message: string): void;
}

/** How often due units are published. */
const TICK_MS = 40;
/** How much faster than real time a channel may play to catch up after a stall. */
const CATCH_UP = 2;
/** A longer stall (a suspended machine) is skipped, up to a keyframe. */
const MAX_LAG_MS = 5000;
/** Channels start spread over this time, so that their segments do not end all at once. */
const STAGGER_MS = 2000;
const RETRY_MS = 5000;

const ticks = (ms: number): number => (ms * TIMESCALE) / 1000;

export interface LoopChannel {
  readonly clip: Clip;
  readonly streamKey: string;
  /** The position within the stagger, 0 to 1. */
  readonly phase: number;
}

export interface LoopPlayerOptions {
  readonly publishTarget: PublishTarget;
  readonly log: Log;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

interface Playing {
  readonly publication: Publication;
  readonly clip: Clip;
  /** Monotonic milliseconds. */
  readonly startedMs: number;
  /** Published media time, in ticks since `startedMs`. */
  position: number;
  /** Index of the next unit, and how many times the clip has been played. */
  next: number;
  round: number;
}

/** Publishes clips in a loop in real time, with continuous timestamps. One timer drives all channels. */
export class LoopPlayer {
  readonly #options: LoopPlayerOptions;
  readonly #now: () => number;
  readonly #playing = new Set<Playing>();
  readonly #waiting = new Set<NodeJS.Timeout>();
  #timer: NodeJS.Timeout | null = null;
  /** The time that phases are relative to, in monotonic milliseconds; set so that the first channel starts at once. */
  #zeroMs: number | null = null;
  #closed = false;

  constructor(options: LoopPlayerOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  /** Starts the first channel at once, others within two seconds. A channel plays until the hub stops it or the player closes. */
  add(channel: LoopChannel): void {
    this.#later(this.#waitFor(channel.phase * STAGGER_MS), () => this.#publish(channel));
  }

  /** Publishes everything that is due. Called by the player's timer, and by tests. */
  tick(): void {
    const now = this.#now();
    for (const channel of this.#playing) this.#advance(channel, now);
  }

  /** Stops publishing. The hub decides how the streams end, as for every publisher at shutdown. */
  close(): void {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const timer of this.#waiting) clearTimeout(timer);
    this.#playing.clear();
  }

  #waitFor(offset: number): number {
    const now = this.#now();
    if (this.#zeroMs === null) {
      this.#zeroMs = now - offset;
      return 0;
    }
    const turn = (now - this.#zeroMs) % STAGGER_MS;
    return (offset - turn + STAGGER_MS) % STAGGER_MS;
  }

  async #publish(channel: LoopChannel): Promise<void> {
    const { publishTarget, log } = this.#options;
    const result = await publishTarget.publish({
      protocol: 'loop',
      app: 'live',
      streamKey: channel.streamKey,
      remoteAddress: '127.0.0.1',
      encoder: 'Tributary demo',
    });
    if (!result.accepted) {
      if (result.refusal === 'unavailable' && !this.#closed)
        this.#later(RETRY_MS, () => this.#publish(channel));
      else if (result.refusal !== 'shutting_down')
        log.warn({ refusal: result.refusal }, 'The publish request of a demo channel was refused');
      return;
    }
    const { publication } = result;
    if (this.#closed) {
      publication.close('shutdown');
      return;
    }
    publication.tracks(channel.clip.tracks);
    const playing: Playing = {
      publication,
      clip: channel.clip,
      startedMs: this.#now(),
      position: 0,
      next: 0,
      round: 0,
    };
    this.#playing.add(playing);
    publication.signal.addEventListener('abort', () => this.#playing.delete(playing), { once: true });
    this.#timer ??= setInterval(() => this.tick(), TICK_MS);
  }

  #advance(channel: Playing, now: number): void {
    const due = ticks(now - channel.startedMs);
    if (due - channel.position > ticks(MAX_LAG_MS)) this.#skipTo(channel, due);
    channel.position += Math.min(due - channel.position, ticks(TICK_MS) * CATCH_UP);
    const { clip, publication } = channel;
    for (;;) {
      const unit = clip.units[channel.next];
      if (!unit) {
        channel.next = 0;
        channel.round += 1;
        continue;
      }
      const dts = channel.round * clip.duration + unit.dts;
      if (dts > channel.position) return;
      channel.next += 1;
      try {
        publication.unit(shifted(unit, dts));
      } catch (err) {
        // The operator allows less than the clip's bitrate.
        this.#options.log.warn({ err }, 'A demo channel stopped');
        this.#playing.delete(channel);
        publication.close('unsupported_media');
        return;
      }
    }
  }

  /** Skips to the last keyframe before `due`, which leaves a gap in the timestamps. */
  #skipTo(channel: Playing, due: number): void {
    const { clip } = channel;
    const round = Math.floor(due / clip.duration);
    const within = due - round * clip.duration;
    const index = clip.units.findLastIndex(
      (unit) => unit.kind === 'video' && unit.keyframe && unit.dts <= within,
    );
    channel.round = round;
    channel.next = Math.max(0, index);
    channel.position = round * clip.duration + (clip.units[channel.next]?.dts ?? 0);
  }

  #later(ms: number, work: () => Promise<void>): void {
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      work().catch((err: unknown) => this.#options.log.warn({ err }, 'Could not publish a demo channel'));
    }, ms);
    this.#waiting.add(timer);
  }
}

function shifted(unit: Unit, dts: number): Unit {
  return { kind: unit.kind, dts, pts: dts, keyframe: unit.keyframe, payload: unit.payload };
}
