/**
 * Decides how far from live playback is held, and how it gets there: by a slightly higher or lower rate, and by a jump
 * only where that would take too long.
 *
 * The end of the buffer is always some way behind live: a part has to be made and to arrive. The longest such way of the
 * last half minute, the lag, is what the network needs. Playback that is further from live than the lag does not stall,
 * so it is held there with a reserve, but never closer to live than the stream declares.
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
  /** How much the choice of quality would like to have buffered. */
  readonly wantedBuffer: number;
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
const MIN_RATE = 0.94;
/** The reserve beyond the lag. A stream declares three parts, so that a good network, with a lag of about one, needs no margin. */
const RESERVE_PARTS = 1.5;
/** With its defaults, hls.js plays 5 seconds behind live, and further after stalls. */
const MAX_MARGIN_SECONDS = 4;
/** The margin that is not needed any more is given back by so much a second: playback catches up, and does not jump. */
const GIVEN_BACK_PER_SECOND = 0.05;
/** Further behind its target than this, playback jumps into what is buffered: catching up would take most of a minute. */
const JUMP_SECONDS = 3;
/** This far behind, it does not wait for what it jumps to. */
const FAR_BEHIND_SECONDS = 10;
/** A jump that did not help is not repeated sooner than this. */
const JUMP_PAUSE_SECONDS = 10;
/** A lag counts for so long, and up to twice as long. */
const MEMORY_SECONDS = 30;
/** The buffer has reached live once no more than this is missing, or after so long. */
const REACHED_PARTS = 2;
const SETTLING_SECONDS = 5;

export class LatencyPolicy {
  /** The longest lag of the present period of MEMORY_SECONDS, and of the one before. */
  #lag = { since: Number.NEGATIVE_INFINITY, longest: 0, before: 0 };
  /** Until the buffer has reached live for the first time, its distance from live says nothing about the network. */
  #hasReachedLive = false;
  #settlesAt: number | null = null;
  /** The first one may be due to the start alone. */
  #stallsBefore = 0;
  #isStalled = false;
  #margin = 0;
  #adjustedAt: number | null = null;
  #lastJump = Number.NEGATIVE_INFINITY;
  /** Starts by catching up, since live goes on while the first frame is loaded. */
  #mode: 'steady' | 'catching_up' | 'waiting' = 'catching_up';

  /** How much further from live than declared playback is held. */
  get margin(): number {
    return this.#margin;
  }

  /** Playback ran out of data, through no fault of the publisher. */
  onStall(): void {
    if (!this.#isStalled) this.#stallsBefore += 1;
    this.#isStalled = true;
  }

  /** Media is loaded from another position on. */
  onMoved(): void {
    this.#hasReachedLive = false;
    this.#settlesAt = null;
    this.#stallsBefore = 0;
  }

  /** What to do now. Meant to be called a few times a second while playback follows live. */
  advise(sample: LatencySample): LatencyAdvice {
    const { now, latency, declared, partTarget, buffered } = sample;
    this.#noteLag(sample);
    this.#adjustMargin(sample);
    const target = declared + this.#margin;
    const behind = latency - target;
    const isBuffered = buffered > behind + partTarget || behind > FAR_BEHIND_SECONDS;
    if (behind > JUMP_SECONDS && isBuffered && now - this.#lastJump > JUMP_PAUSE_SECONDS) {
      this.#lastJump = now;
      // Live goes on during a jump, too.
      this.#mode = 'catching_up';
      this.onMoved();
      return { rate: 1, jump: true, target };
    }
    return { rate: this.#rate(behind), jump: false, target };
  }

  #noteLag({ now, latency, partTarget, buffered }: LatencySample): void {
    const { since, longest } = this.#lag;
    if (now - since >= MEMORY_SECONDS) this.#lag = { since: now, longest: 0, before: longest };
    // Nothing was buffered until now.
    const lag = this.#isStalled ? latency : latency - buffered;
    this.#settlesAt ??= now + SETTLING_SECONDS;
    const hasSettled = now >= this.#settlesAt || this.#stallsBefore > 1;
    this.#hasReachedLive ||= hasSettled || lag <= REACHED_PARTS * partTarget;
    this.#isStalled = false;
    if (this.#hasReachedLive) this.#lag.longest = Math.max(this.#lag.longest, lag);
  }

  #adjustMargin({ now, declared, partTarget, wantedBuffer }: LatencySample): void {
    const lag = Math.max(this.#lag.longest, this.#lag.before);
    const forQuality = wantedBuffer > 0 ? wantedBuffer + partTarget : 0;
    const wanted = Math.max(lag + RESERVE_PARTS * partTarget, forQuality) - declared;
    const kept = this.#margin - GIVEN_BACK_PER_SECOND * (now - (this.#adjustedAt ?? now));
    this.#adjustedAt = now;
    this.#margin = Math.min(MAX_MARGIN_SECONDS, Math.max(0, wanted, kept));
  }

  /** Starts late and stops early (hysteresis), so that the rate does not oscillate around the target. */
  #rate(behind: number): number {
    if (this.#mode === 'catching_up' && behind < 0.03) this.#mode = 'steady';
    if (this.#mode === 'waiting' && behind > -0.05) this.#mode = 'steady';
    if (this.#mode === 'steady') {
      if (behind > 0.15) this.#mode = 'catching_up';
      else if (behind < -0.15) this.#mode = 'waiting';
    }
    if (this.#mode === 'steady') return 1;
    if (this.#mode === 'waiting') return toWholePercent(Math.max(MIN_RATE, 0.98 + behind * 0.04));
    return toWholePercent(Math.min(MAX_RATE, 1.02 + behind * 0.06));
  }
}

/** Each change of the rate is an audible seam in the browser's time stretching, so there are few steps. */
function toWholePercent(rate: number): number {
  return Math.round(rate * 100) / 100;
}
