import { userId } from '@tributary/contracts/shared';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { addressOf, type TopicDefinition } from './topics.ts';

/** The envelope before a message on the bus, so that its data is not parsed again. */
export const header = z.object({
  name: z.string(),
  key: z.string(),
  kind: z.enum(['snapshot', 'patch', 'append']),
  id: z.string().optional(),
  /** Absent: all listeners. */
  to: z.union([z.object({ userId }), z.object({ connectionId: z.string() })]).optional(),
});
export type Header = z.infer<typeof header>;

export interface Publication extends Header {
  readonly data: unknown;
  /** Whether the message is for the listeners of this process only. */
  readonly local: boolean;
}

/**
 * The text that clients receive, the same for all listeners of the key.
 * @throws Error if the topic has no such message, ZodError if the data does not fit the schema
 */
export function serialize(
  definition: TopicDefinition | undefined,
  { name, key, kind, id }: Header,
  data: unknown,
): string {
  const schema = definition?.contract[kind];
  if (schema === undefined) throw new Error(`The topic ${name} is not registered or has no ${kind}.`);
  const topic = definition?.contract.personal ? name : addressOf(name, key);
  return JSON.stringify({ type: 'message', topic, kind, id, data: schema.parse(data) });
}

/** Null if the key does not exist. */
export async function readSnapshot(definition: TopicDefinition, key: string): Promise<Buffer | null> {
  try {
    const data = await definition.snapshot(key);
    const id = definition.lastId?.(data) ?? undefined;
    const { name } = definition.contract;
    return Buffer.from(serialize(definition, { name, key, kind: 'snapshot', id }, data));
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return null;
    throw error;
  }
}
