import {
  SIGNAL_COURSE_SECONDS,
  SIGNAL_POINT_SECONDS,
  type SignalHealth,
  type SignalPoint,
  type StreamId,
  type UserId,
} from '@tributary/contracts';
import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type { LiveStreamView, PublishRefusal } from '#media/ports.ts';
import { SignalMeter, type SignalReading } from '#media/signal/signal-meter.ts';
import { PublishCooldowns } from './publish-cooldowns.ts';
import { REFUSAL_MESSAGES, unsupportedMediaMessage } from './publish-messages.ts';
import { warningsFor } from './signal-warnings.ts';

/** How many channels' last refusals are remembered, and for how long a creator sees one. */
const REFUSALS_KEPT = 1000;
const REFUSAL_MS = 10 * 60_000;

interface Refusal {
  readonly reason: string;
  readonly at: Date;
}

interface Measured {
  readonly session: LiveStreamView;
  readonly meter: SignalMeter;
  /** The newest last, one every `SIGNAL_POINT_SECONDS`. */
  readonly course: SignalPoint[];
  /** Its encoder said goodbye when it last left. */
  stopped: boolean;
}

/** What each channel's encoder sends, how that was in the last minutes, and why the last one was turned away. */
export class SignalHealths {
  readonly #sessions = new Map<string, Measured>();
  readonly #refusals = new Map<string, Refusal>();
  readonly #holds: Pick<PublishCooldowns, 'until'>;
  readonly #timer = setInterval(() => this.#note(), SIGNAL_POINT_SECONDS * 1000);

  constructor(holds: Pick<PublishCooldowns, 'until'> = new PublishCooldowns()) {
    this.#holds = holds;
  }

  started(session: LiveStreamView): void {
    const meter = new SignalMeter();
    this.#sessions.set(session.channelId, { session, meter, course: [], stopped: false });
    session.attach(meter);
  }

  interrupted(session: LiveStreamView, cleanly: boolean): void {
    const measured = this.#sessions.get(session.channelId);
    if (measured !== undefined) measured.stopped = cleanly;
  }

  /** The course of the running stream's signal, the oldest point first. */
  course(userId: UserId): readonly SignalPoint[] {
    return this.#sessions.get(userId)?.course ?? [];
  }

  /** What arrives of each stream now, by its id; nothing of one whose signal is away. */
  bitratesKbps(): ReadonlyMap<string, number> {
    const arriving = [...this.#sessions.values()].filter(({ session }) => session.state === 'live');
    return new Map(
      arriving.flatMap(({ session, meter }) => {
        const { bitrateKbps } = meter.read();
        return bitrateKbps === null ? [] : [[session.streamId, bitrateKbps] as const];
      }),
    );
  }

  close(): void {
    clearInterval(this.#timer);
  }

  ended(session: LiveStreamView): void {
    this.#sessions.delete(session.channelId);
  }

  refused(channelId: string, refusal: PublishRefusal): void {
    this.#rememberRefusal(channelId, REFUSAL_MESSAGES[refusal]);
  }

  unsupportedMedia(channelId: string, media: UnsupportedMedia): void {
    this.#rememberRefusal(channelId, unsupportedMediaMessage(media));
  }

  #rememberRefusal(channelId: string, reason: string): void {
    this.#refusals.delete(channelId);
    this.#refusals.set(channelId, { reason, at: new Date() });
    const oldest = this.#refusals.keys().next().value;
    if (this.#refusals.size > REFUSALS_KEPT && oldest !== undefined) this.#refusals.delete(oldest);
  }

  read(userId: UserId): SignalHealth {
    const entry = this.#sessions.get(userId);
    const lastRefusal = this.#refusal(userId, entry?.session.startedAtMs ?? 0);
    const heldUntil = this.#holds.until(userId)?.toISOString() ?? null;
    if (entry === undefined) {
      return {
        state: 'waiting',
        stopped: false,
        streamId: null,
        video: null,
        audio: null,
        bitrateKbps: null,
        connectedSeconds: 0,
        point: null,
        heldUntil,
        warnings: [],
        lastRefusal,
      };
    }
    const { session, meter, course } = entry;
    const reading = meter.read();
    const { video, audio } = reading.tracks;
    return {
      state: session.state === 'live' ? 'receiving' : 'interrupted',
      stopped: session.state !== 'live' && entry.stopped,
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
      point: course.at(-1) ?? null,
      heldUntil,
      warnings: warningsFor(reading),
      lastRefusal,
    };
  }

  #note(): void {
    const at = new Date().toISOString();
    for (const { session, meter, course } of this.#sessions.values()) {
      course.push(pointOf(at, session.state === 'live' ? meter.read() : null));
      if (course.length > SIGNAL_COURSE_SECONDS / SIGNAL_POINT_SECONDS) course.shift();
    }
  }

  #refusal(userId: UserId, sinceMs: number): SignalHealth['lastRefusal'] {
    const found = this.#refusals.get(userId);
    if (found === undefined) return null;
    const atMs = found.at.getTime();
    if (atMs < sinceMs || Date.now() - atMs > REFUSAL_MS) return null;
    return { reason: found.reason, at: found.at.toISOString() };
  }
}

/** @param reading null: nothing arrives */
function pointOf(at: string, reading: SignalReading | null): SignalPoint {
  const recent = reading?.recent ?? null;
  return {
    at,
    bitrateKbps: recent?.bitrateKbps ?? null,
    frameRate: recent?.frameRate ?? null,
    keyframeIntervalSeconds: reading?.keyframeIntervalSeconds ?? null,
    droppedFrames: recent?.droppedFrames ?? null,
    lateMs: recent === null ? null : Math.round(recent.lateMs),
  };
}
