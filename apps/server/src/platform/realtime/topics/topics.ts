import type { Action, Topic, TransportRefusal } from '@tributary/contracts/realtime';
import type { Role, UserId } from '@tributary/contracts/shared';
import type { z } from 'zod';

/** The holder of a socket, by its session; null is a visitor. */
export type Principal = {
  readonly userId: UserId;
  readonly sessionId: string;
  readonly roles: readonly Role[];
} | null;

/** Identifies one key among those of a topic: the argument, or the owner's id. Empty if there is only one. */
export type TopicKey<T extends Topic> = T extends { personal: true }
  ? UserId
  : T extends { argument: infer Argument extends z.ZodType }
    ? z.output<Argument> & string
    : '';

/** A schema's type on the publisher's side; `never` if the topic has no such message. */
export type Published<T extends Topic, Kind extends 'snapshot' | 'patch' | 'append'> = T extends {
  readonly [K in Kind]: infer Schema extends z.ZodType;
}
  ? z.input<Schema>
  : never;

/** A socket for actions. It is the same object for as long as the socket is open. */
export interface ActionConnection {
  /** Unique among all processes. */
  readonly id: string;
  /** The id of the browser. Clients of one network beyond a limit share an id. */
  readonly clientId: string;
  /** The network that its budgets are counted for. */
  readonly network: string;
  readonly principal: Principal;
  /** Aborted when the socket is closed. */
  readonly closed: AbortSignal;
}

export interface ActionContext<Key extends string = string> {
  readonly key: Key;
  readonly connection: ActionConnection;
}

/** Unused if the acknowledgement carries no result. */
type Result<A extends Action> = A extends { result: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : unknown;

type ActionHandlers<T extends Topic> = T extends { actions: infer Actions extends Record<string, Action> }
  ? {
      readonly actions: {
        /** Performs an action. An AppError that it throws is the client's refusal. */
        readonly [Name in keyof Actions]: (
          context: ActionContext<TopicKey<T>>,
          data: z.output<Actions[Name]['data']>,
        ) => Result<Actions[Name]> | Promise<Result<Actions[Name]>>;
      };
    }
  : { readonly actions?: undefined };

interface TopicSource<T extends Topic> {
  /** Decides among the principals whom the contract admits. Absent: all of them may listen and act. */
  authorize?(key: TopicKey<T>, principal: Principal): boolean | Promise<boolean>;
  /**
   * Reads the whole state, the same for all listeners of the key. An AppError of the kind `not_found` refuses the
   * subscription as `unknown_topic`.
   */
  snapshot(key: TopicKey<T>): Promise<Published<T, 'snapshot'>> | Published<T, 'snapshot'>;
  /** The id of the newest append in a snapshot, so that clients skip what it includes. */
  lastId?(snapshot: Published<T, 'snapshot'>): string | null;
  /**
   * Whether the newest appends are kept, so that a client that was away gets those that it missed instead of a
   * snapshot. Only allowed if every append is published, even without a listener.
   */
  readonly keepsHistory?: boolean;
}

/** A topic with the server's implementation, with types erased, for `Feature.topics`. */
export interface TopicDefinition {
  readonly contract: Topic;
  authorize?(key: string, principal: Principal): boolean | Promise<boolean>;
  snapshot(key: string): unknown;
  lastId?(snapshot: unknown): string | null;
  readonly keepsHistory?: boolean;
  readonly actions?: Readonly<Record<string, (context: ActionContext, data: unknown) => unknown>> | undefined;
}

/** Implements a topic of the contracts. */
export function defineTopic<T extends Topic>(
  contract: T,
  source: TopicSource<T> & ActionHandlers<T>,
): TopicDefinition {
  // The hub passes only keys and data that it has parsed with the contract's schemas.
  return { ...source, contract } as unknown as TopicDefinition;
}

/** The address under which messages of one key are published, in every process. */
export const addressOf = (name: string, key: string): string => (key === '' ? name : `${name}:${key}`);

export function splitAddress(address: string): { name: string; argument: string } {
  const colon = address.indexOf(':');
  return colon < 0
    ? { name: address, argument: '' }
    : { name: address.slice(0, colon), argument: address.slice(colon + 1) };
}

/** The key of the topic that a principal requests, or the reason why they may not use it. */
export function findKey(
  { access, argument, personal }: Topic,
  given: string,
  principal: Principal,
): { readonly key: string } | { readonly refusal: TransportRefusal } {
  if (argument === undefined && given !== '') return { refusal: 'unknown_topic' };
  if (access !== 'public' || personal) {
    if (principal === null) return { refusal: 'forbidden' };
    const { userId, roles } = principal;
    if (access !== 'public' && access !== 'viewer' && !roles.includes(access))
      return { refusal: 'forbidden' };
    if (personal) return { key: userId };
  }
  const parsed = argument?.safeParse(given);
  if (parsed === undefined) return { key: '' };
  return parsed.success ? { key: parsed.data } : { refusal: 'unknown_topic' };
}
