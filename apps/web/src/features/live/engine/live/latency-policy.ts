/**
 * Decides how playback holds its target distance from live: it plays slightly faster after a hiccup, keeps the distance
 * that a stall has cost while the network is bad, and jumps only where catching up would take too long. hls.js never
 * takes that distance back; this does once so much has stayed buffered that less would have been enough.
 */

/** One look at the player. All durations are in seconds. */
export interface LatencySample {
  /** From any monotonic clock. */
  readonly now: number;
  /** Distance from live. */
  readonly latency: number;
  /** The distance that the stream asks for: PART-HOLD-BACK (RFC 8216bis, 4.4.3.8). */
  readonly declared: number;
  readonly partTarget: number;
  /** Media buffered ahead of the playhead. */
  readonly buffered: number;
}

export interface LatencyAdvice {
  readonly rate: number;
  readonly jump: boolean;
  /** The present target distance: the declared one and the margin for what the network did lately. */
  readonly target: number;
}

/** Fastest catch-up. Above 1.08, music sounds hurried. */
const MAX_RATE = 1.08;
/** Slowest wait for a fuller buffer. */
const MIN_RATE = 0.96;
/** Further behind its target than this, playback jumps: catching up at 1.08 would take most of a minute. */
const JUMP_SECONDS = 4;
/** A jump that did not help is not repeated sooner than this. */
const JUMP_PAUSE_SECONDS = 10;
/** With its defaults, hls.js plays 5 to 7 seconds behind live. */
const MAX_MARGIN_SECONDS = 5;
const MIN_STEP_SECONDS = 0.25;
const STEP_PAUSE_SECONDS = 2;
/** With less than this part of a part left, playback has almost stalled, and gets more distance before it does. */
const NARROW_SHARE = 0.3;
/** Playback is sped up once more than a part has stayed buffered for so long, and up to twice as long. */
const STEADY_SECONDS = 3;
/** Each time this long passes without a stall, half of what was never needed of the margin is given back. */
const CALM_SECONDS = 30;

export class LatencyPolicy {
  #margin = 0;
  /** A stall has begun, and playback was not seen to go on since. */
  #isStalled = false;
  #calmSince = 0;
  #lastStep = Number.NEGATIVE_INFINITY;
  /** Since then. */
  #leastBuffered = Number.POSITIVE_INFINITY;
  /** The least that was buffered lately, and in the period of STEADY_SECONDS before. */
  #recent = { since: 0, least: Number.POSITIVE_INFINITY, before: Number.POSITIVE_INFINITY };
  #lastJump = Number.NEGATIVE_INFINITY;
  /** Starts by catching up, since live goes on while the first frame is loaded. */
  #mode: 'steady' | 'catching_up' | 'waiting' = 'catching_up';

  /** How much further from live than declared playback is held. */
  get margin(): number {
    return this.#margin;
  }

  /** Playback ran out of data at `now` (seconds), through no fault of the publisher. */
  onStall(now: number, partTarget: number): void {
    this.#addMargin(now, partTarget);
    this.#isStalled = true;
  }

  /** What to do now. Meant to be called a few times a second while playback follows live. */
  advise(sample: LatencySample): LatencyAdvice {
    const { now, latency, declared } = sample;
    if (this.#isStalled) {
      this.#isStalled = false;
      // Live went on by what would have had to be buffered: the next stall of this length is bridged.
      this.#keepMargin(Math.max(this.#margin, latency - declared), now);
    }
    this.#adjustMargin(sample);
    this.#noteRecent(sample);
    const target = declared + this.#margin;
    const behind = latency - target;
    if (behind > JUMP_SECONDS && now - this.#lastJump > JUMP_PAUSE_SECONDS) {
      this.#lastJump = now;
      // Live goes on during a jump, too.
      this.#mode = 'catching_up';
      return { rate: 1, jump: true, target };
    }
    return { rate: this.#rate(behind, sample), jump: false, target };
  }

  #addMargin(now: number, partTarget: number): void {
    // Playback that almost stalled and then did is one event.
    const isNew = now - this.#lastStep > STEP_PAUSE_SECONDS;
    if (isNew) this.#lastStep = now;
    this.#keepMargin(this.#margin + (isNew ? Math.max(MIN_STEP_SECONDS, partTarget) : 0), now);
  }

  #keepMargin(seconds: number, now: number): void {
    this.#margin = Math.min(MAX_MARGIN_SECONDS, seconds);
    this.#calmSince = now;
    this.#leastBuffered = Number.POSITIVE_INFINITY;
  }

  #adjustMargin({ now, latency, declared, buffered, partTarget }: LatencySample): void {
    const isHeld = latency >= declared + this.#margin - 0.1;
    if (isHeld && buffered < partTarget * NARROW_SHARE) {
      this.#addMargin(now, partTarget);
    }
    this.#leastBuffered = Math.min(this.#leastBuffered, buffered);
    if (this.#margin === 0 || now - this.#calmSince < CALM_SECONDS) return;
    const spare = Math.max(0, this.#leastBuffered - partTarget);
    const rest = Math.max(0, this.#margin - spare / 2);
    this.#keepMargin(rest < 0.1 ? 0 : rest, now);
  }

  #noteRecent({ now, buffered }: LatencySample): void {
    const { since, least } = this.#recent;
    if (now - since < STEADY_SECONDS) this.#recent.least = Math.min(least, buffered);
    else this.#recent = { since: now, least: buffered, before: least };
  }

  /** Starts late and stops early (hysteresis), so that the rate does not oscillate around the target. */
  #rate(behind: number, { partTarget }: LatencySample): number {
    if (this.#mode === 'catching_up' && behind < 0.03) this.#mode = 'steady';
    if (this.#mode === 'waiting' && behind > -0.05) this.#mode = 'steady';
    if (this.#mode === 'steady') {
      if (behind > 0.15) this.#mode = 'catching_up';
      else if (behind < -0.25) this.#mode = 'waiting';
    }
    if (this.#mode === 'waiting') return MIN_RATE;
    // Playing faster while the network takes all but a part from time to time would cause a stall.
    const steady = Math.min(this.#recent.least, this.#recent.before);
    const faster = this.#mode === 'catching_up' && steady > partTarget;
    return faster ? toWholePercent(Math.min(MAX_RATE, 1.02 + behind * 0.06)) : 1;
  }
}

/** Each change of the rate is an audible seam in the browser's time stretching, so there are few steps. */
function toWholePercent(rate: number): number {
  return Math.round(rate * 100) / 100;
}
