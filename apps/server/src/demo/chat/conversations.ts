/** Lets the demo's viewers and owners talk in the chats of the demo channels that are open. */
import { chatTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { CONVERSATIONS, HOST, linesOf } from '@tributary/demo-content/conversations';
import { PEOPLE } from '@tributary/demo-content/people';
import { v5 as uuidv5 } from 'uuid';
import type { ChatFeature } from '#features/chat/index.ts';
import type { Database } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { addressOf, findSeededAccounts } from '../seed/seeded-accounts.ts';
import { speakerAmong } from './speakers.ts';

/** The time between two messages in a chat. */
export const EVERY_MS = 12_000;

export interface ConversationsOptions {
  readonly db: Database;
  readonly chat: Pick<ChatFeature, 'send'>;
  readonly realtime: Pick<Realtime, 'keys'>;
  readonly log: { warn(fields: object, message: string): void };
  /** Milliseconds of the wall clock. */
  readonly nowMs: () => number;
}

export class DemoConversations {
  readonly #options: ConversationsOptions;
  readonly #timer: NodeJS.Timeout;

  constructor(options: ConversationsOptions) {
    this.#options = options;
    const { log } = options;
    this.#timer = setInterval(() => {
      this.speak().catch((err: unknown) => log.warn({ err }, 'Could not write in the chats of the demo'));
    }, EVERY_MS);
  }

  /** Adds a message to each demo channel's chat that is open in this process. Processes agree on the same message. */
  async speak(): Promise<void> {
    const { db, chat, realtime, nowMs } = this.#options;
    const open = realtime.keys(chatTopic);
    if (open.length === 0) return;
    const turn = Math.floor(nowMs() / EVERY_MS);
    const { viewers } = await db.read(findSeededAccounts);
    for (const { id, ownerId, email } of await this.#channels(open)) {
      const at = PEOPLE.findIndex(({ username }) => addressOf(username) === email);
      const scene = PEOPLE[at]?.scene;
      if (scene === undefined) continue;
      const threads = CONVERSATIONS[scene];
      const length = threads.flat().length;
      const round = Math.floor(turn / length);
      const line = linesOf(threads, round)[turn % length];
      if (line === undefined) continue;
      const { speaker, text } = line;
      const author = speaker === HOST ? ownerId : speakerAmong(viewers, speaker, round * 7 + at * 11);
      if (author === undefined) continue;
      const clientId = uuidv5(String(turn), id);
      await chat.send(id, author, { clientId, kind: 'message', text }).catch((error: unknown) => {
        // The rules of a chat hold for the demo, too.
        if (!(error instanceof AppError)) throw error;
      });
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #channels(ids: readonly StreamId[]): Promise<{ id: StreamId; ownerId: UserId; email: string }[]> {
    return this.#options.db.read((reader) =>
      reader
        .selectFrom('streams as s')
        .innerJoin('demo_accounts as d', 'd.user_id', 's.streamer_id')
        .innerJoin('profiles as p', 'p.id', 's.streamer_id')
        .select(['s.id', 's.streamer_id as ownerId', 'p.email'])
        .where('s.id', 'in', [...ids])
        .where('s.status', '=', 'live')
        .execute(),
    );
  }
}
