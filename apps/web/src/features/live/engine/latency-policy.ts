/**
 * Keeps a viewer at the target distance from live: by playing a shade faster after a hiccup, by
 * keeping a little more distance where the network keeps failing, and by jumping only where catching
 * up would take too long. hls.js adds a second per stall and never takes it back; this does.
 */

/** One look at the player. All durations in seconds. */
export interface LatencySample {
  /** Any steady clock. */
  readonly now: number;
  /** Distance from live. */
  readonly latency: number;
  /** The distance the stream asks for: PART-HOLD-BACK. */
  readonly declared: number;
  readonly partTarget: number;
  /** Media buffered ahead of the playhead. */
  readonly buffered: number;
}

export interface LatencyAdvice {
  readonly rate: number;
  readonly jump: boolean;
  /** The distance aimed at now: the declared one, and what recent stalls taught. */
  readonly target: number;
}

/** Fastest catch-up. Above 1.08, music sounds hurried. */
const FASTEST = 1.08;
/** Slowest wait for a fuller buffer. */
const SLOWEST = 0.96;
/** Beyond this distance from the target, catching up at 1.08 would take most of a minute: jump. */
const JUMP_BEYOND = 4;
/** A jump that did not help is not repeated at once. */
const JUMP_PAUSE = 10;
const MOST_MARGIN = 2;
/** After this long without a stall, half of the margin is given back. */
const CALM = 15;

export class LatencyPolicy {
  #margin = 0;
  #calmSince = 0;
  #lastJump = Number.NEGATIVE_INFINITY;
  #mode: 'steady' | 'catching_up' | 'waiting' = 'steady';

  /** The playhead ran out of data at `now`, through no fault of the publisher. */
  stalled(now: number, partTarget: number): void {
    this.#margin = Math.min(MOST_MARGIN, this.#margin + Math.max(0.25, partTarget));
    this.#calmSince = now;
  }

  /** What to do now; call it a few times a second while following live. */
  advise(sample: LatencySample): LatencyAdvice {
    const target = sample.declared + this.#settledMargin(sample.now);
    const behind = sample.latency - target;
    if (behind > JUMP_BEYOND && sample.now - this.#lastJump > JUMP_PAUSE) {
      this.#lastJump = sample.now;
      this.#mode = 'steady';
      return { rate: 1, jump: true, target };
    }
    return { rate: this.#rate(behind, sample), jump: false, target };
  }

  #settledMargin(now: number): number {
    if (this.#margin > 0 && now - this.#calmSince >= CALM) {
      this.#margin = this.#margin < 0.1 ? 0 : this.#margin / 2;
      this.#calmSince = now;
    }
    return this.#margin;
  }

  /** Starts late and stops early (hysteresis), so that the rate does not flutter around the target. */
  #rate(behind: number, { partTarget, buffered }: LatencySample): number {
    // Speeding up on the last part's worth of buffer would cause the stall that it tries to make up for.
    const safe = buffered > partTarget + 0.1;
    if (this.#mode === 'catching_up' && (behind < 0.03 || !safe)) this.#mode = 'steady';
    if (this.#mode === 'waiting' && behind > -0.05) this.#mode = 'steady';
    if (this.#mode === 'steady') {
      if (behind > 0.15 && safe) this.#mode = 'catching_up';
      else if (behind < -0.25) this.#mode = 'waiting';
    }
    if (this.#mode === 'catching_up') return round(Math.min(FASTEST, 1.02 + behind * 0.06));
    return this.#mode === 'waiting' ? SLOWEST : 1;
  }
}

/** Whole percents: each change of rate costs the browser's time stretcher a seam. */
function round(rate: number): number {
  return Math.round(rate * 100) / 100;
}
