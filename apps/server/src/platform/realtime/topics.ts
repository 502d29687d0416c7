import type { Role, ServerMessage, UserId } from '@tributary/contracts';

/** Who holds a socket, as its session said when it was opened; null is a visitor. */
export type Principal = { readonly userId: UserId; readonly roles: readonly Role[] } | null;

/** What a client reads when it subscribes. */
export interface OpenTopic {
  /** Where messages for it are published; differs from the client's name where that is relative to the user. */
  readonly key: string;
  /** The whole present state, sent first; the same for all who listen on the key. */
  snapshot(): Promise<ServerMessage>;
}

export type TopicRefusal = 'unknown_topic' | 'forbidden';

/**
 * One kind of topic, named by what stands before the first colon: `stream` answers `stream:{id}`.
 * Features register theirs; `open` decides who may listen.
 */
export interface TopicKind {
  readonly name: string;
  open(argument: string, principal: Principal): Promise<OpenTopic | TopicRefusal>;
}

export function splitTopic(topic: string): { name: string; argument: string } {
  const colon = topic.indexOf(':');
  return colon < 0
    ? { name: topic, argument: '' }
    : { name: topic.slice(0, colon), argument: topic.slice(colon + 1) };
}
