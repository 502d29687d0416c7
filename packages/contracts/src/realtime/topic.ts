import type { z } from 'zod';
import type { Access } from '../shared/endpoint.ts';

/** An action of clients on a topic. The server acknowledges it with `result`, or refuses it. */
export interface Action {
  readonly data: z.ZodType;
  /** Absent: the acknowledgement carries no result. */
  readonly result?: z.ZodType;
  /** The limits for one person, and for all clients of one network together. */
  readonly perMinute: { readonly person: number; readonly network: number };
}

/**
 * One kind of topic on the realtime socket, with the schemas of its messages and actions. A client subscribes to
 * `name`, or to `name:argument` if there is an `argument`.
 */
export interface Topic {
  readonly name: string;
  /** The people who may listen and act. The server decides for each argument after that. */
  readonly access: Access;
  readonly argument?: z.ZodType<string>;
  /** Whether each person has a topic of their own under this name. */
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

/** The addresses that a client subscribes to: `featured`, `stream:{id}`. */
export type TopicAddress<T extends Topic> = T extends { argument: z.ZodType }
  ? `${T['name']}:${string}`
  : T['name'];
