/** One output of a transcoder, as its owner sees it: checks what the process sends for it. */
import type { AudioTrack, Unit, VideoTrack } from '../unit.ts';
import type { OutputRequest } from './outputs.ts';
import { outputTrack } from './wire/replies.ts';
import { type Message, readJson } from './wire/wire.ts';

export class RunningOutput {
  readonly id: number;
  readonly request: OutputRequest;
  /** How many frames of the source had been dropped when it began. */
  readonly droppedBefore: number;
  readonly #onFault: (error: unknown) => void;
  #track: VideoTrack | AudioTrack | null = null;
  framesEncoded = 0;
  #lastDts = Number.NEGATIVE_INFINITY;
  /** Whether the next unit follows a break, or is the first. */
  #begins = true;
  #awaitsTrack = true;
  /** Units came that are not later than those before a break. */
  #skipsToKeyframe = false;

  /** @param onFault its owner threw */
  constructor(id: number, request: OutputRequest, droppedBefore: number, onFault: (error: unknown) => void) {
    this.id = id;
    this.request = request;
    this.droppedBefore = droppedBefore;
    this.#onFault = onFault;
  }

  get name(): string {
    return this.request.kind === 'video' ? this.request.rendition.name : 'opus';
  }

  /** Whether this is what another request asks for. */
  matches(other: OutputRequest): boolean {
    const { request } = this;
    if (request.kind !== 'video' || other.kind !== 'video')
      return request.kind === other.kind && request.output === other.output;
    const [a, b] = [request.rendition, other.rendition];
    return (
      request.output === other.output &&
      a.width === b.width &&
      a.height === b.height &&
      a.frameRateDivisor === b.frameRateDivisor &&
      a.bitsPerSecond === b.bitsPerSecond
    );
  }

  /** @throws Error where the message is not allowed */
  take(message: Message): void {
    if (message.type === 'break') this.break();
    else if (message.type === 'track') this.#takeTrack(outputTrack.parse(readJson(message)));
    else this.#takeUnit(message);
  }

  /** Frames are missing before the next one. */
  break(): void {
    if (this.#begins) return;
    this.#begins = true;
    this.#tell(() => this.request.output.onBreak());
  }

  /** A new process sends the track again. */
  restart(): void {
    this.break();
    this.#awaitsTrack = true;
  }

  #takeTrack(track: VideoTrack | AudioTrack): void {
    if (!this.#begins) throw new Error(`The track of ${this.name} changed without a break.`);
    this.#awaitsTrack = false;
    if (this.#track !== null && sameTrack(this.#track, track)) return;
    this.#track = track;
    const { request } = this;
    if (request.kind === 'video' && track.kind === 'video') this.#tell(() => request.output.onTrack(track));
    else if (request.kind === 'opus' && track.kind === 'audio')
      this.#tell(() => request.output.onTrack(track));
    else throw new Error(`${this.name} got a track of ${track.kind}.`);
  }

  #takeUnit({ kind, dts, pts, keyframe, body }: Message): void {
    if (this.#awaitsTrack) throw new Error(`${this.name} got a unit before its track.`);
    if (kind !== (this.request.kind === 'video' ? 'video' : 'audio'))
      throw new Error(`${this.name} got a unit of ${kind}.`);
    if (!Number.isSafeInteger(dts) || !Number.isSafeInteger(pts))
      throw new Error(`${this.name} got a unit at ${dts}, shown at ${pts}.`);
    // After a break, the order of the source's frames may have changed.
    if (dts <= this.#lastDts) {
      this.break();
      this.#skipsToKeyframe = true;
      return;
    }
    if (this.#begins && !keyframe) {
      if (this.#skipsToKeyframe) return;
      throw new Error(`${this.name} does not begin with a keyframe.`);
    }
    this.#skipsToKeyframe = false;
    this.#begins = false;
    this.#lastDts = dts;
    this.framesEncoded += 1;
    const unit: Unit = { kind, dts, pts, keyframe, payload: body };
    this.#tell(() => this.request.output.onUnit(unit));
  }

  #tell(call: () => void): void {
    try {
      call();
    } catch (error) {
      this.#onFault(error);
    }
  }
}

function sameTrack(a: VideoTrack | AudioTrack, b: VideoTrack | AudioTrack): boolean {
  return a.codecString === b.codecString && Buffer.compare(a.configuration, b.configuration) === 0;
}
