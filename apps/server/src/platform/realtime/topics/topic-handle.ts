import type { Topic } from '@tributary/contracts/realtime';
import type { UserId } from '@tributary/contracts/shared';
import type { Recipient } from './audience.ts';
import type { TopicHub } from './topic-hub.ts';
import type { Publication } from './topic-message.ts';
import type { Published, TopicKey } from './topics.ts';

/** Sends messages to the listeners of one key of a topic. */
export interface TopicPublisher<T extends Topic> {
  /** Publishes the whole state, which replaces the listeners' state. */
  snapshot(data: Published<T, 'snapshot'>): void;
  patch(data: Published<T, 'patch'>): void;
  /** @param id the id of the item, unique and increasing as text in the order in which items are made */
  append(id: string, data: Published<T, 'append'>): void;
}

/** One key of a topic. Its messages reach the listeners in all processes. */
export interface TopicHandle<T extends Topic> extends TopicPublisher<T> {
  /**
   * Reaches only the listeners of this process, for messages that each process publishes, such as in answer to an
   * event.
   */
  readonly local: TopicPublisher<T>;
  /** Reaches one person's listening tabs. */
  toUser(userId: UserId): TopicPublisher<T>;
  /** Reaches one listening tab, by the id that its actions carry. */
  toConnection(connectionId: string): TopicPublisher<T>;
  /**
   * Reads the snapshot again and sends it to this process's listeners. Reads nothing if there are none.
   * @returns false if it could not be read, which has been reported
   */
  refresh(): Promise<boolean>;
  /** Refuses those of this process's listeners who may no longer listen, since the rules of this key have changed. */
  recheck(): Promise<void>;
  /** The number of listeners in this process. */
  listeners(): number;
  /** The people who listen in this process. */
  people(): Listeners;
}

export interface Listeners {
  readonly userIds: readonly UserId[];
  /** The number of browsers without an account. */
  readonly visitors: number;
}

/** Absent for a topic that has only one key. */
export type KeyArguments<T extends Topic> = TopicKey<T> extends '' ? [] : [key: TopicKey<T>];

export function topicHandle<T extends Topic>(hub: TopicHub, contract: T, key: string): TopicHandle<T> {
  const { name } = contract;
  const publisher = (to: { readonly local: boolean; readonly to?: Recipient }): TopicPublisher<T> => {
    const publish = (message: Pick<Publication, 'kind' | 'data' | 'id'>) =>
      hub.publish({ ...message, ...to, name, key });
    return {
      snapshot: (data) => publish({ kind: 'snapshot', data }),
      patch: (data) => publish({ kind: 'patch', data }),
      append: (id, data) => publish({ kind: 'append', id, data }),
    };
  };
  return {
    ...publisher({ local: false }),
    local: publisher({ local: true }),
    toUser: (userId) => publisher({ local: false, to: { userId } }),
    toConnection: (connectionId) => publisher({ local: false, to: { connectionId } }),
    refresh: () => hub.refresh(name, key),
    recheck: () => hub.recheckListeners(name, key),
    listeners: () => hub.listeners(name, key),
    people: () => hub.people(name, key),
  };
}
