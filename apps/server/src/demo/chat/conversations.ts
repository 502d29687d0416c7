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
import { insertPast, type PastLine } from './past-chat.ts';
import { speakerAmong } from './speakers.ts';

/** The time between two messages in a chat. */
export const EVERY_MS = 12_000;

/** The messages that the chat of a live stream begins with. */
const LINES_BEFORE = 24;

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
      Promise.all([this.begin(), this.speak()]).catch((err: unknown) =>
        log.warn({ err }, 'Could not write in the chats of the demo'),
      );
    }, EVERY_MS);
  }

  /** Adds a message to each demo channel's chat that is open in this process. Processes agree on the same message. */
  async speak(): Promise<void> {
    const { db, chat, realtime, nowMs } = this.#options;
    const open = realtime.keys(chatTopic);
    if (open.length === 0) return;
    const turn = Math.floor(nowMs() / EVERY_MS);
    const { viewers } = await db.read(findSeededAccounts);
    for (const channel of await this.#channels(open)) {
      const line = lineOf(channel, turn, viewers);
      if (line === null) continue;
      const { authorId, clientId, text } = line;
      await chat.send(channel.id, authorId, { clientId, kind: 'message', text }).catch((error: unknown) => {
        // The rules of a chat hold for the demo, too.
        if (!(error instanceof AppError)) throw error;
      });
    }
  }

  /** Fills the chats of live demo channels in which no message has been written, so that a visitor finds a conversation. */
  async begin(): Promise<void> {
    const { db, nowMs } = this.#options;
    const silent = await this.#channels(null);
    if (silent.length === 0) return;
    const turn = Math.floor(nowMs() / EVERY_MS);
    const { viewers } = await db.read(findSeededAccounts);
    const turns = Array.from({ length: LINES_BEFORE }, (_, index) => turn - LINES_BEFORE + index);
    for (const channel of silent) {
      const lines = turns.flatMap((at) => lineOf(channel, at, viewers) ?? []);
      await db.transact((tx) => insertPast(tx, { streamId: channel.id, streamerId: channel.ownerId }, lines));
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** @param ids null: those in whose chats no message has been written */
  #channels(ids: readonly StreamId[] | null): Promise<OpenChat[]> {
    return this.#options.db.read((reader) =>
      reader
        .selectFrom('streams as s')
        .innerJoin('demo_accounts as d', 'd.user_id', 's.streamer_id')
        .innerJoin('profiles as p', 'p.id', 's.streamer_id')
        .leftJoin('chat_rooms as r', 'r.stream_id', 's.id')
        .select(['s.id', 's.streamer_id as ownerId', 'p.email'])
        .where('s.status', '=', 'live')
        .where((where) =>
          ids === null
            ? where.or([where('r.stream_id', 'is', null), where('r.last_number', '=', 0)])
            : where('s.id', 'in', [...ids]),
        )
        .execute(),
    );
  }
}

interface OpenChat {
  readonly id: StreamId;
  readonly ownerId: UserId;
  readonly email: string;
}

/** The line of a turn; null if its speaker has no account. */
function lineOf({ id, ownerId, email }: OpenChat, turn: number, viewers: readonly UserId[]): PastLine | null {
  const at = PEOPLE.findIndex(({ username }) => addressOf(username) === email);
  const scene = PEOPLE[at]?.scene;
  if (scene === undefined) return null;
  const threads = CONVERSATIONS[scene];
  const length = threads.flat().length;
  const round = Math.floor(turn / length);
  const line = linesOf(threads, round)[turn % length];
  if (line === undefined) return null;
  const { speaker, text } = line;
  const authorId = speaker === HOST ? ownerId : speakerAmong(viewers, speaker, round * 7 + at * 11);
  if (authorId === undefined) return null;
  return { authorId, text, clientId: uuidv5(String(turn), id), sentAt: new Date(turn * EVERY_MS) };
}
