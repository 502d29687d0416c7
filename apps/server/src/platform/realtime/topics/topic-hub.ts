import type { TransportRefusal } from '@tributary/contracts/realtime';
import type { Bus } from '../../bus/index.ts';
import { countNetwork } from '../../network/network-rate.ts';
import type { ExpiringStore } from '../../shared-state/index.ts';
import type { Connection } from '../sockets/connection.ts';
import { Audience } from './audience.ts';
import { SnapshotReader } from './snapshot-reader.ts';
import type { Listeners } from './topic-handle.ts';
import { TopicHistory } from './topic-history.ts';
import { type Header, header, type Publication, serialize } from './topic-message.ts';
import { addressOf, findKey, type Principal, splitAddress, type TopicDefinition } from './topics.ts';

const MAX_TOPICS = 50;
const BUS_CHANNEL = 'realtime';

export interface OpenedTopic {
  readonly definition: TopicDefinition;
  readonly key: string;
}

export interface TopicHubOptions {
  readonly bus: Bus;
  /** Counts subscriptions of each network, and those to keys that do not exist. */
  readonly budgets: ExpiringStore;
  readonly subscriptionsPerMinute: number;
  /** The milliseconds between the frames of a key with this many listeners; by default those of frame-pacer.ts. */
  readonly gapMs?: (listeners: number) => number;
  onError(error: unknown, doing: string): void;
}

/** The listeners of this process, and the messages that all processes publish to them. */
export class TopicHub {
  readonly #options: TopicHubOptions;
  readonly #definitions = new Map<string, TopicDefinition>();
  /** The listeners of each key, by the address of the topic and the key. */
  readonly #audiences = new Map<string, Audience>();
  readonly #history = new TopicHistory();
  readonly #snapshots: SnapshotReader;
  readonly #subscriptions: readonly (() => void)[];
  droppedSlow = 0;

  constructor(options: TopicHubOptions) {
    this.#options = options;
    this.#snapshots = new SnapshotReader(options.budgets);
    this.#subscriptions = [
      options.bus.subscribe(BUS_CHANNEL, (frame) => this.#receive(frame)),
      options.bus.onGap(() => void this.#refreshAll()),
    ];
  }

  register(definition: TopicDefinition): void {
    this.#definitions.set(definition.contract.name, definition);
  }

  names(): string[] {
    return [...this.#definitions.keys()];
  }

  listeners(name: string, key: string): number {
    return this.#audiences.get(addressOf(name, key))?.size ?? 0;
  }

  people(name: string, key: string): Listeners {
    const listeners = this.#audiences.get(addressOf(name, key))?.listeners() ?? [];
    return {
      userIds: [...new Set(listeners.flatMap(({ principal }) => principal?.userId ?? []))],
      visitors: new Set(listeners.filter(({ principal }) => !principal).map(({ clientId }) => clientId)).size,
    };
  }

  keys(name: string): string[] {
    return [...this.#audiences.keys()]
      .map(splitAddress)
      .filter((address) => address.name === name)
      .map(({ argument }) => argument);
  }

  /**
   * Serializes a message once and sends it to all processes. A message that does not fit its schema is reported and
   * dropped.
   */
  publish({ data, local, ...about }: Publication): void {
    let text: string;
    try {
      text = serialize(this.#definitions.get(about.name), about, data);
    } catch (error) {
      this.#options.onError(error, `publishing a ${about.kind} of the topic ${about.name}`);
      return;
    }
    if (local) this.#deliver(about, Buffer.from(text));
    else this.#options.bus.publish(BUS_CHANNEL, `${JSON.stringify(about)}\n${text}`);
  }

  /**
   * Reads a key's snapshot again and sends it to this process's listeners.
   * @returns false if it could not be read, which has been reported
   */
  async refresh(name: string, key: string): Promise<boolean> {
    const address = addressOf(name, key);
    this.#history.clear(address);
    return this.#audiences.get(address)?.refresh() ?? true;
  }

  /**
   * @param renewed authenticates the socket's holder again, since a forbidden topic may have been granted in the
   * meantime
   */
  async subscribe(
    connection: Connection,
    address: string,
    lastId: string | undefined,
    renewed: () => Promise<Principal>,
  ): Promise<void> {
    if (connection.topics.has(address)) return;
    if (connection.topics.size >= MAX_TOPICS) {
      connection.send({ type: 'refused', topic: address, code: 'too_many' });
      return;
    }
    // The address is set before the first await, so that an unsubscribe in the meantime is noticed below.
    connection.topics.set(address, '');
    const opened = (await this.#maySubscribe(connection))
      ? await this.open(connection, address, renewed)
      : 'limited';
    if (connection.topics.get(address) !== '') return;
    if (typeof opened === 'string') this.#refuse(connection, address, opened);
    else this.#listen(connection, address, opened, lastId);
  }

  unsubscribe(connection: Connection, address: string): void {
    const listened = connection.topics.get(address);
    connection.topics.delete(address);
    if (listened === undefined || [...connection.topics.values()].includes(listened)) return;
    const audience = this.#audiences.get(listened);
    audience?.leave(connection);
    if (audience?.size === 0) this.#audiences.delete(listened);
  }

  leave(connection: Connection): void {
    for (const address of [...connection.topics.keys()]) this.unsubscribe(connection, address);
  }

  /** Ends subscriptions to one key that its changed rules no longer allow. */
  async recheckListeners(name: string, key: string): Promise<void> {
    for (const connection of this.#audiences.get(addressOf(name, key))?.listeners() ?? []) {
      await this.recheck(connection);
    }
  }

  /** Ends the subscriptions of a connection that its holder's changed rights no longer allow. */
  async recheck(connection: Connection): Promise<void> {
    for (const [address, before] of [...connection.topics]) {
      // A subscription that is not open yet will be opened with the new rights.
      if (before === '') continue;
      const opened = await this.#openAsNow(connection, address);
      if (connection.topics.get(address) !== before) continue;
      if (typeof opened === 'string') this.#refuse(connection, address, opened);
      else if (addressOf(opened.definition.contract.name, opened.key) !== before) {
        this.unsubscribe(connection, address);
        this.#listen(connection, address, opened);
      }
    }
  }

  /** Finds the topic of an address for the connection's holder, or the reason why they may not use it. */
  async open(
    connection: Connection,
    address: string,
    renewed: () => Promise<Principal>,
  ): Promise<OpenedTopic | TransportRefusal> {
    const opened = await this.#openAsNow(connection, address);
    if (opened !== 'forbidden' || connection.principal === null) return opened;
    await renewed();
    return this.#openAsNow(connection, address);
  }

  async #maySubscribe({ network }: Connection): Promise<boolean> {
    const { budgets, subscriptionsPerMinute } = this.#options;
    const rate = { of: 'subscribe', network, windowMs: 60_000, max: subscriptionsPerMinute };
    return (await countNetwork(budgets, rate)).count <= subscriptionsPerMinute;
  }

  close(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
  }

  /** Opens a topic, and again if the holder of the connection has changed in the meantime. */
  async #openAsNow(connection: Connection, address: string): Promise<OpenedTopic | TransportRefusal> {
    const { name, argument } = splitAddress(address);
    const definition = this.#definitions.get(name);
    if (definition === undefined) return 'unknown_topic';
    for (;;) {
      const { principal } = connection;
      const found = findKey(definition.contract, argument, principal);
      if ('refusal' in found) return found.refusal;
      const allowed = (await definition.authorize?.(found.key, principal)) ?? true;
      if (connection.principal === principal) return allowed ? { definition, key: found.key } : 'forbidden';
    }
  }

  #listen(connection: Connection, address: string, opened: OpenedTopic, lastId?: string): void {
    const listened = addressOf(opened.definition.contract.name, opened.key);
    connection.topics.set(address, listened);
    const audience = this.#audiences.get(listened) ?? this.#createAudience(listened, opened);
    this.#audiences.set(listened, audience);
    const missed = lastId === undefined ? null : this.#history.since(listened, lastId);
    if (missed === null) audience.join(connection);
    else audience.resume(connection, missed);
  }

  #createAudience(listened: string, { definition, key }: OpenedTopic): Audience {
    const { name } = definition.contract;
    const { gapMs } = this.#options;
    return new Audience({
      ...(gapMs && { gapMs }),
      readSnapshot: (seeker) => this.#snapshots.read(definition, key, seeker),
      refreshSnapshot: () => this.#snapshots.refresh(definition, key),
      onError: (error) => this.#options.onError(error, `reading a snapshot of the topic ${name}`),
      onRefused: (connection, code) => {
        for (const [address, at] of [...connection.topics]) {
          if (at === listened) this.#refuse(connection, address, code);
        }
      },
      onSlow: () => {
        this.droppedSlow += 1;
      },
    });
  }

  #refuse(connection: Connection, address: string, code: TransportRefusal): void {
    this.unsubscribe(connection, address);
    connection.send({ type: 'refused', topic: address, code });
  }

  #receive(frame: string): void {
    const end = frame.indexOf('\n');
    this.#deliver(header.parse(JSON.parse(frame.slice(0, end))), Buffer.from(frame.slice(end + 1)));
  }

  #deliver({ name, key, kind, id, to }: Header, bytes: Buffer): void {
    const address = addressOf(name, key);
    const audience = this.#audiences.get(address);
    this.#snapshots.found(address);
    if (to !== undefined) {
      audience?.deliver({ bytes, to });
    } else if (kind === 'snapshot') {
      this.#history.clear(address);
      audience?.deliverSnapshot(bytes);
    } else {
      if (this.#definitions.get(name)?.keepsHistory) this.#history.add(address, { id, bytes });
      audience?.deliver({ bytes });
    }
  }

  /**
   * Refreshes all keys, because messages of other processes may be missing. Refreshes one after another, since there
   * may be thousands.
   */
  async #refreshAll(): Promise<void> {
    this.#history.clear();
    for (const audience of [...this.#audiences.values()]) await audience.refresh();
  }
}
