import type { ServerMessage } from '@tributary/contracts';
import { AppError } from '../errors.ts';
import type { Connection } from './connection.ts';
import { type OpenTopic, type Principal, splitTopic, type TopicKind, type TopicRefusal } from './topics.ts';

const MAX_TOPICS = 50;

/** Who listens on what: subscriptions with their present state first, and messages that are serialised once. */
export class TopicHub {
  readonly #kinds = new Map<string, TopicKind>();
  readonly #byKey = new Map<string, Set<Connection>>();
  /** Snapshots being taken, shared by all who subscribe meanwhile. */
  readonly #taking = new Map<string, Promise<ServerMessage | null>>();
  /** Counts publications on a key, so that a snapshot that took long never overwrites newer news. */
  readonly #published = new Map<string, number>();
  droppedSlow = 0;

  register(kind: TopicKind): void {
    this.#kinds.set(kind.name, kind);
  }

  names(): string[] {
    return [...this.#kinds.keys()];
  }

  listeners(key: string): number {
    return this.#byKey.get(key)?.size ?? 0;
  }

  listenedKeys(name: string): string[] {
    return [...this.#byKey.keys()].filter((key) => key.startsWith(`${name}:`));
  }

  publish(key: string, message: ServerMessage): void {
    this.#taking.delete(key);
    if (this.#byKey.has(key)) this.#published.set(key, (this.#published.get(key) ?? 0) + 1);
    this.amend(key, message);
  }

  amend(key: string, message: ServerMessage): void {
    const listeners = this.#byKey.get(key);
    if (listeners === undefined) return;
    const bytes = Buffer.from(JSON.stringify(message));
    for (const connection of listeners) if (!connection.sendBytes(bytes)) this.droppedSlow += 1;
  }

  /** @param renewed reads afresh who holds the socket: what was forbidden may have been granted since */
  async subscribe(connection: Connection, topic: string, renewed: () => Promise<Principal>): Promise<void> {
    if (connection.topics.has(topic)) return;
    if (connection.topics.size >= MAX_TOPICS) {
      connection.send({ type: 'refused', topic, code: 'too_many' });
      return;
    }
    // Taken before the first await, so that an unsubscribe meanwhile is seen below.
    connection.topics.set(topic, '');
    let opened = await this.#openAsNow(connection, topic);
    if (opened === 'forbidden' && connection.principal !== null) {
      await renewed();
      opened = await this.#openAsNow(connection, topic);
    }
    if (connection.topics.get(topic) !== '') return;
    if (typeof opened === 'string') this.#refuse(connection, topic, opened);
    else await this.#listen(connection, topic, opened);
  }

  unsubscribe(connection: Connection, topic: string): void {
    const key = connection.topics.get(topic);
    connection.topics.delete(topic);
    if (key === undefined || [...connection.topics.values()].includes(key)) return;
    const listeners = this.#byKey.get(key);
    listeners?.delete(connection);
    if (listeners?.size === 0) {
      this.#byKey.delete(key);
      this.#published.delete(key);
    }
  }

  leave(connection: Connection): void {
    for (const topic of [...connection.topics.keys()]) this.unsubscribe(connection, topic);
  }

  /** Takes from a connection what its holder, whose rights have changed, may no longer read. */
  async recheck(connection: Connection): Promise<void> {
    for (const [topic, key] of [...connection.topics]) {
      // One that is on its way is opened as who they are now, below.
      if (key === '') continue;
      const opened = await this.#openAsNow(connection, topic);
      if (connection.topics.get(topic) !== key) continue;
      if (typeof opened === 'string') this.#refuse(connection, topic, opened);
      else if (opened.key !== key) {
        this.unsubscribe(connection, topic);
        await this.#listen(connection, topic, opened);
      }
    }
  }

  /** As whoever holds the connection when the answer is there: rights may change while it is sought. */
  async #openAsNow(connection: Connection, topic: string): Promise<OpenTopic | TopicRefusal> {
    const { name, argument } = splitTopic(topic);
    for (;;) {
      const { principal } = connection;
      const opened = (await this.#kinds.get(name)?.open(argument, principal)) ?? 'unknown_topic';
      if (connection.principal === principal) return opened;
    }
  }

  async #listen(connection: Connection, topic: string, opened: OpenTopic): Promise<void> {
    const { key } = opened;
    connection.topics.set(topic, key);
    const listeners = this.#byKey.get(key) ?? new Set();
    this.#byKey.set(key, listeners.add(connection));
    const before = this.#published.get(key) ?? 0;
    this.#published.set(key, before);
    const snapshot = await this.#present(opened);
    if (connection.topics.get(topic) !== key) return;
    if (snapshot === null) this.#refuse(connection, topic, 'unknown_topic');
    else if (this.#published.get(key) === before) connection.send(snapshot);
  }

  #refuse(connection: Connection, topic: string, code: TopicRefusal): void {
    this.unsubscribe(connection, topic);
    connection.send({ type: 'refused', topic, code });
  }

  /** Null where there is no such thing. */
  #present(opened: OpenTopic): Promise<ServerMessage | null> {
    const known = this.#taking.get(opened.key);
    if (known !== undefined) return known;
    const taken = take(opened).finally(() => {
      if (this.#taking.get(opened.key) === taken) this.#taking.delete(opened.key);
    });
    this.#taking.set(opened.key, taken);
    return taken;
  }
}

async function take(opened: OpenTopic): Promise<ServerMessage | null> {
  try {
    return await opened.snapshot();
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
}
