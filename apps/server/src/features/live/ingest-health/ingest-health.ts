import {
  INGEST_HEALTH_HISTORY_SECONDS,
  INGEST_HEALTH_INTERVAL_SECONDS,
  type IngestHealthPoint,
  type IngestHealthStatus,
  ingestHealthStatus,
  type RenditionsStatus,
} from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { UnsupportedMedia } from '#media/codecs/format-error.ts';
import type { LiveStreamView, PublishRefusal } from '#media/ports.ts';
import { SignalMeter, type SignalReading } from '#media/signal/signal-meter.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
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
  renditions: null,
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
export interface IngestHealth {
  started(stream: LiveStreamView): void;
  interrupted(stream: LiveStreamView, cleanly: boolean): void;
  ended(stream: LiveStreamView): void;
  refused(channelId: string, refusal: PublishRefusal): void;
  unsupportedMedia(channelId: string, media: UnsupportedMedia): void;
  /** The history of a stream that this process receives, oldest point first; empty for any other. */
  history(userId: UserId): readonly IngestHealthPoint[];
  /** The current bitrate of each stream that this process receives, by stream id; interrupted ones have none. */
  bitratesKbps(): ReadonlyMap<string, number>;
  read(userId: UserId): Promise<IngestHealthStatus>;
  /** Called by what makes renditions of the streams of this process. */
  showRenditionsWith(renditionsOf: (streamId: StreamId) => RenditionsStatus | null): void;
  close(): void;
}

export function createIngestHealth(sharedState: SharedState, cooldowns: Cooldowns): IngestHealth {
  const streams = new Map<string, Measured>();
  let renditionsOf: (streamId: StreamId) => RenditionsStatus | null = () => null;
  const timer = setInterval(() => measure(), INGEST_HEALTH_INTERVAL_SECONDS * 1000);
  const readings = sharedState.store('ingest-readings');
  const refusals = sharedState.store('ingest-refusals');

  async function sharedReading(userId: UserId): Promise<Reading> {
    const shared = await readings.get(userId);
    return (shared && parsed(readingSchema, shared.value)) ?? NO_SIGNAL;
  }

  const currentReading = (measured: Measured): Reading => ({
    ...readingOf(measured),
    renditions: renditionsOf(measured.stream.streamId as StreamId),
  });

  function share(measured: Measured): void {
    const reading = JSON.stringify(currentReading(measured));
    void readings.set(measured.stream.channelId, reading, READING_MS);
  }

  function storeRefusal(channelId: string, reason: string): void {
    const refusal: z.infer<typeof refusalSchema> = { reason, at: new Date().toISOString() };
    void refusals.set(channelId, JSON.stringify(refusal), REFUSAL_MS);
  }

  function measure(): void {
    const at = new Date().toISOString();
    for (const measured of streams.values()) {
      const { stream, meter, history } = measured;
      history.push(pointOf(at, stream.state === 'live' ? meter.read() : null));
      if (history.length > INGEST_HEALTH_HISTORY_SECONDS / INGEST_HEALTH_INTERVAL_SECONDS) history.shift();
      share(measured);
    }
  }

  return {
    started(stream) {
      const meter = new SignalMeter();
      const measured = { stream, meter, history: [], stopped: false };
      streams.set(stream.channelId, measured);
      stream.attach(meter);
      share(measured);
    },
    interrupted(stream, cleanly) {
      const measured = streams.get(stream.channelId);
      if (measured === undefined) return;
      measured.stopped = cleanly;
      share(measured);
    },
    ended(stream) {
      streams.delete(stream.channelId);
      void readings.delete(stream.channelId);
    },
    refused(channelId, refusal) {
      storeRefusal(channelId, REFUSAL_MESSAGES[refusal]);
    },
    unsupportedMedia(channelId, media) {
      storeRefusal(channelId, unsupportedMediaMessage(media));
    },
    history: (userId) => streams.get(userId)?.history ?? [],
    bitratesKbps() {
      const receiving = [...streams.values()].filter(({ stream }) => stream.state === 'live');
      return new Map(
        receiving.flatMap(({ stream, meter }) => {
          const { bitrateKbps } = meter.read();
          return bitrateKbps === null ? [] : [[stream.streamId, bitrateKbps] as const];
        }),
      );
    },
    async read(userId) {
      const measured = streams.get(userId);
      const [{ startedAtMs, ...reading }, refusal, cooldownUntil] = await Promise.all([
        measured ? currentReading(measured) : sharedReading(userId),
        refusals.get(userId),
        cooldowns.until(userId),
      ]);
      const lastRefusal = refusal && parsed(refusalSchema, refusal.value);
      return {
        ...reading,
        connectedSeconds: startedAtMs === null ? 0 : (Date.now() - startedAtMs) / 1000,
        cooldownUntil: cooldownUntil?.toISOString() ?? null,
        // A refusal before the stream began no longer matters.
        lastRefusal: lastRefusal && Date.parse(lastRefusal.at) >= (startedAtMs ?? 0) ? lastRefusal : null,
      };
    },
    showRenditionsWith(source) {
      renditionsOf = source;
    },
    close() {
      clearInterval(timer);
    },
  };
}

/** @returns null for a value of another version of the program */
const parsed = <T extends z.ZodType>(schema: T, json: string): z.output<T> | null =>
  schema.safeParse(JSON.parse(json)).data ?? null;

function readingOf({ stream, meter, history, stopped }: Measured): Omit<Reading, 'renditions'> {
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
