/** Decides which video frames a viewer gets, when, and with which RTP times. */
import type { PacketizedFrame } from '../rtp/rtp-packets.ts';
import type { ReceptionFeedback } from './rtcp.ts';

export interface VideoFrame extends PacketizedFrame {
  readonly ticks: number;
  readonly keyframe: boolean;
}

export interface VideoSenderOptions {
  /** Sends a frame at once. The times rise, by what has passed between two calls. */
  readonly send: (frame: VideoFrame, ticks: number) => void;
  /** Begins again, with the newest group of pictures. */
  readonly onLostStart: () => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** How much of what a viewer is behind may be sent in a second. */
  readonly catchUpBytesPerSecond: number;
  /** The most bytes that may wait. */
  readonly maxWaitingBytes: number;
}

/** A player that lost a quarter of what it was sent needs less, and cannot decode the rest anyway. */
const MAX_FRACTION_LOST = 0.25;
/** Until then, a request for a keyframe says that the first packets came before the player was ready for them. */
const START_MS = 2_000;
/** A request for a keyframe that was sent before the newest keyframe arrived says nothing about that one. */
const REQUEST_DELAY_MS = 500;

/**
 * A viewer begins with the newest group of pictures, sent faster than it plays: each of its frames has the time at
 * which it is sent, so that the player shows it at once and sees no jitter, until the viewer is at the live edge.
 * Frames are dropped up to the next keyframe where the player lost one for good, or too much.
 */
export class VideoSender {
  readonly #options: VideoSenderOptions;
  readonly #waiting: VideoFrame[] = [];
  #waitingBytes = 0;
  #awaitsKeyframe = true;
  #beganAtMs: number | null = null;
  #beginsAgain = true;
  #budgetBytes = 0;
  #refilledAtMs = 0;
  /** The newest frame of the feed, and when it came. */
  #edge = { ticks: 0, atMs: 0 };
  #sentTicks: number | null = null;
  #keyframeSentAtMs = Number.NEGATIVE_INFINITY;
  #droppedFrames = 0;
  #drops = 0;

  constructor(options: VideoSenderOptions) {
    this.#options = options;
  }

  get droppedFrames(): number {
    return this.#droppedFrames;
  }

  get drops(): number {
    return this.#drops;
  }

  /** Whether frames wait for `catchUp`. */
  get isBehind(): boolean {
    return this.#waiting.length > 0;
  }

  /** Begins with these frames, of which the first is a keyframe. */
  begin(gop: readonly VideoFrame[], newestAtMs: number): void {
    const newest = gop.at(-1);
    if (newest === undefined) return;
    this.#edge = { ticks: newest.ticks, atMs: newestAtMs };
    this.#awaitsKeyframe = false;
    this.#refilledAtMs = this.#options.now();
    this.#beganAtMs ??= this.#options.now();
    for (const frame of gop) this.#wait(frame);
    this.catchUp();
  }

  /** Takes the newest frame of the feed. */
  push(frame: VideoFrame): void {
    this.#edge = { ticks: frame.ticks, atMs: this.#options.now() };
    if (this.#awaitsKeyframe && !frame.keyframe) {
      if (this.#sentTicks !== null) this.#droppedFrames += 1;
      return;
    }
    this.#awaitsKeyframe = false;
    // What a keyframe replaces need not be sent any more.
    if (frame.keyframe) this.#forgetWaiting();
    if (this.#waiting.length === 0) {
      this.#send(frame, frame.ticks);
      return;
    }
    this.#wait(frame);
    if (this.#waitingBytes > this.#options.maxWaitingBytes) this.#drop();
    this.catchUp();
  }

  /** Sends what the rate allows of the frames that wait. */
  catchUp(): void {
    const { now, catchUpBytesPerSecond } = this.#options;
    const nowMs = now();
    const most = catchUpBytesPerSecond / 50;
    this.#budgetBytes = Math.min(
      most,
      this.#budgetBytes + ((nowMs - this.#refilledAtMs) / 1000) * catchUpBytesPerSecond,
    );
    this.#refilledAtMs = nowMs;
    while (this.#budgetBytes >= 0) {
      const frame = this.#waiting.shift();
      if (frame === undefined) return;
      this.#waitingBytes -= frame.bytes;
      this.#budgetBytes -= frame.bytes;
      this.#send(frame, this.#edge.ticks + Math.round((nowMs - this.#edge.atMs) * 90));
    }
  }

  hear({ needsKeyframe, fractionLost }: Omit<ReceptionFeedback, 'lost'>): void {
    if (needsKeyframe && this.#hasLostStart()) {
      this.#beginsAgain = false;
      this.interrupt();
      this.#options.onLostStart();
      return;
    }
    const isLossy = fractionLost !== null && fractionLost > MAX_FRACTION_LOST;
    if (!needsKeyframe && !isLossy) return;
    if (this.#options.now() - this.#keyframeSentAtMs >= REQUEST_DELAY_MS) this.#drop();
  }

  /** Once, since a player that asks for more would not catch up. */
  #hasLostStart(): boolean {
    const { now } = this.#options;
    return this.#beginsAgain && this.#beganAtMs !== null && now() - this.#beganAtMs < START_MS;
  }

  /** The feed is interrupted: it goes on with a keyframe. */
  interrupt(): void {
    this.#awaitsKeyframe = true;
    this.#forgetWaiting();
  }

  /** Sends nothing before the next keyframe. */
  #drop(): void {
    if (this.#awaitsKeyframe) return;
    this.#drops += 1;
    this.#droppedFrames += this.#waiting.length;
    this.interrupt();
  }

  #wait(frame: VideoFrame): void {
    this.#waiting.push(frame);
    this.#waitingBytes += frame.bytes;
  }

  #forgetWaiting(): void {
    this.#waiting.length = 0;
    this.#waitingBytes = 0;
  }

  #send(frame: VideoFrame, ticks: number): void {
    const rising = this.#sentTicks === null ? ticks : Math.max(ticks, this.#sentTicks + 1);
    this.#sentTicks = rising;
    if (frame.keyframe) this.#keyframeSentAtMs = this.#options.now();
    this.#options.send(frame, rising);
  }
}
