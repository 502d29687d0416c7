import type { z } from 'zod';
import type { Access } from '../shared/endpoint.ts';

/** What a client may do on a topic. The server acknowledges it with `result`, or refuses it. */
export interface Action {
  readonly data: z.ZodType;
  /** Absent: the acknowledgement carries nothing. */
  readonly result?: z.ZodType;
  /** How often one person, and all clients of one network together, may do it. */
  readonly perMinute: { readonly person: number; readonly network: number };
}

/**
 * One kind of topic on the realtime socket: what its messages carry and what clients may do on it.
 * A client subscribes to `name`, or to `name:argument` where there is an `argument`.
 */
export interface Topic {
  readonly name: string;
  /** Who may listen and act, before what the server decides for each argument. */
  readonly access: Access;
  readonly argument?: z.ZodType<string>;
  /** Everybody has a topic of their own under this name. */
  readonly personal?: true;
  /** The whole state, which every listener receives first. */
  readonly snapshot: z.ZodType;
  /** A change of the state. A patch may arrive again, so it sets values and does not add to them. */
  readonly patch?: z.ZodType;
  /** A new item, which has an id. */
  readonly append?: z.ZodType;
  readonly actions?: Readonly<Record<string, Action>>;
}

/** Declares a topic, keeping the exact types of its schemas and its name as a literal. */
export function topic<const T extends Topic>(definition: T): T {
  return definition;
}

/** What a client subscribes to: `featured`, `stream:{id}`. */
export type TopicAddress<T extends Topic> = T extends { argument: z.ZodType }
  ? `${T['name']}:${string}`
  : T['name'];
