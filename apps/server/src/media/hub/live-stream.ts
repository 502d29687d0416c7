import { TimestampNormalizer } from '../clocks/timestamp-normalizer.ts';
import type { UnsupportedMedia } from '../codecs/format-error.ts';
import type { LiveStreamView, MediaPorts, Publication } from '../ports.ts';
import type { DisconnectReason, DiscontinuityReason, StreamReader } from '../reader.ts';
import type { Track, Tracks, Unit } from '../unit.ts';
import { BitrateLimit } from './bitrate-limit.ts';

interface AttachedReader {
  readonly reader: StreamReader;
  readonly onFault: (error: unknown) => void;
}

export interface LiveStreamOptions {
  readonly channelId: string;
  readonly streamId: string;
  readonly graceMs: number;
  readonly maxBitrateKbps: number;
  readonly ports: Pick<
    MediaPorts,
    'onStart' | 'onInterrupted' | 'onResumed' | 'onUnsupportedMedia' | 'onEnd'
  >;
  /** Called once, when the live stream has ended. */
  readonly onGone: () => void;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/**
 * One channel's media from its first frame to its end: at most one publisher at a time, any number
 * of readers. It outlives its publisher by the grace period, so that one that reconnects continues it.
 */
export class LiveStream implements LiveStreamView {
  readonly channelId: string;
  readonly streamId: string;
  readonly startedAtMs = Date.now();
  readonly #options: LiveStreamOptions;
  readonly #timestamps: TimestampNormalizer;
  readonly #readers = new Set<AttachedReader>();
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

  /** The milliseconds since the publisher last sent bytes, or null without a publisher. */
  get silentMs(): number | null {
    return this.#publication === null ? null : this.#options.now() - this.#publication.heardAtMs;
  }

  attach(reader: StreamReader, onFault: (error: unknown) => void = () => {}): () => void {
    if (this.#ended) return () => {};
    const attached: AttachedReader = { reader, onFault };
    this.#readers.add(attached);
    if (this.#started) this.#call(attached, (r) => r.onTracks(this.#tracks));
    return () => this.#readers.delete(attached);
  }

  /** Opens a new publication; the one before it must have ended. */
  open(): Publication {
    const { now, maxBitrateKbps } = this.#options;
    const publication = new LivePublication(this, now, new BitrateLimit(maxBitrateKbps, now));
    this.#publication = publication;
    this.#stopGrace();
    this.#awaitsKeyframe = true;
    this.#timestamps.restart();
    return publication;
  }

  /** Ends the current publication from the server's side. */
  disconnect(reason: DisconnectReason): void {
    this.#publication?.abort(reason);
  }

  /** Ends the live stream at once, without a grace period. */
  end(reason: DisconnectReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stopGrace();
    this.#publication?.abort(reason);
    if (this.#started) {
      this.#callAll((r) => r.onEnd(reason));
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
    this.#discontinue(resumes ? 'reconnected' : 'tracks_changed');
    this.#callAll((r) => r.onTracks(tracks));
    if (resumes) this.#options.ports.onResumed(this);
  }

  acceptUnit(from: LivePublication, raw: Unit): void {
    if (from !== this.#publication || !from.hasTracks || this.#tracks[raw.kind] === null) return;
    if (raw.kind === 'video' && this.#awaitsKeyframe && !raw.keyframe) return;
    const normalized = this.#timestamps.normalize(raw);
    if (normalized === null) return;
    if (normalized.jumped) {
      this.#discontinue('timestamps_jumped');
      if (raw.kind === 'video' && !raw.keyframe) return;
    }
    if (raw.kind === 'video') this.#awaitsKeyframe = false;
    this.#callAll((r) => r.onUnit(normalized.unit));
  }

  acceptClose(from: LivePublication, reason: DisconnectReason, unsupported?: UnsupportedMedia): void {
    if (from !== this.#publication) return;
    if (unsupported !== undefined) this.#options.ports.onUnsupportedMedia(this.channelId, unsupported);
    this.#publication = null;
    if (this.#ended) return;
    if (!this.#started || reason === 'kicked' || reason === 'at_capacity' || reason === 'shutdown') {
      this.end(reason);
      return;
    }
    this.#grace = setTimeout(() => this.end(reason), this.#options.graceMs);
    // For viewers, a publisher that reconnected and left without a frame changes nothing.
    if (from.hasTracks) this.#options.ports.onInterrupted(this, reason);
  }

  #start(tracks: Tracks): void {
    this.#started = true;
    this.#tracks = tracks;
    this.#callAll((r) => r.onTracks(tracks));
    this.#options.ports.onStart(this);
  }

  #stopGrace(): void {
    if (this.#grace !== null) clearTimeout(this.#grace);
    this.#grace = null;
  }

  #discontinue(reason: DiscontinuityReason): void {
    this.#awaitsKeyframe = this.#tracks.video !== null;
    this.#callAll((r) => r.onDiscontinuity(reason));
  }

  #callAll(call: (reader: StreamReader) => void): void {
    for (const attached of this.#readers) this.#call(attached, call);
  }

  #call(attached: AttachedReader, call: (reader: StreamReader) => void): void {
    try {
      call(attached.reader);
    } catch (error) {
      this.#readers.delete(attached);
      attached.onFault(error);
    }
  }
}

/** The publisher's side of a live stream. */
class LivePublication implements Publication {
  readonly #liveStream: LiveStream;
  readonly #now: () => number;
  readonly #bitrate: BitrateLimit;
  readonly #abort = new AbortController();
  hasTracks = false;
  /** The time at which the publisher last sent bytes. */
  heardAtMs: number;

  constructor(liveStream: LiveStream, now: () => number, bitrate: BitrateLimit) {
    this.#liveStream = liveStream;
    this.#now = now;
    this.#bitrate = bitrate;
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
    this.#bitrate.add(unit.payload.byteLength);
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

/** Whether a decoder that is configured for one needs no new configuration for the other. */
function sameTracks(a: Tracks, b: Tracks): boolean {
  return sameTrack(a.video, b.video) && sameTrack(a.audio, b.audio);
}

function sameTrack(a: Track | null, b: Track | null): boolean {
  if (a === null || b === null) return a === b;
  return a.codecString === b.codecString && Buffer.compare(a.configuration, b.configuration) === 0;
}
