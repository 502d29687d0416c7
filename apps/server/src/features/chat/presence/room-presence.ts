/** Who has which chat open, in all processes: each tells the others about its own listeners. */
import { chatTopic } from '@tributary/contracts/chat';
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import type { Bus } from '#platform/bus/index.ts';
import { type ProcessId, processId } from '#platform/processes/processes.tables.ts';
import type { Listeners, Realtime } from '#platform/realtime/index.ts';

const CHANNEL = 'chat.people';
const REPORT_MS = 5_000;
/** Three reports. */
const SILENT_MS = 15_000;
/** People whom a process names in one chat; the others count as visitors elsewhere. */
const NAMED_MAX = 1_000;

const report = z.object({
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
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

export class RoomPresence {
  readonly #options: RoomPresenceOptions;
  readonly #now: () => number;
  readonly #remotes = new Map<ProcessId, Remote>();
  #reported = 0;
  readonly #timer: NodeJS.Timeout;
  readonly #unsubscribe: () => void;

  constructor(options: RoomPresenceOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#unsubscribe = options.bus.subscribe(CHANNEL, (message) => this.#receive(message));
    this.#timer = setInterval(() => this.report(), REPORT_MS);
  }

  /** Everybody in a chat. Visitors are counted in each process. */
  in(id: StreamId): { readonly userIds: ReadonlySet<UserId>; readonly visitors: number } {
    const rooms = [this.#local(id), ...this.#heard().flatMap(({ rooms }) => rooms.get(id) ?? [])];
    return {
      userIds: new Set(rooms.flatMap(({ userIds }) => userIds)),
      visitors: rooms.reduce((sum, { visitors }) => sum + visitors, 0),
    };
  }

  isIn = (id: StreamId, person: UserId): boolean => this.in(id).userIds.has(person);

  /** Called every five seconds. */
  report(): void {
    const { realtime, bus, processId: process } = this.#options;
    const ids = realtime.keys(chatTopic);
    // The last report of a process in which no chat is open says so.
    if (ids.length === 0 && this.#reported === 0) return;
    this.#reported = ids.length;
    const rooms = ids.map((id) => {
      const { userIds, visitors } = this.#local(id);
      const named = userIds.slice(0, NAMED_MAX);
      return [id, named, visitors + userIds.length - named.length] as const;
    });
    bus.publish(CHANNEL, JSON.stringify({ process, rooms }));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#unsubscribe();
  }

  #local(id: StreamId): Listeners {
    return this.#options.realtime.topic(chatTopic, id).people();
  }

  #heard(): Remote[] {
    for (const [id, { heardAtMs }] of this.#remotes) {
      if (this.#now() - heardAtMs >= SILENT_MS) this.#remotes.delete(id);
    }
    return [...this.#remotes.values()];
  }

  #receive(message: string): void {
    const { process, rooms } = report.parse(JSON.parse(message));
    if (process === this.#options.processId) return;
    this.#remotes.set(process, {
      heardAtMs: this.#now(),
      rooms: new Map(rooms.map(([id, userIds, visitors]) => [id, { userIds, visitors }])),
    });
  }
}
