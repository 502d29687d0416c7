/** Knows who has which chat open in all processes: each reports its own listeners to the others. */
import { chatTopic } from '@tributary/contracts/chat';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Bus } from '#platform/bus/index.ts';
import { type ProcessId, processId } from '#platform/processes/processes.tables.ts';
import type { Listeners, Realtime } from '#platform/realtime/index.ts';

const CHANNEL = 'chat.people';
const REPORT_MS = 5_000;
/** A process that sends nothing for three reports is forgotten. */
const SILENT_MS = 15_000;
/** The number of people whom a process names in one chat; the others count as visitors. */
const NAMED_MAX = 1_000;

const reportSchema = z.object({
  process: processId,
  rooms: z.array(z.tuple([streamId, z.array(userId), z.int().nonnegative()])),
});

interface Remote {
  readonly heardAtMs: number;
  readonly rooms: ReadonlyMap<StreamId, Listeners>;
}

export interface RoomPresenceOptions {
  readonly bus: Bus;
  readonly processId: ProcessId;
  readonly realtime: Pick<Realtime, 'topic' | 'keys'>;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

export interface RoomPresence {
  /** The people who have a chat open, in all processes. Visitors are counted in each process. */
  in(id: StreamId): { readonly userIds: ReadonlySet<UserId>; readonly visitors: number };
  isIn(id: StreamId, person: UserId): boolean;
  /** Sends the listeners of this process to the others. Called every five seconds. */
  report(): void;
  close(): void;
}

export function createRoomPresence(options: RoomPresenceOptions): RoomPresence {
  const { realtime } = options;
  const remotes = new Map<ProcessId, Remote>();
  let reported = 0;
  const now = options.now ?? (() => performance.now());
  const unsubscribe = options.bus.subscribe(CHANNEL, (message) => receive(message));
  const timer = setInterval(() => report(), REPORT_MS);

  function listenersOf(id: StreamId): { readonly userIds: ReadonlySet<UserId>; readonly visitors: number } {
    const rooms = [local(id), ...heard().flatMap(({ rooms }) => rooms.get(id) ?? [])];
    return {
      userIds: new Set(rooms.flatMap(({ userIds }) => userIds)),
      visitors: rooms.reduce((sum, { visitors }) => sum + visitors, 0),
    };
  }

  function report(): void {
    const { realtime, bus, processId: process } = options;
    const ids = realtime.keys(chatTopic);
    // A process whose last chat was closed reports that once.
    if (ids.length === 0 && reported === 0) return;
    reported = ids.length;
    const rooms = ids.map((id) => {
      const { userIds, visitors } = local(id);
      const named = userIds.slice(0, NAMED_MAX);
      return [id, named, visitors + userIds.length - named.length] as const;
    });
    bus.publish(CHANNEL, JSON.stringify({ process, rooms }));
  }

  function local(id: StreamId): Listeners {
    return realtime.topic(chatTopic, id).people();
  }

  function heard(): Remote[] {
    for (const [id, { heardAtMs }] of remotes) {
      if (now() - heardAtMs >= SILENT_MS) remotes.delete(id);
    }
    return [...remotes.values()];
  }

  function receive(message: string): void {
    const { process, rooms } = reportSchema.parse(JSON.parse(message));
    if (process === options.processId) return;
    remotes.set(process, {
      heardAtMs: now(),
      rooms: new Map(rooms.map(([id, userIds, visitors]) => [id, { userIds, visitors }])),
    });
  }

  return {
    in: listenersOf,
    isIn: (id, person) => listenersOf(id).userIds.has(person),
    report,
    close() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
