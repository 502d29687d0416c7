/** Which renditions of its live streams this process makes, within its budget of CPU. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { RenditionsStatus } from '@tributary/contracts/live';
import type { StreamId } from '@tributary/contracts/shared';
import { createTranscoder, probeEncoders } from '#media/transcoder/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { readSettings } from '#platform/settings/index.ts';
import type { ServedStream } from '../lifecycle/stream-lifecycle.ts';
import { type LadderHealth, ladderHealth } from './ladder-health.ts';
import { createStreamLadder, type StreamLadder } from './stream-ladder.ts';
import { budgetOf } from './transcoding-cost.ts';

/** Work that can wait takes half of the budget, and no more than this. */
const MAX_SPARE_CORES = 4;

/** How often work that can wait looks for a core. */
const SPARE_MS = 1_000;

/** How often renditions without viewers and changed settings are looked for. */
const TICK_MS = 5_000;

export interface TranscodingOptions {
  /** Cores that this process may use for it; `auto`: half of those of the machine. */
  readonly transcoding: 'off' | 'auto' | number;
  readonly db: Database;
  readonly log: Log;
  /** Finds the encoders of GPUs, the best first. */
  readonly findEncoders?: () => Promise<readonly string[]>;
  /** Of the machine. */
  readonly machineCores?: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

export interface SpareCores {
  /** False: this process encodes nothing. */
  readonly isOn: boolean;
  /** How many cores such work may keep busy. */
  readonly cores: number;
  /** Resolves once the renditions of live streams leave so many of the budget. @throws the signal's reason */
  whenFree(signal: AbortSignal): Promise<void>;
}

/** The transcoding of this process as admins see it. */
export interface TranscodingLoad {
  readonly setting: 'off' | 'auto' | number;
  /** Estimated, as the budget counts them. */
  readonly usedCores: number;
  readonly budgetCores: number;
  /** CPU time of all child processes so far. */
  readonly cpuSeconds: number;
  /** The best first; null before the first stream, with which they are looked for. */
  readonly encoders: string[] | null;
  /** The encoders of the renditions that are made. */
  readonly encodersInUse: string[];
  readonly renditions: number;
  readonly framesDropped: number;
  readonly restarts: number;
  readonly streams: LadderHealth[];
}

export interface Transcoding {
  /** Makes what viewers of a stream request, from now on. */
  serve(stream: ServedStream): void;
  /** What its creator sees; null where no renditions are made of it. */
  status(streamId: StreamId): RenditionsStatus | null;
  of(streamId: StreamId): StreamLadder | undefined;
  /** The part of the budget that live streams leave for work that can wait. */
  readonly spare: SpareCores;
  load(): TranscodingLoad;
  close(): void;
}

export function createTranscoding(options: TranscodingOptions): Transcoding {
  const { db, log, machineCores = availableParallelism(), findEncoders = probeEncoders } = options;
  const now = options.now ?? (() => performance.now());
  const budgetCores = budgetOf(options.transcoding, machineCores);
  const spareCores = Math.max(1, Math.min(MAX_SPARE_CORES, Math.floor(budgetCores / 2)));
  const streams = new Map<StreamId, StreamLadder>();
  /** The sums of streams that have ended. */
  const past = { cpuSeconds: 0, restarts: 0 };
  let channelCores = Number.POSITIVE_INFINITY;
  /** Asked for with the first stream; those that begin before the answer use x264. */
  let encoders: readonly string[] | null = null;

  async function lookForEncoders(): Promise<void> {
    encoders = [];
    encoders = await findEncoders();
    log.info(
      { encoders: [...encoders, 'x264'], cores: budgetCores },
      'Renditions of live streams are encoded',
    );
  }

  const used = () => [...streams.values()].reduce((sum, { cost }) => sum + cost, 0);

  function admits(streamId: StreamId, cores: number): boolean {
    const own = streams.get(streamId)?.cost ?? 0;
    return used() + cores <= budgetCores && own + cores <= channelCores;
  }

  async function useSettings(): Promise<void> {
    const settings = await db.read(readSettings);
    channelCores = settings.transcodingCoresPerChannel || Number.POSITIVE_INFINITY;
    for (const ladder of streams.values()) {
      ladder.useHeights(budgetCores === 0 ? [] : settings.transcodingHeights);
      while (ladder.cost > channelCores && ladder.giveUpLargest());
    }
  }

  const tick = setInterval(() => {
    if (streams.size === 0) return;
    for (const ladder of streams.values()) ladder.stopIdle();
    useSettings().catch((err: unknown) =>
      log.debug({ err }, 'The settings of transcoding could not be read'),
    );
  }, TICK_MS);
  tick.unref();

  return {
    serve({ streamId, attach, ladder: control }) {
      if (encoders === null && budgetCores > 0) {
        lookForEncoders().catch((err: unknown) =>
          log.warn({ err }, 'The GPUs could not be asked for encoders'),
        );
      }
      const ladder = createStreamLadder({
        ladder: control,
        createTranscoder: (onOverloaded) =>
          createTranscoder({ log: log.child({ streamId }), onOverloaded, encoders: encoders ?? [] }),
        admits: (cores) => admits(streamId, cores),
        now,
      });
      streams.set(streamId, ladder);
      attach({
        ...ladder.reader,
        onEnd(reason) {
          const { cpuSeconds, restarts } = ladder.status.transcoder;
          past.cpuSeconds += cpuSeconds;
          past.restarts += restarts;
          streams.delete(streamId);
          ladder.reader.onEnd(reason);
        },
      });
      useSettings().catch((err: unknown) =>
        log.warn({ err, streamId }, 'A stream has no ladder yet: its settings could not be read'),
      );
    },
    status: (streamId) => renditionsStatus(streams.get(streamId)),
    of: (streamId) => streams.get(streamId),
    spare: {
      isOn: budgetCores > 0,
      cores: spareCores,
      async whenFree(signal) {
        signal.throwIfAborted();
        // A budget of less than a core is spare while no live stream uses it.
        while (used() + Math.min(spareCores, budgetCores) > budgetCores) {
          await delay(SPARE_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
        }
      },
    },
    load() {
      const statuses = [...streams.values()].map(({ status }) => status);
      const outputs = statuses.flatMap((status) => status.outputs);
      const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
      return {
        setting: options.transcoding,
        usedCores: used(),
        budgetCores,
        cpuSeconds: past.cpuSeconds + sum(statuses.map(({ transcoder }) => transcoder.cpuSeconds)),
        encoders: encoders && [...encoders, 'x264'],
        encodersInUse: [...new Set(outputs.flatMap(({ encoder }) => encoder ?? []))].sort(),
        renditions: outputs.length,
        framesDropped: sum(outputs.map(({ framesDropped }) => framesDropped)),
        restarts: past.restarts + sum(statuses.map(({ transcoder }) => transcoder.restarts)),
        streams: [...streams].map(([id, { status, cost }]) =>
          ladderHealth(id, status, {
            usedCores: used(),
            budgetCores,
            channelUsedCores: cost,
            channelBudgetCores: channelCores,
          }),
        ),
      };
    },
    close: () => clearInterval(tick),
  };
}

function renditionsStatus(ladder: StreamLadder | undefined): RenditionsStatus | null {
  if (ladder === undefined) return null;
  const { offered, outputs, refused, transcoder } = ladder.status;
  if (offered.length === 0) return null;
  return {
    offered: offered.map(({ name }) => name),
    made: outputs.map(({ name, encoder, framesDropped }) => ({ name, encoder, framesDropped })),
    delayMs: outputs.length === 0 ? null : transcoder.delayMs,
    refusal: refused?.why ?? null,
  };
}
