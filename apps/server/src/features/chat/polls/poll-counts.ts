/** Sends the counts of a poll, each process at most once a second, however many people vote. */
import { type ChatPoll, chatTopic } from '@tributary/contracts/chat';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import type { Bus } from '#platform/bus/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';

const CHANNEL = 'chat.poll_votes';
const INTERVAL_MS = 1_000;

/** Shows the counts over the video in streaming software, too. */
interface PollOverlay {
  /** Whether a client of this process shows an overlay. */
  isOpen(): boolean;
  changeRoom(id: StreamId, change: { readonly poll: ChatPoll }): Promise<void>;
}

export interface PollCountsOptions {
  readonly bus: Bus;
  readonly realtime: Pick<Realtime, 'topic'>;
  readonly overlay: PollOverlay;
  findPoll(id: StreamId): Promise<ChatPoll | null>;
}

export interface PollCounts {
  /** Called after the commit of a vote. */
  voted(id: StreamId): void;
  close(): void;
}

export function createPollCounts(options: PollCountsOptions): PollCounts {
  const { realtime, overlay, findPoll, bus } = options;
  const announced = createOncePerInterval<StreamId>((id) => bus.publish(CHANNEL, id));
  const sent = createOncePerInterval<StreamId>((id) => sendCounts(id));
  const unsubscribe = options.bus.subscribe(CHANNEL, (id) => sent.ask(streamId.parse(id)));

  async function sendCounts(id: StreamId): Promise<void> {
    const topic = realtime.topic(chatTopic, id);
    if (topic.listeners() === 0 && !overlay.isOpen()) return;
    // If reading fails, the count follows with the next vote, or when the poll ends.
    const poll = await findPoll(id).catch(() => null);
    if (!poll?.isOpen) return;
    topic.local.patch({ room: { poll } });
    await overlay.changeRoom(id, { poll });
  }

  return {
    voted(id) {
      announced.ask(id);
    },
    close() {
      unsubscribe();
      announced.close();
      sent.close();
    },
  };
}

/** Runs work for a key at once, and again after the interval if it was asked for in the meantime. */
interface OncePerInterval<Key> {
  ask(key: Key): void;
  close(): void;
}

function createOncePerInterval<Key>(work: (key: Key) => unknown): OncePerInterval<Key> {
  const pending = new Map<Key, { timer: NodeJS.Timeout; isAsked: boolean }>();

  function run(key: Key): void {
    work(key);
    const timer = setTimeout(() => {
      const isAsked = pending.get(key)?.isAsked;
      pending.delete(key);
      if (isAsked) run(key);
    }, INTERVAL_MS);
    pending.set(key, { timer, isAsked: false });
  }

  return {
    ask(key) {
      const waiting = pending.get(key);
      if (waiting) waiting.isAsked = true;
      else run(key);
    },
    close() {
      for (const { timer } of pending.values()) clearTimeout(timer);
    },
  };
}
