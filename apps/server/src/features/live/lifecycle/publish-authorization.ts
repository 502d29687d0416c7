/** Decides which encoders may publish, and to which stream. */
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import type { Channels } from '#features/channels/index.ts';
import type { PublishDecision, PublishRequest } from '#media/ports.ts';
import type { Database } from '#platform/db/database.ts';
import type { ProcessId } from '#platform/processes/processes.tables.ts';
import type { GateSchedule } from '../playback/gate-schedule.ts';
import type { PublishCooldowns } from './publish-cooldowns.ts';
import { recordClaim } from './stream-records.ts';

export interface PublishAuthorizationOptions {
  readonly db: Database;
  readonly cooldowns: Pick<PublishCooldowns, 'refuses'>;
  readonly processId: ProcessId;
  /** Ends the lease of a process that seems to be dead. @returns whether it counts as dead now */
  readonly endIfDead: (suspect: ProcessId) => Promise<boolean>;
  readonly gates: Pick<GateSchedule, 'ofNextStream' | 'applyToRunningStream'>;
  readonly channels: {
    authorizeKey(streamKey: string): Promise<{ readonly userId: UserId; readonly banned: boolean } | null>;
    previousKeyOwner: Channels['previousKeyOwner'];
  };
  /** The live stream of a channel in this process. */
  runningStream(channelId: string): string | undefined;
  /** Waits for the pending writes of a channel. */
  idle(channelId: string): Promise<void>;
}

/** What an accepted publish request names. */
type StreamToServe = Pick<
  Extract<PublishDecision, { accepted: true }>,
  'streamId' | 'isWithheld' | 'isRestricted'
>;

export interface PublishAuthorization {
  authorize(request: PublishRequest): Promise<PublishDecision>;
  accepted(channelId: string, request: PublishRequest): void;
  /** The live stream of the channel has ended. */
  ended(channelId: string): void;
  /** Checks all publishers' keys again. @returns the channels that may no longer publish */
  noLongerAllowed(): Promise<UserId[]>;
}

export function createPublishAuthorization(options: PublishAuthorizationOptions): PublishAuthorization {
  const { channels, cooldowns, db, gates, processId, endIfDead, idle, runningStream } = options;
  /** The stream key of each channel's publisher. */
  const keys = new Map<string, string>();

  function runningOf(channelId: string): StreamToServe | undefined {
    const streamId = runningStream(channelId);
    return streamId === undefined ? undefined : { streamId };
  }

  /** Gives the running stream the gate that is due, since it may have changed while the encoder was away. */
  async function gateRunning(channelId: UserId): Promise<boolean> {
    return (await db.transact((tx) => gates.applyToRunningStream(tx, channelId))) !== null;
  }

  /** @returns null where another process receives the channel's signal */
  async function claimOrNew(channelId: UserId): Promise<StreamToServe | null> {
    // The end of the last stream may still have to be written.
    await idle(channelId);
    const tryClaim = () =>
      db.transact(async (tx) => {
        await gates.applyToRunningStream(tx, channelId);
        return recordClaim(tx, channelId, processId);
      });
    let claim = await tryClaim();
    // An encoder comes here because its process may just have died.
    const owner = claim?.outcome === 'elsewhere' ? claim.formerOwnerId : null;
    if (owner !== null && (await endIfDead(owner))) claim = await tryClaim();
    if (claim?.outcome === 'elsewhere') return null;
    const running = runningOf(channelId);
    if (running !== undefined) return running;
    if (claim !== null) {
      return { streamId: claim.streamId, isWithheld: claim.isHidden, isRestricted: claim.isGated };
    }
    const gate = await db.read((reader) => gates.ofNextStream(reader, channelId));
    return runningOf(channelId) ?? { streamId: uuidv7(), isRestricted: gate !== null };
  }

  return {
    async authorize({ streamKey }) {
      let isReachable = true;
      const key = await channels.authorizeKey(streamKey).catch((error: unknown) => {
        // While the database is unavailable, the encoder of a running stream may reconnect. Whether it is still
        // allowed to publish is checked once the database is back.
        const running = [...keys].find(([, known]) => known === streamKey)?.[0];
        if (running === undefined) throw error;
        isReachable = false;
        return { userId: running as UserId, banned: false };
      });
      if (key === null) {
        // An encoder that uses a replaced key: its owner sees the refusal.
        const channelId = await channels.previousKeyOwner(streamKey);
        return { accepted: false, refusal: 'unknown_key', channelId };
      }
      const { userId: channelId } = key;
      if (key.banned) return { accepted: false, refusal: 'banned', channelId };
      const isGated = isReachable && runningOf(channelId) !== undefined && (await gateRunning(channelId));
      const running = runningOf(channelId);
      const stream = running ? { ...running, isRestricted: isGated } : await claimOrNew(channelId);
      if (stream === null) return { accepted: false, refusal: 'already_publishing', channelId };
      // Checked last, because the stream may have been stopped during the queries above.
      if (await cooldowns.refuses(channelId)) return { accepted: false, refusal: 'stopped', channelId };
      return { accepted: true, channelId, ...stream };
    },
    accepted(channelId, { streamKey }) {
      keys.set(channelId, streamKey);
    },
    ended(channelId) {
      keys.delete(channelId);
    },
    async noLongerAllowed() {
      const asked = [...keys].map(async ([channelId, key]) => {
        if (runningOf(channelId) === undefined) return [];
        const owner = await channels.authorizeKey(key);
        return owner === null || owner.banned ? [channelId as UserId] : [];
      });
      return (await Promise.all(asked)).flat();
    },
  };
}
