import type {
  MediaLog,
  MediaPorts,
  PublishDecision,
  PublishRefusal,
  PublishRequest,
  PublishResult,
  PublishTarget,
  RefusedPublish,
} from '../ports.ts';
import type { DisconnectReason } from '../reader.ts';
import type { MediaSettings } from '../settings.ts';
import { LiveStream } from './live-stream.ts';

export interface HubOptions {
  readonly settings: Pick<
    MediaSettings,
    'graceSeconds' | 'deadAfterSeconds' | 'maxStreams' | 'maxBitrateKbps'
  >;
  readonly ports: Omit<MediaPorts, 'onPlayable'>;
  readonly log: MediaLog;
  /** Whether the memory suffices for one more live stream. Always true by default. */
  readonly hasMemory?: () => boolean;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** The live streams, one for each channel, and the publishers that are admitted to them. */
export class Hub implements PublishTarget {
  readonly #options: HubOptions;
  readonly #now: () => number;
  readonly #liveStreams = new Map<string, LiveStream>();
  /** The channels that were stopped since each running publish request began. */
  readonly #checking = new Set<Set<string>>();
  #closing = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  liveStream(channelId: string): LiveStream | undefined {
    return this.#liveStreams.get(channelId);
  }

  get size(): number {
    return this.#liveStreams.size;
  }

  async publish(request: PublishRequest): Promise<PublishResult> {
    const result = await this.#admit(request);
    if (!result.accepted) this.#options.ports.onRefused(request, result);
    return result;
  }

  async #admit(request: PublishRequest): Promise<PublishResult> {
    if (this.#closing) return refuse('shutting_down', null);
    const stopped = new Set<string>();
    this.#checking.add(stopped);
    const decision = await this.#authorize(request);
    this.#checking.delete(stopped);
    if (!decision.accepted) return decision;
    const { channelId, streamId } = decision;
    // The decision may be based on a key or a right that was withdrawn in the meantime; the encoder can try again.
    if (stopped.has(channelId)) return refuse('unavailable', channelId);
    if (this.#closing) return refuse('shutting_down', channelId);
    const running = this.#liveStreams.get(channelId);
    if (running !== undefined) {
      const silentMs = running.silentMs;
      if (silentMs !== null && silentMs < this.#options.settings.deadAfterSeconds * 1000) {
        return refuse('already_publishing', channelId);
      }
      running.disconnect('taken_over');
    } else if (this.#isFull()) {
      return refuse('at_capacity', channelId);
    }
    this.#options.ports.onAccepted(channelId, request);
    // The live stream is looked up again, since one that never received a frame ends with its publication.
    const target = this.#liveStreams.get(channelId) ?? this.#begin(channelId, streamId);
    return { accepted: true, publication: target.open() };
  }

  /** Ends a channel's live stream at once, and refuses its publish requests under way. */
  stop(channelId: string, reason: DisconnectReason): void {
    for (const stopped of this.#checking) stopped.add(channelId);
    this.#liveStreams.get(channelId)?.end(reason);
  }

  /** Ends every live stream and refuses publishers from now on. */
  close(): void {
    this.#closing = true;
    for (const liveStream of [...this.#liveStreams.values()]) liveStream.end('shutdown');
  }

  async #authorize(request: PublishRequest): Promise<PublishDecision> {
    try {
      return await this.#options.ports.authorizePublish(request);
    } catch (error) {
      const { protocol, remoteAddress } = request;
      this.#options.log.error({ err: error, protocol, remoteAddress }, 'Failed to authorize a publisher');
      return refuse('unavailable', null);
    }
  }

  #isFull(): boolean {
    const { settings, hasMemory } = this.#options;
    return this.#liveStreams.size >= settings.maxStreams || hasMemory?.() === false;
  }

  #begin(channelId: string, streamId: string): LiveStream {
    const liveStream = new LiveStream({
      channelId,
      streamId,
      graceMs: this.#options.settings.graceSeconds * 1000,
      maxBitrateKbps: this.#options.settings.maxBitrateKbps,
      ports: this.#options.ports,
      now: this.#now,
      onGone: () => this.#liveStreams.delete(channelId),
    });
    this.#liveStreams.set(channelId, liveStream);
    return liveStream;
  }
}

function refuse(refusal: PublishRefusal, channelId: string | null): RefusedPublish {
  return { accepted: false, refusal, channelId };
}
