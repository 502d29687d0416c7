import type * as contracts from '@tributary/contracts/all';
import type { Action, Topic, TopicAddress } from '@tributary/contracts/realtime';
import type { z } from 'zod';
import { realtime } from './connection.ts';

type Contracts = typeof contracts;
type AnyTopic = {
  [Feature in keyof Contracts]: Extract<Contracts[Feature][keyof Contracts[Feature]], Topic>;
}[keyof Contracts];

/** Every topic by its name, with its exact types. Only types come from the contracts, as in `lib/api/client.ts`. */
type Topics = {
  [One in AnyTopic as One['name']]: One;
};

/** The addresses that can be subscribed to: `featured`, `stream:{id}`. */
export type Address = {
  [Name in keyof Topics]: Topics[Name] extends Topic ? TopicAddress<Topics[Name]> : never;
}[keyof Topics];

type TopicAt<A extends Address> = A extends keyof Topics
  ? Topics[A]
  : A extends `${infer Name extends keyof Topics & string}:${string}`
    ? Topics[Name]
    : never;

type Data<T, Kind extends 'snapshot' | 'patch' | 'append'> = T extends {
  readonly [K in Kind]: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

/** A message to a listener: the snapshot first, unless the subscription is refused. */
export type MessageAt<A extends Address> =
  | { readonly kind: 'snapshot'; readonly data: Data<TopicAt<A>, 'snapshot'> }
  | (Data<TopicAt<A>, 'patch'> extends infer Patch ? PatchOf<Patch> : never)
  | (Data<TopicAt<A>, 'append'> extends infer Append ? AppendOf<Append> : never)
  | { readonly kind: 'refused'; readonly code: string };

type PatchOf<T> = [T] extends [never] ? never : { readonly kind: 'patch'; readonly data: T };
type AppendOf<T> = [T] extends [never]
  ? never
  : { readonly kind: 'append'; readonly id: string; readonly data: T };

type ActionsAt<A extends Address> = TopicAt<A> extends { readonly actions: infer Actions } ? Actions : never;
type DataOf<A> = A extends Action ? z.input<A['data']> : never;
type ResultOf<A> = A extends { readonly result: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

/** Calls `listener` with the topic's messages until the returned function is called. */
export function subscribe<A extends Address>(
  address: A,
  listener: (message: MessageAt<A>) => void,
): () => void {
  // The server's data fits the topic's schemas, as `messages.ts` says.
  return realtime().subscribe(address, (message) => listener(message as MessageAt<A>));
}

/** @throws ActionRefusal if the server refuses, or the connection is not open */
export async function act<A extends Address, Name extends keyof ActionsAt<A> & string>(
  address: A,
  action: Name,
  data: DataOf<ActionsAt<A>[Name]>,
): Promise<ResultOf<ActionsAt<A>[Name]>> {
  return (await realtime().act(address, action, data)) as ResultOf<ActionsAt<A>[Name]>;
}
