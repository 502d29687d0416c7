import type { MediaLog } from '../log.ts';
import type {
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
  readonly settings: Pick<MediaSettings, 'graceSeconds' | 'deadAfterSeconds'>;
  readonly ports: Omit<MediaPorts, 'onPlayable'>;
  readonly log: MediaLog;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** Who is live: one liveStream a channel, and the publishTarget through which publishers come. */
export class Hub implements PublishTarget {
  readonly #options: HubOptions;
  readonly #now: () => number;
  readonly #liveStreams = new Map<string, LiveStream>();
  /** For each publisher that is being checked: the channels that were stopped meanwhile. */
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
    const { channelId } = decision;
    // The decision may rest on a key or a right that was withdrawn meanwhile; the encoder can ask again.
    if (stopped.has(channelId)) return refuse('unavailable', channelId);
    if (this.#closing) return refuse('shutting_down', channelId);
    const liveStream = this.#liveStreams.get(channelId);
    if (liveStream === undefined) {
      this.#options.ports.onAccepted(channelId, request);
      return { accepted: true, publication: this.#begin(channelId, decision.streamId).open() };
    }
    const silentMs = liveStream.silentMs;
    if (silentMs !== null && silentMs < this.#options.settings.deadAfterSeconds * 1000) {
      return refuse('already_publishing', channelId);
    }
    liveStream.disconnect('taken_over');
    // A publication that never sent anything takes its liveStream with it.
    const survivor = this.#liveStreams.get(channelId);
    this.#options.ports.onAccepted(channelId, request);
    const target = survivor ?? this.#begin(channelId, decision.streamId);
    return { accepted: true, publication: target.open() };
  }

  /** Ends a channel's broadcast at once, and lets in nobody who is being checked: a ban, a rotated key, an operator. */
  stop(channelId: string, reason: DisconnectReason): void {
    for (const stopped of this.#checking) stopped.add(channelId);
    this.#liveStreams.get(channelId)?.end(reason);
  }

  /** Refuses whoever comes and ends every broadcast. */
  close(): void {
    this.#closing = true;
    for (const liveStream of [...this.#liveStreams.values()]) liveStream.end('shutdown');
  }

  async #authorize(request: PublishRequest): Promise<PublishDecision> {
    try {
      return await this.#options.ports.authorizePublish(request);
    } catch (error) {
      this.#options.log.error({ err: error }, 'A publisher could not be checked and was refused');
      return refuse('unavailable', null);
    }
  }

  #begin(channelId: string, streamId: string): LiveStream {
    const liveStream = new LiveStream({
      channelId,
      streamId,
      graceMs: this.#options.settings.graceSeconds * 1000,
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
