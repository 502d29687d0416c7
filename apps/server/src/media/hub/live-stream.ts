import { TimestampNormalizer } from '../clocks/timestamp-normalizer.ts';
import type { UnsupportedMedia } from '../codecs/format-error.ts';
import type { LiveStreamView, MediaPorts, Publication } from '../ports.ts';
import type { DisconnectReason, DiscontinuityReason, StreamReader } from '../reader.ts';
import type { Tracks, Unit } from '../unit.ts';
import { sameTracks } from './tracks.ts';

interface Reader {
  readonly sink: StreamReader;
  readonly onFault: (error: unknown) => void;
}

export interface LiveStreamOptions {
  readonly channelId: string;
  readonly streamId: string;
  readonly graceMs: number;
  readonly ports: Pick<
    MediaPorts,
    'onStart' | 'onInterrupted' | 'onResumed' | 'onUnsupportedMedia' | 'onEnd'
  >;
  /** Called once, after which nothing of the liveStream remains in the hub. */
  readonly onGone: () => void;
  /** Monotonic milliseconds. */
  readonly now: () => number;
}

/**
 * One broadcast: at most one publisher at a time, any number of readers. It outlives its publisher
 * by the grace window, so that one that returns continues it.
 */
export class LiveStream implements LiveStreamView {
  readonly channelId: string;
  readonly streamId: string;
  readonly startedAtMs = Date.now();
  readonly #options: LiveStreamOptions;
  readonly #timestamps: TimestampNormalizer;
  readonly #readers = new Set<Reader>();
  #tracks: Tracks = { video: null, audio: null };
  #started = false;
  #ended = false;
  #publication: LivePublication | null = null;
  #awaitsKeyframe = true;
  #grace: NodeJS.Timeout | null = null;

  constructor(options: LiveStreamOptions) {
    this.channelId = options.channelId;
    this.streamId = options.streamId;
    this.#options = options;
    this.#timestamps = new TimestampNormalizer(options.now);
  }

  get state(): 'live' | 'interrupted' | 'ended' {
    if (this.#ended) return 'ended';
    return this.#publication?.hasTracks ? 'live' : 'interrupted';
  }

  get tracks(): Tracks {
    return this.#tracks;
  }

  /** Milliseconds since the publisher was last heard, or null without one. */
  get silentMs(): number | null {
    return this.#publication === null ? null : this.#options.now() - this.#publication.heardAtMs;
  }

  attach(sink: StreamReader, onFault: (error: unknown) => void = () => {}): () => void {
    if (this.#ended) return () => {};
    const reader: Reader = { sink, onFault };
    this.#readers.add(reader);
    if (this.#started) this.#tell(reader, (s) => s.onTracks(this.#tracks));
    return () => this.#readers.delete(reader);
  }

  /** Gives the liveStream to a new publisher; the one before it must be gone. */
  open(): Publication {
    const publication = new LivePublication(this, this.#options.now);
    this.#publication = publication;
    this.#stopGrace();
    this.#awaitsKeyframe = true;
    this.#timestamps.restart();
    return publication;
  }

  /** Ends the present publication from this side. */
  disconnect(reason: DisconnectReason): void {
    this.#publication?.abort(reason);
  }

  /** Ends the broadcast now, without a grace window. */
  end(reason: DisconnectReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopGrace();
    this.#publication?.abort(reason);
    if (this.#started) {
      this.#toAll((s) => s.onEnd(reason));
      this.#options.ports.onEnd(this, reason);
    }
    this.#readers.clear();
    this.#options.onGone();
  }

  acceptTracks(from: LivePublication, tracks: Tracks): void {
    if (from !== this.#publication || (!from.hasTracks && tracks.video === null && tracks.audio === null))
      return;
    const resumes = this.#started && !from.hasTracks;
    const changed = !sameTracks(tracks, this.#tracks);
    from.hasTracks = true;
    if (!this.#started) {
      this.#start(tracks);
      return;
    }
    if (!resumes && !changed) return;
    this.#tracks = tracks;
    this.#cut(resumes ? 'reconnected' : 'tracks_changed');
    this.#toAll((s) => s.onTracks(tracks));
    if (resumes) this.#options.ports.onResumed(this);
  }

  acceptUnit(from: LivePublication, raw: Unit): void {
    if (from !== this.#publication || !from.hasTracks || this.#tracks[raw.kind] === null) return;
    if (raw.kind === 'video' && this.#awaitsKeyframe && !raw.keyframe) return;
    const placement = this.#timestamps.normalize(raw);
    if (placement === null) return;
    if (placement.jumped) {
      this.#cut('timestamps_jumped');
      if (raw.kind === 'video' && !raw.keyframe) return;
    }
    if (raw.kind === 'video') this.#awaitsKeyframe = false;
    this.#toAll((s) => s.onUnit(placement.unit));
  }

  acceptClose(from: LivePublication, reason: DisconnectReason, unsupported?: UnsupportedMedia): void {
    if (from !== this.#publication) return;
    if (unsupported !== undefined) this.#options.ports.onUnsupportedMedia(this.channelId, unsupported);
    this.#publication = null;
    if (this.#ended) return;
    if (!this.#started || reason === 'kicked' || reason === 'shutdown') {
      this.end(reason);
      return;
    }
    this.#grace = setTimeout(() => this.end(reason), this.#options.graceMs);
    // One that came back and left before its first frame changes nothing for those who watch.
    if (from.hasTracks) this.#options.ports.onInterrupted(this, reason);
  }

  #start(tracks: Tracks): void {
    this.#started = true;
    this.#tracks = tracks;
    this.#toAll((s) => s.onTracks(tracks));
    this.#options.ports.onStart(this);
  }

  #stopGrace(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
  }

  #cut(reason: DiscontinuityReason): void {
    this.#awaitsKeyframe = this.#tracks.video !== null;
    this.#toAll((s) => s.onDiscontinuity(reason));
  }

  #toAll(call: (sink: StreamReader) => void): void {
    for (const reader of this.#readers) this.#tell(reader, call);
  }

  #tell(reader: Reader, call: (sink: StreamReader) => void): void {
    try {
      call(reader.sink);
    } catch (error) {
      this.#readers.delete(reader);
      reader.onFault(error);
    }
  }
}

/** The publisher's end of a liveStream. */
class LivePublication implements Publication {
  readonly #liveStream: LiveStream;
  readonly #now: () => number;
  readonly #abort = new AbortController();
  hasTracks = false;
  heardAtMs: number;

  constructor(liveStream: LiveStream, now: () => number) {
    this.#liveStream = liveStream;
    this.#now = now;
    this.heardAtMs = now();
  }

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  tracks(tracks: Tracks): void {
    this.heardAtMs = this.#now();
    this.#liveStream.acceptTracks(this, tracks);
  }

  unit(unit: Unit): void {
    this.heardAtMs = this.#now();
    this.#liveStream.acceptUnit(this, unit);
  }

  close(reason: DisconnectReason, unsupported?: UnsupportedMedia): void {
    this.#liveStream.acceptClose(this, reason, unsupported);
  }

  abort(reason: DisconnectReason): void {
    this.#liveStream.acceptClose(this, reason);
    this.#abort.abort(reason);
  }
}
