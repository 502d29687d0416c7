/** A topic that only grows like a chat, and a client that follows it across connections. */
import { type ServerMessage, topic } from '@tributary/contracts/realtime';
import { z } from 'zod';
import { defineTopic, type TopicDefinition } from '#platform/realtime/index.ts';
import { messagesIn, type RealtimeServer, type RealtimeTab } from './realtime-harness.ts';

export const log = topic({
  name: 'log',
  access: 'public',
  snapshot: z.array(z.string()),
  append: z.string(),
});

/**
 * A topic whose entries are their own ids.
 * @param read resolves to the entries, as slowly as a test wants
 */
export const logTopic = (read: () => Promise<readonly string[]>): TopicDefinition =>
  defineTopic(log, {
    keepsHistory: true,
    snapshot: async () => [...(await read())],
    lastId: (entries) => entries.at(-1) ?? null,
  });

/** Keeps the entries like the web app's client: it resumes with the last id that it has. */
export class LogClient {
  entries: string[] = [];
  snapshots = 0;
  frames = 0;
  #lastId: string | undefined;
  #snapshotId = '';
  #tab: RealtimeTab | null = null;

  async connect(server: RealtimeServer): Promise<void> {
    this.#tab = await server.connect();
    this.#tab.socket.on('message', (data) => {
      this.frames += 1;
      for (const message of messagesIn(data)) this.#receive(message);
    });
    this.#tab.subscribe('log', this.#lastId);
  }

  async disconnect(): Promise<void> {
    this.#tab?.socket.terminate();
    await this.#tab?.closed;
    this.#tab = null;
  }

  #receive(message: ServerMessage): void {
    if (message.type !== 'message') return;
    const { kind, id, data } = message;
    if (kind === 'snapshot') {
      this.snapshots += 1;
      this.entries = log.snapshot.parse(data);
      this.#snapshotId = id ?? '';
      this.#lastId = id;
    } else if (id !== undefined && id > this.#snapshotId) {
      this.entries.push(log.append.parse(data));
      this.#lastId = id;
    }
  }
}
