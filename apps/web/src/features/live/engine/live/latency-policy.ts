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
/** Each time this long passes without a stall, half of what was never needed of the margin is given back. */
const CALM_SECONDS = 15;

export class LatencyPolicy {
  #margin = 0;
  /** A stall has begun, and playback was not seen to go on since. */
  #isStalled = false;
  #calmSince = 0;
  /** Since then. */
  #leastBuffered = Number.POSITIVE_INFINITY;
  #lastJump = Number.NEGATIVE_INFINITY;
  /** Starts by catching up, since live goes on while the first frame is loaded. */
  #mode: 'steady' | 'catching_up' | 'waiting' = 'catching_up';

  /** How much further from live than declared playback is held. */
  get margin(): number {
    return this.#margin;
  }

  /** Playback ran out of data at `now` (seconds), through no fault of the publisher. */
  onStall(now: number, partTarget: number): void {
    this.#keepMargin(this.#margin + Math.max(0.25, partTarget), now);
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
    this.#giveBackMargin(sample);
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

  #keepMargin(seconds: number, now: number): void {
    this.#margin = Math.min(MAX_MARGIN_SECONDS, seconds);
    this.#calmSince = now;
    this.#leastBuffered = Number.POSITIVE_INFINITY;
  }

  #giveBackMargin({ now, buffered, partTarget }: LatencySample): void {
    this.#leastBuffered = Math.min(this.#leastBuffered, buffered);
    if (this.#margin === 0 || now - this.#calmSince < CALM_SECONDS) return;
    const spare = Math.max(0, this.#leastBuffered - partTarget);
    const rest = Math.max(0, this.#margin - spare / 2);
    this.#keepMargin(rest < 0.1 ? 0 : rest, now);
  }

  /** Starts late and stops early (hysteresis), so that the rate does not oscillate around the target. */
  #rate(behind: number, { partTarget, buffered }: LatencySample): number {
    if (this.#mode === 'catching_up' && behind < 0.03) this.#mode = 'steady';
    if (this.#mode === 'waiting' && behind > -0.05) this.#mode = 'steady';
    if (this.#mode === 'steady') {
      if (behind > 0.15) this.#mode = 'catching_up';
      else if (behind < -0.25) this.#mode = 'waiting';
    }
    if (this.#mode === 'waiting') return MIN_RATE;
    // Playing faster with a single part buffered would cause another stall.
    const faster = this.#mode === 'catching_up' && buffered > partTarget + 0.1;
    return faster ? toWholePercent(Math.min(MAX_RATE, 1.02 + behind * 0.06)) : 1;
  }
}

/** Each change of the rate is an audible seam in the browser's time stretching, so there are few steps. */
function toWholePercent(rate: number): number {
  return Math.round(rate * 100) / 100;
}
