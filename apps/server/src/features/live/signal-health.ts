import type { SignalHealth, StreamId, UserId } from '@tributary/contracts';
import type { PublishRefusal, PublishRequest, SessionView } from '#media/ports.ts';
import { SignalMeter } from '#media/signal/meter.ts';
import { warningsFor } from './signal-warnings.ts';

const REFUSAL_SENTENCES: Record<PublishRefusal, string> = {
  unknown_key: 'The stream key was not recognised. Copy it again; a key that was replaced no longer works.',
  banned: 'This account may not stream.',
  already_publishing: 'This channel is already receiving a signal. Stop the other encoder first.',
  shutting_down: 'The instance was restarting. Start the encoder again.',
  unavailable: 'The key could not be checked because the database was away. Start the encoder again.',
};

/** How many refused knocks are remembered, and for how long a streamer is told of one. */
const REFUSALS_KEPT = 1000;
const REFUSAL_MS = 10 * 60_000;

interface Refusal {
  readonly refusal: PublishRefusal;
  readonly at: Date;
}

/** A key names the first 8 characters of its owner's id (spec section 9), also when it is no longer valid. */
function ownerOf(streamKey: string): string | undefined {
  return /^[a-z]+_([0-9a-f]{8})_/.exec(streamKey)?.[1];
}

/** What each channel's encoder sends now, and why the last one was turned away. */
export class SignalHealths {
  readonly #sessions = new Map<string, { session: SessionView; meter: SignalMeter }>();
  readonly #refusals = new Map<string, Refusal>();

  started(session: SessionView): void {
    const meter = new SignalMeter();
    this.#sessions.set(session.channelId, { session, meter });
    session.attach(meter);
  }

  ended(session: SessionView): void {
    this.#sessions.delete(session.channelId);
  }

  refused(request: PublishRequest, refusal: PublishRefusal): void {
    const owner = ownerOf(request.streamKey);
    if (owner === undefined) return;
    this.#refusals.delete(owner);
    this.#refusals.set(owner, { refusal, at: new Date() });
    const oldest = this.#refusals.keys().next().value;
    if (this.#refusals.size > REFUSALS_KEPT && oldest !== undefined) this.#refusals.delete(oldest);
  }

  read(userId: UserId): SignalHealth {
    const entry = this.#sessions.get(userId);
    const lastRefusal = this.#refusal(userId, entry?.session.startedAtMs ?? 0);
    if (entry === undefined) {
      return {
        state: 'waiting',
        streamId: null,
        video: null,
        audio: null,
        bitrateKbps: null,
        connectedSeconds: 0,
        warnings: [],
        lastRefusal,
      };
    }
    const { session, meter } = entry;
    const reading = meter.read();
    const { video, audio } = reading.tracks;
    return {
      state: session.state === 'live' ? 'receiving' : 'interrupted',
      streamId: session.streamId as StreamId,
      video: video && {
        codec: video.codec,
        width: video.width,
        height: video.height,
        frameRate: reading.frameRate ?? video.frameRate,
        keyframeIntervalSeconds: reading.keyframeIntervalSeconds,
      },
      audio: audio && { codec: audio.codec, sampleRate: audio.sampleRate, channels: audio.channels },
      bitrateKbps: reading.bitrateKbps,
      connectedSeconds: (Date.now() - session.startedAtMs) / 1000,
      warnings: warningsFor(reading),
      lastRefusal,
    };
  }

  #refusal(userId: UserId, sinceMs: number): SignalHealth['lastRefusal'] {
    const found = this.#refusals.get(userId.slice(0, 8));
    if (found === undefined) return null;
    const atMs = found.at.getTime();
    if (atMs < sinceMs || Date.now() - atMs > REFUSAL_MS) return null;
    return { reason: REFUSAL_SENTENCES[found.refusal], at: found.at.toISOString() };
  }
}
