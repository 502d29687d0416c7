/** Lets the demo's viewers talk in the chats of the demo channels, while somebody has them open. */
import { chatTopic } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { LINES } from '@tributary/demo-content/chat-lines';
import { PEOPLE } from '@tributary/demo-content/people';
import { v5 as uuidv5 } from 'uuid';
import type { ChatFeature } from '#features/chat/index.ts';
import type { Database } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import { addressOf, findSeededAccounts } from '../seed/seeded-accounts.ts';

/** Between two messages in a chat. */
const EVERY_MS = 20_000;

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
    for (const { id, email } of await this.#channels(open)) {
      const at = PEOPLE.findIndex(({ username }) => addressOf(username) === email);
      const lines = LINES[PEOPLE[at]?.scene ?? 'reef'];
      const [text, author] = [lines[turn % lines.length], pick(viewers, turn * 7 + at)];
      if (at < 0 || text === undefined || author === undefined) continue;
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

  #channels(ids: readonly StreamId[]): Promise<{ id: StreamId; email: string }[]> {
    return this.#options.db.read((reader) =>
      reader
        .selectFrom('streams as s')
        .innerJoin('demo_accounts as d', 'd.user_id', 's.streamer_id')
        .innerJoin('profiles as p', 'p.id', 's.streamer_id')
        .select(['s.id', 'p.email'])
        .where('s.id', 'in', [...ids])
        .where('s.status', '=', 'live')
        .execute(),
    );
  }
}

const pick = (people: readonly UserId[], at: number): UserId | undefined => people[at % people.length];
