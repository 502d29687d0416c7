/** How the instance does: its processes, live streams, queues and database. */
import { z } from 'zod';
import { endpoint } from '../shared/endpoint.ts';
import { streamId } from '../shared/fields.ts';

/** A share of something limited. */
const usage = z.object({ used: z.number(), limit: z.number() });

/** Why viewers of a stream have the source alone, or less than they asked for. */
export const ladderReason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('off') }).describe('TRANSCODING is off'),
  z.object({ kind: z.literal('no_video') }),
  z.object({ kind: z.literal('none_smaller'), sourceHeight: z.int() }),
  z.object({ kind: z.literal('no_viewer') }),
  z.object({
    kind: z.literal('budget'),
    rendition: z.string(),
    cores: z.number().describe('What the rendition would have taken'),
    usedCores: z.number(),
    budgetCores: z.number(),
  }),
  z.object({
    kind: z.literal('channel_budget'),
    rendition: z.string(),
    cores: z.number(),
    usedCores: z.number().describe('By this channel'),
    budgetCores: z.number().describe('Of each channel'),
  }),
  z.object({ kind: z.literal('overloaded'), rendition: z.string() }),
  z.object({ kind: z.literal('failing'), fault: z.string().nullable() }),
]);
export type LadderReason = z.infer<typeof ladderReason>;

export const streamLadderHealth = z.object({
  id: streamId,
  offered: z.array(z.string()),
  made: z.array(z.string()),
  framesDropped: z.int(),
  /** Null where viewers have what they asked for. */
  reason: ladderReason.nullable(),
});
export type StreamLadderHealth = z.infer<typeof streamLadderHealth>;

/** The report that a process sends about itself every five seconds. */
export const processReport = z.object({
  version: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  uptimeSeconds: z.number(),
  /** The newest migration that the process knows. */
  migration: z.int(),
  cpu: usage.describe('Cores of the machine'),
  memory: usage.describe('Bytes of the machine, or of the container'),
  liveMedia: usage.describe('Bytes of live media in memory'),
  eventLoopDelayMs: z.number().describe('99th percentile of the last five seconds'),
  disk: z.object({
    freeBytes: z.number(),
    totalBytes: z.number(),
    reserveBytes: z.number().describe('Below this, only live streams and sign-ins are written'),
  }),
  network: z.object({ inBitsPerSecond: z.number(), outBitsPerSecond: z.number() }),
  publishers: usage.describe('Live streams of this process'),
  ingestConnections: usage,
  viewers: usage,
  webrtcViewers: usage.nullable(),
  transcoding: z.object({
    setting: z.union([z.enum(['off', 'auto']), z.number()]),
    cores: usage.describe('Estimated, as the budget counts them'),
    /** The best first; null before the first stream, with which they are looked for. */
    encoders: z.array(z.string()).nullable(),
    encodersInUse: z.array(z.string()),
  }),
  streams: z.array(streamLadderHealth),
});
export type ProcessReport = z.infer<typeof processReport>;

export const processHealth = z.object({
  id: z.uuid(),
  /** Whether it has answered this request. */
  isThis: z.boolean(),
  /** Whether its reports come as they should. */
  isReporting: z.boolean(),
  silentSeconds: z.number().nullable().describe('Since its last report; null where there was none'),
  report: processReport.omit({ streams: true }).nullable(),
});
export type ProcessHealth = z.infer<typeof processHealth>;

export const queueHealth = z.object({
  name: z.string(),
  waiting: z.int(),
  running: z.int(),
  failed: z.int().describe('On their last attempt, within the last hour'),
  oldestWaitingSeconds: z.number().nullable(),
});
export type QueueHealth = z.infer<typeof queueHealth>;

export const instanceHealth = z.object({
  processes: z.array(processHealth),
  streams: z.array(
    streamLadderHealth.extend({
      title: z.string(),
      streamer: z.string().nullable(),
      viewers: z.int(),
      process: z.uuid(),
    }),
  ),
  queues: z.array(queueHealth),
  database: z.object({
    isEmbedded: z.boolean(),
    sizeBytes: z.number(),
    connections: usage,
    /** The newest migration that has been applied. */
    migration: z.int(),
    waitingMigrations: z.int(),
    /** The replica as the process that answers uses it. Null without DATABASE_REPLICA_URL. */
    replica: z
      .object({
        state: z.enum(['used', 'behind', 'down', 'unsuitable', 'starting']),
        lagMs: z.number().nullable().describe('Null while it cannot be measured'),
      })
      .nullable(),
  }),
  /** Null without BACKUP_TO. */
  backup: z
    .object({
      everyHours: z.number(),
      ageSeconds: z.number().nullable().describe('Of the last backup; null while there is none'),
      isReadable: z.boolean(),
    })
    .nullable(),
  storage: z.object({
    kind: z.enum(['disk', 's3']),
    recordingsPauseBelowBytes: z.number().nullable().describe('Free space; null where files are on S3'),
  }),
});
export type InstanceHealth = z.infer<typeof instanceHealth>;

export const getInstanceHealth = endpoint({
  method: 'GET',
  path: '/api/admin/health',
  tag: 'admin',
  summary: 'Get the health of all processes, live streams, queues and the database',
  access: 'admin',
  response: instanceHealth,
});
