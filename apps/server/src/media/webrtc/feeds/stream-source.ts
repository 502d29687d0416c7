/** What one live stream can send to WebRTC viewers: as the encoder sends it, or encoded for them. */
import type { LiveStreamView, MediaLog } from '../../ports.ts';
import type { DiscontinuityReason, StreamReader } from '../../reader.ts';
import { ownSizeOf } from '../../transcoder/ladder.ts';
import type { OutputRequest } from '../../transcoder/outputs.ts';
import type { Tracks, Unit, VideoTrack } from '../../unit.ts';
import { type ChosenMedia, chooseOpus, chooseVideo } from '../sdp/codec-choice.ts';
import type { SdpOffer } from '../sdp/offer.ts';
import type { WorkerCommand } from '../worker/worker-messages.ts';
import { Feed } from './feed.ts';
import { GopCache } from './gop-cache.ts';

/**
 * Has a live stream encoded for WebRTC: its video without B-frames, or its audio as Opus. Viewers who come later
 * share the output. Returns a function that ends it, or null where it cannot be made now.
 */
export type StartOutput = (stream: LiveStreamView, request: OutputRequest) => (() => void) | null;

export interface StreamSourceOptions {
  readonly stream: LiveStreamView;
  readonly startOutput: StartOutput | null;
  readonly send: (command: WorkerCommand) => Promise<void>;
  readonly log: MediaLog;
  /** A feed has no more frames for its viewers, who have to connect again. */
  readonly onLost: (feed: string) => void;
  readonly onEnd: () => void;
}

export type FeedKind = 'video' | 'rendition' | 'audio' | 'opus';

export interface SelectedMedia extends ChosenMedia {
  readonly feed: FeedKind;
}

/** What an offer gets of this stream, or why it gets nothing now. */
export type Selection =
  | { readonly kind: 'media'; readonly video: SelectedMedia | null; readonly audio: SelectedMedia | null }
  /** The stream is interrupted, or too few frames have come. */
  | { readonly kind: 'not_ready' }
  /** No offered codec carries the stream's video, or its B-frames cannot be removed. */
  | { readonly kind: 'not_acceptable'; readonly message: string };

/** The same as in the WebRTC process. The frames are in the live window's memory in any case. */
const GOP_BYTES = 4 * 1024 * 1024;
/** From the third frame on, decoding and presentation times differ where there are B-frames. */
const PROBED_FRAMES = 3;
/** Keeps an encoder running while the only viewer reconnects. */
const LINGER_MS = 30_000;

interface RunningFeed {
  readonly feed: Feed;
  readonly stop: () => void;
  viewers: number;
  linger: NodeJS.Timeout | null;
}

export class StreamSource implements StreamReader {
  readonly #options: StreamSourceOptions;
  readonly #gop = new GopCache<Unit>(GOP_BYTES, ({ payload }) => payload.byteLength);
  readonly #feeds = new Map<FeedKind, RunningFeed>();
  #tracks: Tracks = { video: null, audio: null };
  #probedFrames = 0;
  #hasBFrames = false;

  constructor(options: StreamSourceOptions) {
    this.#options = options;
  }

  onTracks(tracks: Tracks): void {
    const before = this.#tracks;
    this.#tracks = tracks;
    this.#probedFrames = 0;
    this.#hasBFrames = false;
    this.#gop.clear();
    if (before.video?.codec !== tracks.video?.codec) this.#lose('video');
    if (before.audio?.codec !== tracks.audio?.codec) this.#lose('audio');
    if (tracks.video !== null) this.#feeds.get('video')?.feed.onTrack(tracks.video);
    if (tracks.audio !== null) this.#feeds.get('audio')?.feed.onTrack(tracks.audio);
  }

  onUnit(unit: Unit): void {
    if (unit.kind === 'audio') {
      this.#feeds.get('audio')?.feed.onUnit(unit);
      return;
    }
    this.#probedFrames += 1;
    if (unit.pts !== unit.dts && !this.#hasBFrames) {
      this.#hasBFrames = true;
      this.#gop.clear();
      this.#lose('video');
    }
    if (this.#hasBFrames) return;
    this.#gop.add(unit);
    this.#feeds.get('video')?.feed.onUnit(unit);
  }

  onDiscontinuity(_reason: DiscontinuityReason): void {
    this.#gop.clear();
    for (const kind of ['video', 'audio'] as const) this.#feeds.get(kind)?.feed.onBreak();
  }

  onEnd(): void {
    this.closeFeeds();
    this.#options.onEnd();
  }

  select(offer: SdpOffer): Selection {
    const { video, audio } = this.#tracks;
    const isProbed = video === null || this.#probedFrames >= PROBED_FRAMES;
    if (this.#options.stream.state !== 'live' || !isProbed) return { kind: 'not_ready' };
    const chosenVideo = video && this.#selectVideo(offer, video);
    if (video !== null && chosenVideo === null)
      return { kind: 'not_acceptable', message: this.#whyNot(video) };
    const opus = chooseOpus(offer);
    const feed = audio?.codec === 'opus' ? 'audio' : 'opus';
    const hasAudio = audio !== null && opus !== null && (feed === 'audio' || this.#options.startOutput);
    const chosenAudio = hasAudio ? ({ ...opus, feed } as const) : null;
    if (chosenVideo === null && chosenAudio === null)
      return { kind: 'not_acceptable', message: 'The offer does not receive Opus, which this stream needs.' };
    return { kind: 'media', video: chosenVideo, audio: chosenAudio };
  }

  /**
   * Begins to send a feed, or joins its viewers.
   * @returns its name and a function that leaves it; null where its encoder cannot run now
   */
  join(kind: FeedKind): { readonly feed: string; readonly leave: () => void } | null {
    const running = this.#feeds.get(kind) ?? this.#start(kind);
    if (running === null) return null;
    running.viewers += 1;
    if (running.linger !== null) clearTimeout(running.linger);
    running.linger = null;
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      running.viewers -= 1;
      if (running.viewers > 0 || this.#feeds.get(kind) !== running) return;
      running.linger = setTimeout(() => this.#stop(kind), LINGER_MS).unref();
    };
    return { feed: running.feed.name, leave };
  }

  /** Ends all feeds: the stream has ended, or the WebRTC process has. */
  closeFeeds(): void {
    for (const kind of [...this.#feeds.keys()]) this.#stop(kind);
  }

  #selectVideo(offer: SdpOffer, video: VideoTrack): SelectedMedia | null {
    const own = this.#hasBFrames ? null : chooseVideo(offer, video);
    if (own !== null) return { ...own, feed: 'video' };
    if (this.#options.startOutput === null) return null;
    const encoded = chooseVideo(offer, { codec: 'h264', codecString: null });
    return encoded && { ...encoded, feed: 'rendition' };
  }

  #whyNot({ codec }: VideoTrack): string {
    return this.#hasBFrames
      ? 'The encoder of this stream uses B-frames, which WebRTC cannot carry. Play it over HLS.'
      : `The offer does not receive this stream's video (${codec}). Play it over HLS.`;
  }

  #start(kind: FeedKind): RunningFeed | null {
    const { stream, send, log } = this.#options;
    const name = `${stream.streamId}/${kind}`;
    const feed = new Feed({ name, send, log, onFault: () => this.#lose(kind) });
    const stop = this.#connect(kind, feed);
    if (stop === null) {
      feed.close();
      return null;
    }
    const running = { feed, stop, viewers: 0, linger: null };
    this.#feeds.set(kind, running);
    return running;
  }

  /** @returns a function that ends what produces the frames */
  #connect(kind: FeedKind, feed: Feed): (() => void) | null {
    const { stream, startOutput } = this.#options;
    const { video, audio } = this.#tracks;
    if (kind === 'rendition') {
      if (video === null) return null;
      const rendition = ownSizeOf({ track: video, frameRate: null, bitsPerSecond: null });
      return startOutput?.(stream, { kind: 'video', rendition, output: feed }) ?? null;
    }
    if (kind === 'opus') return startOutput?.(stream, { kind: 'opus', output: feed }) ?? null;
    const track = kind === 'video' ? video : audio;
    if (track === null) return null;
    feed.onTrack(track);
    if (kind === 'video') for (const unit of this.#gop.frames) feed.onUnit(unit);
    return () => undefined;
  }

  #lose(kind: FeedKind): void {
    const running = this.#feeds.get(kind);
    if (running === undefined) return;
    this.#stop(kind);
    this.#options.onLost(running.feed.name);
  }

  #stop(kind: FeedKind): void {
    const running = this.#feeds.get(kind);
    if (running === undefined) return;
    this.#feeds.delete(kind);
    if (running.linger !== null) clearTimeout(running.linger);
    running.stop();
    running.feed.close();
    void this.#options.send({ kind: 'forget', feed: running.feed.name });
  }
}
