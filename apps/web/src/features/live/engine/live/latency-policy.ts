/**
 * Decides how playback holds its target distance from live: it plays slightly faster after a hiccup,
 * keeps more distance while the network keeps failing, and jumps only where catching up would take
 * too long. hls.js adds a second of distance per stall and never takes it back; this does.
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
  /** The present target distance: the declared one and the margin for recent stalls. */
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
const MAX_MARGIN_SECONDS = 2;
/** Each time this long passes without a stall, half of the margin is given back. */
const CALM_SECONDS = 15;

export class LatencyPolicy {
  #margin = 0;
  #calmSince = 0;
  #lastJump = Number.NEGATIVE_INFINITY;
  /** Starts by catching up, since live goes on while the first frame is loaded. */
  #mode: 'steady' | 'catching_up' | 'waiting' = 'catching_up';

  /** Playback ran out of data at `now` (seconds), through no fault of the publisher. */
  onStall(now: number, partTarget: number): void {
    this.#margin = Math.min(MAX_MARGIN_SECONDS, this.#margin + Math.max(0.25, partTarget));
    this.#calmSince = now;
  }

  /** What to do now. Meant to be called a few times a second while playback follows live. */
  advise(sample: LatencySample): LatencyAdvice {
    const target = sample.declared + this.#decayedMargin(sample.now);
    const behind = sample.latency - target;
    if (behind > JUMP_SECONDS && sample.now - this.#lastJump > JUMP_PAUSE_SECONDS) {
      this.#lastJump = sample.now;
      // Live goes on during a jump, too.
      this.#mode = 'catching_up';
      return { rate: 1, jump: true, target };
    }
    return { rate: this.#rate(behind, sample), jump: false, target };
  }

  #decayedMargin(now: number): number {
    if (this.#margin > 0 && now - this.#calmSince >= CALM_SECONDS) {
      this.#margin = this.#margin < 0.1 ? 0 : this.#margin / 2;
      this.#calmSince = now;
    }
    return this.#margin;
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
