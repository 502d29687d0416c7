/**
 * The peer counts of the other processes, with a few of their peers for each stream, so that peers of all processes meet.
 */
import { type StreamId, streamId } from '@tributary/contracts/shared';
import { type PeerId, peerId } from '@tributary/contracts/swarm';
import { z } from 'zod';
import type { Bus } from '#platform/bus/index.ts';
import { type ProcessId, processId } from '#platform/processes/processes.tables.ts';
import type { Members } from './members.ts';
import { sampleOf } from './sample.ts';

const CHANNEL = 'swarm.members';
const REPORT_MS = 2_000;
/** Three reports. */
const SILENT_MS = 6_500;
/** Peers of a stream that a report names. They change with each report. */
const NAMED = 8;

const named = z.tuple([peerId, z.int()]);
const reportSchema = z.object({
  process: processId,
  swarms: z.array(
    z.object({
      id: streamId,
      peers: z.int().nonnegative(),
      hasMirror: z.boolean().default(false),
      mirrors: z.array(z.string()).default([]),
      named: z.array(named),
    }),
  ),
});

export interface RemotePeer {
  readonly peer: PeerId;
  readonly networkTag: number;
}

interface RemoteSwarm {
  readonly peers: number;
  readonly hasMirror: boolean;
  readonly mirrors: readonly string[];
  readonly named: readonly RemotePeer[];
}

interface Remote {
  readonly heardAtMs: number;
  readonly swarms: ReadonlyMap<StreamId, RemoteSwarm>;
}

export interface RemoteSwarms {
  /** The peers of a stream in other processes. */
  count(id: StreamId): number;
  /** Whether a mirror is among them. */
  hasMirror(id: StreamId): boolean;
  /** The origins of those that serve the stream by HTTP. */
  mirrors(id: StreamId): string[];
  /** Some of them. */
  named(id: StreamId): RemotePeer[];
  streams(): StreamId[];
  /** Sends the other processes what this one counts. Called every two seconds. */
  report(): void;
  close(): void;
}

export function createRemoteSwarms(options: {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly processId: ProcessId;
  readonly members: Pick<Members, 'of' | 'streams'>;
  readonly random?: () => number;
}): RemoteSwarms {
  const { bus, members, random = Math.random } = options;
  const remotes = new Map<ProcessId, Remote>();
  let reportedSome = false;
  const unsubscribe = bus.subscribe(CHANNEL, (message) => {
    const { process, swarms } = reportSchema.parse(JSON.parse(message));
    if (process === options.processId) return;
    const byStream = swarms.map(({ id, peers, hasMirror, mirrors, named }) => {
      const some = named.map(([peer, networkTag]) => ({ peer, networkTag }));
      return [id, { peers, hasMirror, mirrors, named: some }] as const;
    });
    remotes.set(process, { heardAtMs: performance.now(), swarms: new Map(byStream) });
  });
  const timer = setInterval(() => report(), REPORT_MS);

  function report(): void {
    const silentSince = performance.now() - SILENT_MS;
    for (const [id, { heardAtMs }] of remotes) if (heardAtMs < silentSince) remotes.delete(id);
    const swarms = members.streams().map((id) => {
      const peers = members.of(id);
      const some = sampleOf([...peers.values()], NAMED, random);
      const hasMirror = [...peers.values()].some(({ isMirror }) => isMirror);
      return {
        id,
        peers: peers.size,
        hasMirror,
        mirrors: [...peers.values()].flatMap(({ mirrorUrl }) => mirrorUrl ?? []),
        named: some.map(({ peer, networkTag }) => [peer, networkTag]),
      };
    });
    // A process without peers is silent, after it has said so once.
    if (swarms.length === 0 && !reportedSome) return;
    reportedSome = swarms.length > 0;
    bus.publish(CHANNEL, JSON.stringify({ process: options.processId, swarms }));
  }

  return {
    count(id) {
      let total = 0;
      for (const { swarms } of remotes.values()) total += swarms.get(id)?.peers ?? 0;
      return total;
    },
    hasMirror: (id) => [...remotes.values()].some(({ swarms }) => swarms.get(id)?.hasMirror === true),
    mirrors: (id) => [...remotes.values()].flatMap(({ swarms }) => swarms.get(id)?.mirrors ?? []),
    named: (id) => [...remotes.values()].flatMap(({ swarms }) => swarms.get(id)?.named ?? []),
    streams: () => [...new Set([...remotes.values()].flatMap(({ swarms }) => [...swarms.keys()]))],
    report,
    close() {
      clearInterval(timer);
      unsubscribe();
      bus.publish(CHANNEL, JSON.stringify({ process: options.processId, swarms: [] }));
    },
  };
}
