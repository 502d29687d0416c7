import {
  INGEST_HEALTH_HISTORY_SECONDS,
  INGEST_HEALTH_INTERVAL_SECONDS,
  type IngestHealthPoint,
  type IngestHealthStatus,
  ingestHealthStatus,
} from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type { LiveStreamView, PublishRefusal } from '#media/ports.ts';
import { SignalMeter, type SignalReading } from '#media/signal/signal-meter.ts';
import type { ExpiringStore, SharedState } from '#platform/shared-state/index.ts';
import { warningsFor } from './ingest-warnings.ts';
import { REFUSAL_MESSAGES, unsupportedMediaMessage } from './publish-messages.ts';

/** How long a creator sees why their encoder was refused. */
const REFUSAL_MS = 10 * 60_000;
/** A reading that its process no longer renews expires. */
const READING_MS = 3 * INGEST_HEALTH_INTERVAL_SECONDS * 1000;

const refusalSchema = z.object({ reason: z.string(), at: z.iso.datetime() });
const readingSchema = ingestHealthStatus
  .omit({ connectedSeconds: true, cooldownUntil: true, lastRefusal: true })
  .extend({ startedAtMs: z.number().nullable() });
type Reading = z.infer<typeof readingSchema>;

const NO_SIGNAL: Reading = {
  state: 'waiting',
  stopped: false,
  streamId: null,
  video: null,
  audio: null,
  bitrateKbps: null,
  startedAtMs: null,
  point: null,
  warnings: [],
};

/** Until when a channel's encoders are refused, because its stream was stopped; null: they may publish. */
interface Cooldowns {
  until(userId: UserId): Promise<Date | null>;
}

interface Measured {
  readonly stream: LiveStreamView;
  readonly meter: SignalMeter;
  /** One point every `INGEST_HEALTH_INTERVAL_SECONDS`, the newest last. */
  readonly history: IngestHealthPoint[];
  /** Whether the encoder unpublished when it last left. */
  stopped: boolean;
}

/**
 * What each channel's encoder sends, its history of the last minutes, and why the last publish was refused.
 * Current readings and refusals are shared, so that any process can show them; the history is kept by the
 * process that receives the stream.
 */
export class IngestHealth {
  readonly #streams = new Map<string, Measured>();
  readonly #readings: ExpiringStore;
  readonly #refusals: ExpiringStore;
  readonly #cooldowns: Cooldowns;
  readonly #timer = setInterval(() => this.#measure(), INGEST_HEALTH_INTERVAL_SECONDS * 1000);

  constructor(sharedState: SharedState, cooldowns: Cooldowns) {
    this.#readings = sharedState.store('ingest-readings');
    this.#refusals = sharedState.store('ingest-refusals');
    this.#cooldowns = cooldowns;
  }

  started(stream: LiveStreamView): void {
    const meter = new SignalMeter();
    const measured = { stream, meter, history: [], stopped: false };
    this.#streams.set(stream.channelId, measured);
    stream.attach(meter);
    this.#share(measured);
  }

  interrupted(stream: LiveStreamView, cleanly: boolean): void {
    const measured = this.#streams.get(stream.channelId);
    if (measured === undefined) return;
    measured.stopped = cleanly;
    this.#share(measured);
  }

  ended(stream: LiveStreamView): void {
    this.#streams.delete(stream.channelId);
    void this.#readings.delete(stream.channelId);
  }

  refused(channelId: string, refusal: PublishRefusal): void {
    this.#storeRefusal(channelId, REFUSAL_MESSAGES[refusal]);
  }

  unsupportedMedia(channelId: string, media: UnsupportedMedia): void {
    this.#storeRefusal(channelId, unsupportedMediaMessage(media));
  }

  /** The history of a stream that this process receives, oldest point first; empty for any other. */
  history(userId: UserId): readonly IngestHealthPoint[] {
    return this.#streams.get(userId)?.history ?? [];
  }

  /** The current bitrate of each stream that this process receives, by stream id; interrupted ones have none. */
  bitratesKbps(): ReadonlyMap<string, number> {
    const receiving = [...this.#streams.values()].filter(({ stream }) => stream.state === 'live');
    return new Map(
      receiving.flatMap(({ stream, meter }) => {
        const { bitrateKbps } = meter.read();
        return bitrateKbps === null ? [] : [[stream.streamId, bitrateKbps] as const];
      }),
    );
  }

  async read(userId: UserId): Promise<IngestHealthStatus> {
    const measured = this.#streams.get(userId);
    const [{ startedAtMs, ...reading }, refusal, cooldownUntil] = await Promise.all([
      measured ? readingOf(measured) : this.#sharedReading(userId),
      this.#refusals.get(userId),
      this.#cooldowns.until(userId),
    ]);
    const lastRefusal = refusal && parsed(refusalSchema, refusal.value);
    return {
      ...reading,
      connectedSeconds: startedAtMs === null ? 0 : (Date.now() - startedAtMs) / 1000,
      cooldownUntil: cooldownUntil?.toISOString() ?? null,
      // A refusal before the stream began no longer matters.
      lastRefusal: lastRefusal && Date.parse(lastRefusal.at) >= (startedAtMs ?? 0) ? lastRefusal : null,
    };
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #sharedReading(userId: UserId): Promise<Reading> {
    const shared = await this.#readings.get(userId);
    return (shared && parsed(readingSchema, shared.value)) ?? NO_SIGNAL;
  }

  #share(measured: Measured): void {
    const reading = JSON.stringify(readingOf(measured));
    void this.#readings.set(measured.stream.channelId, reading, READING_MS);
  }

  #storeRefusal(channelId: string, reason: string): void {
    const refusal: z.infer<typeof refusalSchema> = { reason, at: new Date().toISOString() };
    void this.#refusals.set(channelId, JSON.stringify(refusal), REFUSAL_MS);
  }

  #measure(): void {
    const at = new Date().toISOString();
    for (const measured of this.#streams.values()) {
      const { stream, meter, history } = measured;
      history.push(pointOf(at, stream.state === 'live' ? meter.read() : null));
      if (history.length > INGEST_HEALTH_HISTORY_SECONDS / INGEST_HEALTH_INTERVAL_SECONDS) history.shift();
      this.#share(measured);
    }
  }
}

/** @returns null for a value of another version of the program */
const parsed = <T extends z.ZodType>(schema: T, json: string): z.output<T> | null =>
  schema.safeParse(JSON.parse(json)).data ?? null;

function readingOf({ stream, meter, history, stopped }: Measured): Reading {
  const reading = meter.read();
  const { video, audio } = reading.tracks;
  return {
    state: stream.state === 'live' ? 'receiving' : 'interrupted',
    stopped: stream.state !== 'live' && stopped,
    streamId: stream.streamId as StreamId,
    video: video && {
      codec: video.codec,
      width: video.width,
      height: video.height,
      frameRate: reading.frameRate ?? video.frameRate,
      keyframeIntervalSeconds: reading.keyframeIntervalSeconds,
    },
    audio: audio && { codec: audio.codec, sampleRate: audio.sampleRate, channels: audio.channels },
    bitrateKbps: reading.bitrateKbps,
    startedAtMs: stream.startedAtMs,
    point: history.at(-1) ?? null,
    warnings: warningsFor(reading),
  };
}

/** @param reading null while nothing arrives */
function pointOf(at: string, reading: SignalReading | null): IngestHealthPoint {
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
