/** Sends the counts of a poll, each process at most once a second, however many people vote. */
import { type ChatPoll, chatTopic } from '@tributary/contracts/chat';
import { type StreamId, streamId } from '@tributary/contracts/shared';
import type { Bus } from '#platform/bus/index.ts';
import type { Realtime } from '#platform/realtime/index.ts';

const CHANNEL = 'chat.poll_votes';
const INTERVAL_MS = 1_000;

/** Shows the counts over the picture in streaming software, too. */
interface PollOverlay {
  /** Whether one is open in this process. */
  isOpen(): boolean;
  changeRoom(id: StreamId, change: { readonly poll: ChatPoll }): Promise<void>;
}

export interface PollCountsOptions {
  readonly bus: Bus;
  readonly realtime: Pick<Realtime, 'topic'>;
  readonly overlay: PollOverlay;
  findPoll(id: StreamId): Promise<ChatPoll | null>;
}

export class PollCounts {
  readonly #options: PollCountsOptions;
  readonly #announced = new OncePerInterval<StreamId>((id) => this.#options.bus.publish(CHANNEL, id));
  readonly #told = new OncePerInterval<StreamId>((id) => this.#tell(id));
  readonly #unsubscribe: () => void;

  constructor(options: PollCountsOptions) {
    this.#options = options;
    this.#unsubscribe = options.bus.subscribe(CHANNEL, (id) => this.#told.ask(streamId.parse(id)));
  }

  /** Call it after the commit of a vote. */
  voted(id: StreamId): void {
    this.#announced.ask(id);
  }

  close(): void {
    this.#unsubscribe();
    this.#announced.close();
    this.#told.close();
  }

  async #tell(id: StreamId): Promise<void> {
    const { realtime, overlay, findPoll } = this.#options;
    const topic = realtime.topic(chatTopic, id);
    if (topic.listeners() === 0 && !overlay.isOpen()) return;
    // A count that cannot be read follows with the next vote, or when the poll ends.
    const poll = await findPoll(id).catch(() => null);
    if (!poll?.isOpen) return;
    topic.local.patch({ room: { poll } });
    await overlay.changeRoom(id, { poll });
  }
}

/** Does something for a key at once, and again after an interval where it was asked for meanwhile. */
class OncePerInterval<Key> {
  readonly #work: (key: Key) => unknown;
  readonly #waiting = new Map<Key, { timer: NodeJS.Timeout; isAsked: boolean }>();

  constructor(work: (key: Key) => unknown) {
    this.#work = work;
  }

  ask(key: Key): void {
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.isAsked = true;
    else this.#run(key);
  }

  close(): void {
    for (const { timer } of this.#waiting.values()) clearTimeout(timer);
  }

  #run(key: Key): void {
    this.#work(key);
    const timer = setTimeout(() => {
      const isAsked = this.#waiting.get(key)?.isAsked;
      this.#waiting.delete(key);
      if (isAsked) this.#run(key);
    }, INTERVAL_MS);
    this.#waiting.set(key, { timer, isAsked: false });
  }
}
